import {
  LIBRARY_COLUMNS,
  LIBRARY_COLUMNS_DEFAULT,
  type LibraryColumn,
} from '../../../shared/model/settings/library-columns.ts';
import type { LibrarySort } from '../../../shared/model/library.ts';
import { columnsThatFit, neededWidth, type ChosenWidths, type ColumnSet } from '../../lib/column-layout.ts';

/** If the list is narrower than this many px, its columns use their narrow widths. */
const NARROW_BELOW_PX = 720;
/**
 * The same limit for a list with why-now lines. This limit is larger, because most of these lines have room
 * for a round and its lead investor only if country names and ages are short.
 */
const NARROW_BESIDE_WHY_NOW_PX = 1_200;
/** The columns in the order in which they are hidden if not all of them fit. The amount is never hidden. */
const HIDE_ORDER: readonly LibraryColumn[] = [
  'industry',
  'country',
  'announced',
  'marks',
  'fit',
  'why-now',
  'stage',
  'fetched',
  'window',
];
const WIDE: ColumnSet<LibraryColumn> = {
  order: LIBRARY_COLUMNS,
  hideOrder: HIDE_ORDER,
  namePx: 32 + 24 + 12 + 200,
  widths: {
    marks: { token: 'fit-content(calc(var(--col-label) * 2))', px: 96 },
    country: { token: 'var(--col-label)', px: 96 },
    industry: { token: 'var(--col-age)', px: 100 },
    stage: { token: 'var(--col-stage)', px: 94 },
    amount: { token: 'var(--col-amount)', px: 80 },
    // At least as wide as the column's header.
    announced: { token: 'max(var(--col-date), calc(68px * var(--text-scale)))', px: 84 },
    window: { token: 'var(--col-window)', px: 80 },
    fit: { token: 'var(--col-fit)', px: 36 },
    'why-now': { token: 'calc(var(--col-label) * 3.625)', px: 348 },
    fetched: { token: 'var(--col-age)', px: 100 },
  },
};
const NARROW: ColumnSet<LibraryColumn> = {
  ...WIDE,
  namePx: 32 + 24 + 12 + 188,
  widths: {
    ...WIDE.widths,
    amount: { token: 'var(--col-num)', px: 72 },
    fetched: { token: 'var(--col-small)', px: 48 },
  },
};
/** Returns whether a column set is the narrow set, with country codes and short ages. */
export const isNarrow = (set: ColumnSet<LibraryColumn>): boolean => set === NARROW;

/**
 * Returns the column set for the chosen columns in a list of the given width. The width is in px at normal
 * text size.
 */
export function columnSetFor(
  width: number,
  chosen: readonly LibraryColumn[],
  sizes?: ChosenWidths<LibraryColumn>,
): ColumnSet<LibraryColumn> {
  if (width < NARROW_BELOW_PX) return NARROW;
  const showsWhyNow =
    width < NARROW_BESIDE_WHY_NOW_PX && columnsThatFit(NARROW, chosen, width, sizes).includes('why-now');
  return showsWhyNow ? NARROW : WIDE;
}

/** Width in px of a why-now line that contains only the round, as most lines do. */
const WHY_NOW_SHORT_PX = 224;

interface LibraryLayout {
  readonly set: ColumnSet<LibraryColumn>;
  /** The columns that fit, in display order. */
  readonly columns: readonly LibraryColumn[];
  readonly sizes: ChosenWidths<LibraryColumn>;
}
/**
 * Returns the columns that a list of this width shows. If a chosen column does not fit, the why-now column is
 * narrowed, because most of its lines are shorter than the column. A width that the user has set is not
 * changed.
 *
 * @param width in px at normal text size
 */
export function libraryLayout(
  width: number,
  chosen: readonly LibraryColumn[],
  sizes: ChosenWidths<LibraryColumn> = {},
): LibraryLayout {
  const set = columnSetFor(width, chosen, sizes);
  const usual = { set, columns: columnsThatFit(set, chosen, width, sizes), sizes };
  const isWhole = usual.columns.length === chosen.length;
  if (isWhole || sizes['why-now'] !== undefined || !usual.columns.includes('why-now')) return usual;
  const short = { ...sizes, 'why-now': WHY_NOW_SHORT_PX };
  const columns = columnsThatFit(set, chosen, width, short);
  if (columns.length === usual.columns.length) return usual;
  const spare = width - neededWidth(set, columns, short);
  const px = Math.min(set.widths['why-now'].px, WHY_NOW_SHORT_PX + spare);
  return { set, columns, sizes: { ...sizes, 'why-now': px } };
}

/** The sort order that the first click on each column's header selects. `company` is the first column. */
const SORTS: Readonly<Partial<Record<LibraryColumn | 'company', LibrarySort>>> = {
  company: 'name',
  amount: 'amount',
  announced: 'announced',
  window: 'window',
  fit: 'fit',
  fetched: 'fetched',
};
/** Sort orders whose default direction is ascending. For all others, it is descending. */
const ASCENDING: readonly LibrarySort[] = ['name', 'window'];

export const isReversed = (sort: LibrarySort): boolean => sort.endsWith('-reversed');
/** Returns the sort order in its default direction. */
export const usualSort = (sort: LibrarySort): LibrarySort => sort.replace('-reversed', '') as LibrarySort;

/** Returns the sort state of a column's header; null if the list cannot be sorted by the column. */
export function headerSort(
  column: LibraryColumn | 'company',
  sort: LibrarySort,
): 'ascending' | 'descending' | 'none' | null {
  const own = SORTS[column];
  if (own === undefined) return null;
  if (usualSort(sort) !== own) return 'none';
  return ASCENDING.includes(own) === isReversed(sort) ? 'descending' : 'ascending';
}

/**
 * Returns the sort order after a click on a column's header. The first click sorts in the usual direction,
 * the second in the reverse direction, and the third by best match again.
 */
export function nextSort(column: LibraryColumn | 'company', sort: LibrarySort): LibrarySort {
  const own = SORTS[column];
  if (own === undefined || usualSort(sort) !== own) return own ?? sort;
  return isReversed(sort) ? 'relevance' : (`${own}-reversed` as LibrarySort);
}

export { LIBRARY_COLUMNS, LIBRARY_COLUMNS_DEFAULT, type LibraryColumn };
