import type { Row } from './kit.ts';
import { ROWS_4_COMPANY } from './rows-4-company.ts';
import { ROWS_4_ENDPOINTS } from './rows-4-endpoints.ts';
import { ROWS_4_FILTERS } from './rows-4-filters.ts';
import { ROWS_4_HIRING } from './rows-4-hiring.ts';
import { ROWS_4_PAGING } from './rows-4-paging.ts';
import { ROWS_4_STATS } from './rows-4-stats.ts';

/** Section 3.7: the endpoints. */
export const ROWS_4: readonly Row[] = [
  ...ROWS_4_ENDPOINTS,
  ...ROWS_4_PAGING,
  ...ROWS_4_FILTERS,
  ...ROWS_4_HIRING,
  ...ROWS_4_COMPANY,
  ...ROWS_4_STATS,
];
