import type { LibraryFacets } from '../../../shared/model/library.ts';

interface Counted {
  readonly value: string;
  readonly count: number;
}
interface Values<T> {
  readonly values: readonly T[];
  readonly more: number;
}

/**
 * Returns the values of `places` in their order, with the counts from `next`, followed by the values that are
 * only in `next`.
 */
function placed<T extends Counted>(places: readonly T[], next: readonly T[]): T[] {
  const counted = new Map(next.map((each) => [each.value, each]));
  const known = new Set(places.map(({ value }) => value));
  return [
    ...places.map((each) => counted.get(each.value) ?? { ...each, count: 0 }),
    ...next.filter(({ value }) => !known.has(value)),
  ];
}
const totalOf = ({ values, more }: Values<unknown>): number => values.length + more;
const placedIn = <T extends Counted>(places: Values<T>, next: Values<T>): { values: T[]; more: number } => {
  const values = placed(places.values, next.values);
  // `values` may include values without companies, so the new total can be lower than the number of values.
  // In this case, the earlier total is used.
  const total = totalOf(next) >= values.length ? totalOf(next) : totalOf(places);
  return { values, more: Math.max(0, total - values.length) };
};

/**
 * Returns the counts in `next`, but with all values of `places` and in their order. A value without companies
 * gets the count 0. Values therefore do not move or disappear under the pointer while the user chooses
 * filters.
 *
 * @param places the counts without filters
 */
export function keepPlaces(places: LibraryFacets, next: LibraryFacets): LibraryFacets {
  if (places === next) return next;
  return {
    ...next,
    countries: placedIn(places.countries, next.countries),
    stages: placedIn(places.stages, next.stages),
    industries: placedIn(places.industries, next.industries),
    ...(next.investors === undefined
      ? {}
      : { investors: placedIn(places.investors ?? next.investors, next.investors) }),
    tags: placedIn(places.tags, next.tags),
    ownTags: placedIn(places.ownTags, next.ownTags),
    statuses: placed(places.statuses, next.statuses),
  };
}
