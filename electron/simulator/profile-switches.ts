import { isDeepStrictEqual } from 'node:util';
import { isProfileName, PROFILES } from './profile.ts';
import type { Profile } from './readings.ts';
import { SWITCH_VALUES } from './switch-values.ts';

export interface ProfileChange {
  /** Of a named profile to begin with; the present one when left out. */
  readonly name?: string | undefined;
  /** Single switches on top. */
  readonly set?: Readonly<Record<string, unknown>> | undefined;
}

/** Figures and texts of which any will do, not only the listed ones. */
const OPEN: ReadonlySet<string> = new Set<keyof Profile>([
  'statsLagMs',
  'maxSpanDays',
  'userRateLimit',
  'freeFailuresPerHour',
  'apiVersion',
]);

/** The profile after a change. Throws RangeError on a name or switch that is not there, or a value that it does not have. */
export function changeProfile(current: Profile, { name, set = {} }: ProfileChange): Profile {
  if (name !== undefined && !isProfileName(name))
    throw new RangeError(`a profile is one of ${Object.keys(PROFILES).join(', ')}, not "${name}"`);
  for (const [key, value] of Object.entries(set)) {
    if (!Object.hasOwn(SWITCH_VALUES, key)) throw new RangeError(`no profile has a switch ${key}`);
    const known: readonly unknown[] = Reflect.get(SWITCH_VALUES, key);
    const isRight = known.some((one) =>
      OPEN.has(key) ? isAlike(one, value) : isDeepStrictEqual(one, value),
    );
    if (!isRight) throw new RangeError(`${key} takes values like ${JSON.stringify(known)}`);
  }
  return Object.assign({}, name === undefined ? current : PROFILES[name], set);
}

const isAlike = (example: unknown, value: unknown): boolean =>
  typeof value === typeof example && (value === null) === (example === null);
