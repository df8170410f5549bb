import type { Row } from './kit.ts';
import { ROWS_5 } from './rows-5.ts';
import { ROWS_7_ERRORS } from './rows-7-errors.ts';
import { ROWS_7_LIMITS } from './rows-7-limits.ts';
import { ROWS_8_BUDGETS } from './rows-8-budgets.ts';
import { ROWS_8_MINUTE } from './rows-8-minute.ts';
import { ROWS_8_REFUSALS } from './rows-8-refusals.ts';
import { ROWS_8_TRUTH } from './rows-8-truth.ts';
import { ROWS_9 } from './rows-9.ts';

export const ROWS_5_TO_9: readonly Row[] = [
  ...ROWS_5,
  ...ROWS_7_ERRORS,
  ...ROWS_7_LIMITS,
  ...ROWS_8_MINUTE,
  ...ROWS_8_BUDGETS,
  ...ROWS_8_REFUSALS,
  ...ROWS_8_TRUTH,
  ...ROWS_9,
];
