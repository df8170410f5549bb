import type { LibraryFacets, LibraryFilters } from '../../../shared/model/library.ts';

/** Filters with several values. A company must match at least one of them. */
export const MANY = [
  'windows',
  'triage',
  'lists',
  'statuses',
  'ownTags',
  'countries',
  'stages',
  'industries',
  'tags',
  'freshness',
] as const;
export type ManyKey = (typeof MANY)[number];
/** Filters that are on or off. */
export const FLAGS = ['people', 'note', 'hiring'] as const;
export type FlagKey = (typeof FLAGS)[number];

/** The values of these filters, in display order. */
export const WINDOWS = ['open', 'closing', 'closed', 'unknown'] as const;
export const TRIAGE = ['todo', 'snoozed', 'done'] as const;
export const FRESHNESS = ['day', 'week', 'month', 'older'] as const;

export const NO_FILTERS: LibraryFilters = {
  countries: [],
  stages: [],
  industries: [],
  tags: [],
  lists: [],
  statuses: [],
  ownTags: [],
  triage: [],
  windows: [],
  freshness: [],
  hiring: null,
  people: null,
  note: null,
};

export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly checked: boolean;
}

const VALUES_MAX = 50;

/** Adds a value to a filter, or removes it if it is already chosen. */
export function toggled(filters: LibraryFilters, key: ManyKey, value: string): LibraryFilters {
  const chosen: readonly string[] = filters[key];
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return { ...filters, [key]: next.slice(0, VALUES_MAX) };
}
export const flipped = (filters: LibraryFilters, key: FlagKey): LibraryFilters => ({
  ...filters,
  [key]: filters[key] === true ? null : true,
});
export const without = (filters: LibraryFilters, key: ManyKey): LibraryFilters => ({ ...filters, [key]: [] });

/** In the filters, replaces a tag with the tag that it was merged into. */
export const replacedTag = (filters: LibraryFilters, from: string, into: string): LibraryFilters => ({
  ...filters,
  ownTags: [...new Set(filters.ownTags.map((id) => (id === from ? into : id)))],
});

export const filterCount = (filters: LibraryFilters): number =>
  MANY.reduce((sum, key) => sum + filters[key].length, 0) +
  FLAGS.filter((key) => filters[key] !== null).length;

/** Returns the id of the list in the filters, if it is the only filter; otherwise null. */
export function onlyList(filters: LibraryFilters): string | null {
  const [list, ...others] = filters.lists;
  return list !== undefined && others.length === 0 && filterCount(filters) === 1 ? list : null;
}

/** Returns the values of a facet that the core counts and names, most frequent first. */
export const namedValues = (
  filters: LibraryFilters,
  counts: LibraryFacets,
  key: 'countries' | 'stages' | 'industries' | 'tags',
  nameOf: (label: string) => string,
): readonly FacetValue[] =>
  counts[key].values.map(({ value, label, count }) => ({
    value,
    label: nameOf(label),
    count,
    checked: filters[key].includes(value),
  }));

/**
 * Returns the values of a facet whose names the renderer knows. The core omits values that have no companies,
 * and also the rarest tags if there are very many.
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

/**
 * Returns the tags of the results and of the filters. Tags without companies follow, so the user can
 * still rename or remove them.
 */
export function tagValues(
  filters: LibraryFilters,
  counted: LibraryFacets['ownTags'],
  tags: readonly { readonly id: string; readonly name: string; readonly count: number }[],
): readonly FacetValue[] {
  const values = knownValues(filters, 'ownTags', counted.values, tags);
  const unused = new Set(tags.flatMap(({ id, count }) => (count === 0 ? [id] : [])));
  const isShown = ({ count, checked }: FacetValue): boolean => count > 0 || checked;
  return [...values.filter(isShown), ...values.filter((each) => !isShown(each) && unused.has(each.value))];
}
