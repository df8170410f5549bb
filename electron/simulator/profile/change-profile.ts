import { isDeepStrictEqual } from 'node:util';
import { isProfileName, PROFILES } from './profiles.ts';
import type { Profile } from './profile-options.ts';
import { SWITCH_VALUES } from './option-values.ts';

export interface ProfileChange {
  /** The name of the profile that is changed. If it is omitted, the current profile is changed. */
  readonly name?: string | undefined;
  /** New values for switches, by name. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Switches that also accept values that are not in `SWITCH_VALUES`. These values must have the same type as
 * one of the listed values.
 */
const FREE_FORM: ReadonlySet<string> = new Set<keyof Profile>([
  'statsLagMs',
  'maxSpanDays',
  'userRateLimit',
  'freeFailuresPerHour',
  'apiVersion',
]);

/**
 * Returns the changed profile.
 * @throws RangeError if a name, switch or value is unknown
 */
export function changeProfile(current: Profile, { name, set = {} }: ProfileChange): Profile {
  if (name !== undefined && !isProfileName(name))
    throw new RangeError(`a profile is one of ${Object.keys(PROFILES).join(', ')}, not "${name}"`);
  for (const [key, value] of Object.entries(set)) {
    if (!Object.hasOwn(SWITCH_VALUES, key)) throw new RangeError(`no profile has a switch ${key}`);
    const examples: readonly unknown[] = Reflect.get(SWITCH_VALUES, key);
    const isAllowed = examples.some((example) =>
      FREE_FORM.has(key) ? hasSameType(example, value) : isDeepStrictEqual(example, value),
    );
    if (!isAllowed) throw new RangeError(`${key} takes values like ${JSON.stringify(examples)}`);
  }
  return Object.assign({}, name === undefined ? current : PROFILES[name], set);
}

const hasSameType = (example: unknown, value: unknown): boolean =>
  typeof value === typeof example && (value === null) === (example === null);
