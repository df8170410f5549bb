import { TECHNOLOGIES } from './technologies.ts';

export const MANY_TECHNOLOGIES = 5_000;
/** A function in `AWKWARD` makes one in this many edition names awkward. */
const AWKWARD_EVERY = 10;

/** Functions that make a name awkward. Code often mishandles such names in lists, URLs, JSON or searches. */
const AWKWARD: readonly ((name: string) => string)[] = [
  (name) => `${name}, Standard`,
  (name) => `${name} & Friends`,
  (name) => `${name}++`,
  (name) => `${name} [beta]`,
  (name) => `["${name}"]`,
  (name) => `${name} für Büros`,
  (name) => `${name} 東京`,
  (name) => `${name} 100%`,
  (name) => `${name} #1?=x`,
  (name) => `“${name}” \\ 'Pro'`,
];

/**
 * Returns the name at `index`. The names of the products come first, followed by the names of their editions,
 * such as `Ember DB 2`.
 */
export function technologyName(index: number): string {
  const base = TECHNOLOGIES[index % TECHNOLOGIES.length]?.name ?? '';
  const round = Math.floor(index / TECHNOLOGIES.length);
  if (round === 0) return base;
  const edition = `${base} ${round + 1}`;
  const awkward = AWKWARD[Math.floor(index / AWKWARD_EVERY) % AWKWARD.length];
  return index % AWKWARD_EVERY === 0 && awkward ? awkward(edition) : edition;
}
