import { RESULT_COLUMNS, type ResultColumn } from '../../../../shared/model/result-columns.ts';

/** Width of each at 1440 px of window, px: the tokens of `ui/tokens.css`. They are smaller below 1100. */
const WIDTHS: Readonly<Record<ResultColumn, { readonly token: string; readonly px: number }>> = {
  country: { token: 'var(--col-label)', px: 96 },
  industry: { token: 'var(--col-age)', px: 100 },
  stage: { token: 'var(--col-stage)', px: 76 },
  amount: { token: 'var(--col-amount)', px: 80 },
  announced: { token: 'var(--col-date)', px: 84 },
  window: { token: 'var(--col-window)', px: 80 },
  fit: { token: 'var(--col-fit)', px: 36 },
  fetched: { token: 'var(--col-window)', px: 80 },
  known: { token: 'var(--col-known)', px: 64 },
};
/** Given up first where there is no room for all. */
const GIVEN_UP: readonly ResultColumn[] = [
  'known',
  'fetched',
  'industry',
  'country',
  'announced',
  'stage',
  'fit',
  'window',
];
const GAP = 12;
/** Both sides of a row, its monogram, and what a company's name needs beside it. */
const COMPANY = 32 + 24 + GAP + 200;

/** Those of the chosen columns that a list so wide has room for, in their order; the amount always. Pure. */
export function columnsFor(chosen: readonly ResultColumn[], width: number): readonly ResultColumn[] {
  const shown = new Set(chosen);
  const needed = (): number => {
    let px = COMPANY;
    for (const column of shown) px += WIDTHS[column].px + GAP;
    return px;
  };
  for (const column of GIVEN_UP) if (needed() > width) shown.delete(column);
  return RESULT_COLUMNS.filter((column) => shown.has(column));
}

/** `grid-template-columns` of a row with these columns. Pure. */
export const templateFor = (columns: readonly ResultColumn[]): string =>
  ['var(--monogram)', 'minmax(0, 1fr)', ...columns.map((column) => WIDTHS[column].token)].join(' ');
