import { ROWS_COMPANIES } from './companies/rows.ts';
import { EXPECTED_IDS } from './expected-ids.ts';
import type { Row } from './kit/bench.ts';
import { ROWS_CATCH_UP } from './search/catch-up.ts';
import { ROWS_FILTER_OPTIONS } from './search/filter-options.ts';
import { ROWS_PAGES } from './search/pages-and-waits.ts';
import { ROWS_1 } from './section-1/service.ts';
import { ROWS_2 } from './section-2/rows.ts';
import { ROWS_4 } from './section-4/rows.ts';
import { ROWS_5_TO_9 } from './section-5-to-9/rows.ts';
import { ROWS_WEBHOOK } from './webhook/rows.ts';
import { ROWS_TEXTS } from './texts/rows.ts';
import { ROWS_SWITCHES } from './switches/rows.ts';

const order = new Map(EXPECTED_IDS.map((id, index) => [id, index]));
const placeOf = ({ id }: Row): number => order.get(id) ?? EXPECTED_IDS.length;

/** All rows, in the order of the requirements. */
export const ROWS: readonly Row[] = [
  ...ROWS_1,
  ...ROWS_2,
  ...ROWS_4,
  ...ROWS_5_TO_9,
  ...ROWS_WEBHOOK,
  ...ROWS_SWITCHES,
  ...ROWS_TEXTS,
  ...ROWS_COMPANIES,
  ...ROWS_FILTER_OPTIONS,
  ...ROWS_CATCH_UP,
  ...ROWS_PAGES,
].toSorted((a, b) => placeOf(a) - placeOf(b));

export interface Gaps {
  /** Required ids without a row. */
  readonly missing: readonly string[];
  /** Ids with more than one row. */
  readonly twice: readonly string[];
  /** Ids of rows that are not among the required ids. */
  readonly unknown: readonly string[];
}

export function gapsOf(rows: readonly Row[]): Gaps {
  const ids = rows.map(({ id }) => id);
  return {
    missing: EXPECTED_IDS.filter((id) => !ids.includes(id)),
    twice: [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))],
    unknown: ids.filter((id) => !order.has(id)),
  };
}
