import type { LibraryFilters, LibrarySort } from '../../../../shared/model/library.ts';
import type { SavedFilter } from '../../../../shared/model/saved-filter.ts';
import { capitalise } from '../../../lib/format.ts';
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
/** The filters whose values the user can delete, in the order of the facets. */
const DELETABLE = ['lists', 'statuses', 'ownTags'] as const;
type Deletable = (typeof DELETABLE)[number];

export const hasDeletedMarks = (deleted: DeletedMarks): boolean =>
  DELETABLE.some((key) => deleted[key].length > 0);

/**
 * The values that exist now (`existing`), and the names of all values that have existed since the workspace
 * was opened, by id (`seen`).
 */
export interface KnownNames {
  readonly existing: readonly { readonly id: string }[];
  readonly seen: ReadonlyMap<string, string>;
}

/**
 * Returns the deleted lists, statuses and tags that the filters contain. If there is a current saved view,
 * `ofView` contains the deleted items that it reports. Any other deleted item was deleted after the workspace
 * was opened, so its name is in `seen`.
 */
export function deletedMarksIn(
  filters: LibraryFilters,
  ofView: DeletedMarks | null,
  known: Readonly<Record<Deletable, KnownNames>>,
): DeletedMarks {
  const deleted = (key: Deletable): { id: string; name: string | null }[] => {
    const reported: DeletedMarks[Deletable] = ofView?.[key] ?? [];
    const { existing, seen } = known[key];
    return filters[key].flatMap((id: string) => {
      const found = reported.find((each) => each.id === id);
      if (found !== undefined) return [found];
      const name = seen.get(id);
      return name === undefined || existing.some((each) => each.id === id) ? [] : [{ id, name }];
    });
  };
  return { lists: deleted('lists'), statuses: deleted('statuses'), ownTags: deleted('ownTags') };
}

/** Removes the deleted lists, statuses and tags from the filters. */
export function withoutDeletedMarks(filters: LibraryFilters, deleted: DeletedMarks): LibraryFilters {
  const left = <T extends string>(requested: readonly T[], missing: readonly { id: string }[]): T[] =>
    requested.filter((id) => !missing.some((each) => each.id === id));
  return {
    ...filters,
    lists: left(filters.lists, deleted.lists),
    statuses: left(filters.statuses, deleted.statuses),
    ownTags: left(filters.ownTags, deleted.ownTags),
  };
}

/**
 * Describes deleted lists, statuses and tags, for example `The list “Warm” and the tag “Hot” were deleted.`
 *
 * @param nameOf sanitises a name for display
 */
export function deletedMarksText(deleted: DeletedMarks, nameOf: (name: string) => string): string {
  const names = (all: readonly { name: string | null }[]): string =>
    new Intl.ListFormat('en').format(
      all.map(({ name }) => (name === null ? strings.gone.unnamed : `“${nameOf(name)}”`)),
    );
  const parts = DELETABLE.flatMap((key) => {
    const { length } = deleted[key];
    return length > 0 ? [strings.gone[key](length, names(deleted[key]))] : [];
  });
  const count = DELETABLE.reduce((sum, key) => sum + deleted[key].length, 0);
  const what = new Intl.ListFormat('en').format(parts);
  return strings.gone.fact(`${capitalise(what)} ${count > 1 ? 'were' : 'was'}`);
}
