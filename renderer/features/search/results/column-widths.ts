import {
  RESULT_COLUMNS,
  RESULT_COLUMNS_DEFAULT,
  type ResultColumn,
} from '../../../../shared/model/result-columns.ts';

/**
 * Each column's width token, and the token's approximate value in a window 1440 px wide. In windows narrower
 * than 1100 px, the tokens have smaller values (`ui/tokens.css`).
 */
const WIDTHS: Readonly<Record<ResultColumn, { readonly token: string; readonly px: number }>> = {
  country: { token: 'var(--col-label)', px: 96 },
  industry: { token: 'var(--col-age)', px: 100 },
  stage: { token: 'var(--col-stage)', px: 84 },
  amount: { token: 'var(--col-amount)', px: 80 },
  announced: { token: 'var(--col-date)', px: 84 },
  window: { token: 'var(--col-window)', px: 80 },
  fit: { token: 'var(--col-fit)', px: 36 },
  fetched: { token: 'var(--col-window)', px: 80 },
  known: { token: 'var(--col-known)', px: 64 },
};
/** The order in which columns are hidden if not all of them fit. */
const HIDE_ORDER: readonly ResultColumn[] = [
  'known',
  'fetched',
  'industry',
  'country',
  'announced',
  'fit',
  'window',
  'stage',
];
const GAP_PX = 12;
/** Space, in px, for the row's padding, the monogram and the minimum width of the company's name. */
const COMPANY_PX = 32 + 24 + GAP_PX + 188;

/**
 * Columns that a wide list shows in addition to the default ones, in the order in which they are added. The
 * name column would otherwise be mostly empty.
 */
const ADDED_WHEN_WIDE: readonly ResultColumn[] = ['country', 'industry', 'fetched'];
const WIDE_PX = 1_240;

/** Returns the columns to consider: those chosen by the user, or the default ones for this width. */
export function defaultedColumns(chosen: readonly ResultColumn[], width: number): readonly ResultColumn[] {
  const isDefault =
    chosen.length === RESULT_COLUMNS_DEFAULT.length &&
    RESULT_COLUMNS_DEFAULT.every((column) => chosen.includes(column));
  return isDefault && width >= WIDE_PX ? [...chosen, ...ADDED_WHEN_WIDE] : chosen;
}

/** Returns the chosen columns that fit into the width, in display order. The amount is never hidden. */
export function columnsFor(chosen: readonly ResultColumn[], width: number): readonly ResultColumn[] {
  const shown = new Set(defaultedColumns(chosen, width));
  const needed = (): number => {
    let px = COMPANY_PX;
    for (const column of shown) px += WIDTHS[column].px + GAP_PX;
    return px;
  };
  for (const column of HIDE_ORDER) if (needed() > width) shown.delete(column);
  return RESULT_COLUMNS.filter((column) => shown.has(column));
}

/** The share of a row's free space that a column of text takes, besides the name. */
const SHARES: Readonly<Partial<Record<ResultColumn, string>>> = { country: '0.3fr', industry: '0.5fr' };

/** Returns the `grid-template-columns` value for a row with these columns. */
export const templateFor = (columns: readonly ResultColumn[]): string =>
  [
    'var(--monogram)',
    'minmax(0, 1fr)',
    ...columns.map((column) => {
      const share = SHARES[column];
      return share === undefined ? WIDTHS[column].token : `minmax(${WIDTHS[column].token}, ${share})`;
    }),
  ].join(' ');
