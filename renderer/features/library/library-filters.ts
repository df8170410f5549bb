import type { LibraryFacets, LibraryFilters } from '../../../shared/model/library.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { outcomePartCount } from './round-filter-text.ts';

export { NO_FILTERS } from '../../lib/no-filters.ts';

/** Filters that can have several values. A company passes such a filter if it matches any of the values. */
export const MANY = [
  'windows',
  'fits',
  'triage',
  'ours',
  'lists',
  'statuses',
  'ownTags',
  'countries',
  'stages',
  'industries',
  'investors',
  'tags',
  'freshness',
] as const;
export type ManyKey = (typeof MANY)[number];
/** Filters that are either on or off. */
export const FLAGS = ['people', 'note', 'hiring'] as const;
type FlagKey = (typeof FLAGS)[number];

export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly checked: boolean;
}

/** Adds a value to a filter, or removes it if it is already selected. */
export function toggled(filters: LibraryFilters, key: ManyKey, value: string): LibraryFilters {
  const chosen: readonly string[] = filters[key];
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return { ...filters, [key]: next.slice(0, LIST_LIMIT_MAX) };
}
export const flipped = (filters: LibraryFilters, key: FlagKey): LibraryFilters => ({
  ...filters,
  [key]: filters[key] === true ? null : true,
});
export const without = (filters: LibraryFilters, key: ManyKey): LibraryFilters => ({ ...filters, [key]: [] });

/** Replaces a tag in the filters with the tag it was merged into. */
export const replacedTag = (filters: LibraryFilters, from: string, into: string): LibraryFilters => ({
  ...filters,
  ownTags: [...new Set(filters.ownTags.map((id) => (id === from ? into : id)))],
});

/** Returns the number of filters that are set. Each check mark in the facets counts as one. */
export const filterCount = (filters: LibraryFilters): number =>
  MANY.reduce((sum, key) => sum + filters[key].length, 0) +
  FLAGS.filter((key) => filters[key] !== null).length +
  (filters.departments.length > 0 ? 1 : 0) +
  (filters.round === null ? 0 : 1) +
  (filters.outcome === null ? 0 : outcomePartCount(filters.outcome));

/** Returns the id of the list if a single list is the only filter; otherwise null. */
export function onlyList(filters: LibraryFilters): string | null {
  const [list, ...others] = filters.lists;
  return list !== undefined && others.length === 0 && filterCount(filters) === 1 ? list : null;
}

/** Returns the values of a facet with the names and counts from the core, in the core's order. */
export const namedValues = (
  filters: LibraryFilters,
  counts: LibraryFacets,
  key: 'countries' | 'stages' | 'industries' | 'investors' | 'tags',
  nameOf: (label: string) => string,
): readonly FacetValue[] =>
  (counts[key]?.values ?? []).map(({ value, label, count }) => ({
    value,
    label: nameOf(label),
    count,
    checked: filters[key].includes(value),
  }));

/**
 * Returns the values of a facet. The core sends only counts, because the renderer already has the names. If
 * the core sends no count for a value, the count is 0: no company has the value, or it is among the rarest of
 * very many tags.
 */
export function knownValues(
  filters: LibraryFilters,
  key: 'lists' | 'statuses' | 'ownTags',
  counts: readonly { readonly value: string; readonly count: number }[],
  known: readonly { readonly id: string; readonly name: string }[],
): readonly FacetValue[] {
  const chosen: readonly string[] = filters[key];
  return known.map(({ id, name }) => ({
    value: id,
    label: name,
    count: counts.find(({ value }) => value === id)?.count ?? 0,
    checked: chosen.includes(id),
  }));
}

/** Returns the statuses that occur in the results or the filters. */
export function statusValues(
  filters: LibraryFilters,
  counts: LibraryFacets['statuses'],
  known: readonly { readonly id: string; readonly name: string }[],
): readonly FacetValue[] {
  const found = new Set<string>(counts.map(({ value }) => value));
  return knownValues(filters, 'statuses', counts, known).filter(
    ({ value, checked }) => found.has(value) || checked,
  );
}

/**
 * Returns the tags that occur in the results or the filters. Unused tags follow, because the user may want to
 * rename or remove them.
 */
export function tagValues(
  filters: LibraryFilters,
  counted: LibraryFacets['ownTags'],
  tags: readonly { readonly id: string; readonly name: string; readonly count: number }[],
): readonly FacetValue[] {
  const values = knownValues(filters, 'ownTags', counted.values, tags);
  const unused = new Set(tags.flatMap(({ id, count }) => (count === 0 ? [id] : [])));
  const found = new Set(counted.values.map(({ value }) => value));
  const isShown = ({ value, checked }: FacetValue): boolean => found.has(value) || checked;
  return [...values.filter(isShown), ...values.filter((each) => !isShown(each) && unused.has(each.value))];
}
