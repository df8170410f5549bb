import { RESULT_COLUMNS, type ResultColumn } from '../../../../shared/model/result-columns.ts';

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
  'stage',
  'fit',
  'window',
];
const GAP_PX = 12;
/** Space, in px, for the row's padding, the monogram and the minimum width of the company's name. */
const COMPANY_PX = 32 + 24 + GAP_PX + 200;

/** Returns the chosen columns that fit into the width, in display order. The amount is never hidden. */
export function columnsFor(chosen: readonly ResultColumn[], width: number): readonly ResultColumn[] {
  const shown = new Set(chosen);
  const needed = (): number => {
    let px = COMPANY_PX;
    for (const column of shown) px += WIDTHS[column].px + GAP_PX;
    return px;
  };
  for (const column of HIDE_ORDER) if (needed() > width) shown.delete(column);
  return RESULT_COLUMNS.filter((column) => shown.has(column));
}

/** Returns the `grid-template-columns` value for a row with these columns. */
export const templateFor = (columns: readonly ResultColumn[]): string =>
  ['var(--monogram)', 'minmax(0, 1fr)', ...columns.map((column) => WIDTHS[column].token)].join(' ');
