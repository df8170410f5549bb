import type { LibraryFilters, LibrarySort } from '../../../../shared/model/library.ts';
import type { SavedFilter } from '../../../../shared/model/saved-filter.ts';
import { filterCount, FLAGS, MANY } from '../library-filters.ts';
import { savedViews as strings } from './strings.ts';

export interface Question {
  readonly text: string;
  readonly filters: LibraryFilters;
  readonly sort: LibrarySort;
}

/** Returns whether there is search text or a filter. A sort order alone is not worth saving. */
export const hasCriteria = ({ text, filters }: Question): boolean =>
  text.trim() !== '' || filterCount(filters) > 0;

/**
 * Returns a string that is the same for the same text, filters and sort order. The order of a filter's values
 * does not matter.
 */
export const questionKey = ({ text, filters, sort }: Question): string =>
  JSON.stringify([
    text.trim(),
    sort,
    ...MANY.map((key) => [...filters[key]].sort()),
    ...FLAGS.map((key) => filters[key]),
  ]);

export type DeletedMarks = SavedFilter['deletedMarks'];
export const hasDeletedMarks = ({ lists, ownTags }: DeletedMarks): boolean =>
  lists.length + ownTags.length > 0;

/** Removes the deleted lists and tags from the filters. */
export function withoutDeletedMarks(
  filters: LibraryFilters,
  { lists, ownTags }: DeletedMarks,
): LibraryFilters {
  const left = (requested: readonly string[], missing: readonly { id: string }[]): string[] =>
    requested.filter((id) => !missing.some((each) => each.id === id));
  return {
    ...filters,
    lists: left(filters.lists, lists),
    ownTags: left(filters.ownTags, ownTags),
  };
}

/**
 * Describes deleted lists and tags, for example `The list “Warm” and the tag “Hot” were deleted.`
 *
 * @param nameOf sanitises a name for display
 */
export function deletedMarksText({ lists, ownTags }: DeletedMarks, nameOf: (name: string) => string): string {
  const names = (all: readonly { name: string | null }[]): string =>
    new Intl.ListFormat('en').format(
      all.map(({ name }) => (name === null ? strings.gone.unnamed : `“${nameOf(name)}”`)),
    );
  const parts = [
    ...(lists.length > 0 ? [strings.gone.lists(lists.length, names(lists))] : []),
    ...(ownTags.length > 0 ? [strings.gone.tags(ownTags.length, names(ownTags))] : []),
  ];
  const what = new Intl.ListFormat('en').format(parts);
  const verb = lists.length + ownTags.length > 1 ? 'were' : 'was';
  return strings.gone.fact(`${what.slice(0, 1).toUpperCase()}${what.slice(1)} ${verb}`);
}
