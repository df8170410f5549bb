import {
  RESULT_COLUMNS,
  RESULT_COLUMNS_DEFAULT,
  type ResultColumn,
} from '../../../../shared/model/settings/result-columns.ts';
import { columnsThatFit, columnTemplate, type ColumnSet } from '../../../lib/column-layout.ts';

/**
 * The columns and their widths. `px` is the width in a window 1440 px wide. `token` is the CSS width. In
 * windows narrower than 1100 px, most of these widths are smaller (`ui/tokens.css`). The country and industry
 * columns also grow with the row. The amount column is never hidden.
 */
const COLUMNS: ColumnSet<ResultColumn> = {
  order: RESULT_COLUMNS,
  hideOrder: ['known', 'fetched', 'industry', 'country', 'announced', 'why-now', 'stage', 'fit', 'window'],
  namePx: 32 + 24 + 12 + 188,
  widths: {
    country: { token: 'minmax(var(--col-label), 0.3fr)', px: 96 },
    industry: { token: 'minmax(var(--col-age), 0.5fr)', px: 100 },
    stage: { token: 'var(--col-stage)', px: 94 },
    amount: { token: 'var(--col-amount)', px: 80 },
    announced: { token: 'var(--col-date)', px: 84 },
    window: { token: 'var(--col-window)', px: 80 },
    fit: { token: 'var(--col-fit)', px: 36 },
    'why-now': { token: 'minmax(calc(var(--col-label) * 2), 1.5fr)', px: 192 },
    fetched: { token: 'var(--col-window)', px: 80 },
    known: { token: 'var(--col-known)', px: 64 },
  },
};

/**
 * Columns that a wide list shows in addition to the default ones. They fill space that the name column does
 * not need.
 */
const ADDED_WHEN_WIDE: readonly ResultColumn[] = ['country', 'industry', 'fetched'];
const WIDE_PX = 1_240;

/** Returns the columns to consider: those chosen by the user, or the default ones for this width. */
function defaultedColumns(chosen: readonly ResultColumn[], width: number): readonly ResultColumn[] {
  const isDefault =
    chosen.length === RESULT_COLUMNS_DEFAULT.length &&
    RESULT_COLUMNS_DEFAULT.every((column) => chosen.includes(column));
  return isDefault && width >= WIDE_PX ? [...chosen, ...ADDED_WHEN_WIDE] : chosen;
}

/** Returns the chosen columns that fit into the width, in display order. */
export const columnsFor = (chosen: readonly ResultColumn[], width: number): readonly ResultColumn[] =>
  columnsThatFit(COLUMNS, defaultedColumns(chosen, width), width);

/** Returns the `grid-template-columns` value for a row with these columns. */
export const templateFor = (columns: readonly ResultColumn[]): string => columnTemplate(COLUMNS, columns);
