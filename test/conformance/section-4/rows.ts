import type { Row } from '../kit/bench.ts';
import { ROWS_4_ACCOUNT } from './account.ts';
import { ROWS_4_COMPANY } from './company.ts';
import { ROWS_4_ENDPOINTS } from './endpoints.ts';
import { ROWS_4_FILTERS } from './filters.ts';
import { ROWS_4_HIRING } from './hiring.ts';
import { ROWS_4_PAGING } from './paging.ts';
import { ROWS_4_STATS } from './stats.ts';

/** Rows for section 3.7 of the requirements: endpoints. */
export const ROWS_4: readonly Row[] = [
  ...ROWS_4_ENDPOINTS,
  ...ROWS_4_PAGING,
  ...ROWS_4_FILTERS,
  ...ROWS_4_HIRING,
  ...ROWS_4_COMPANY,
  ...ROWS_4_STATS,
  ...ROWS_4_ACCOUNT,
];
