import type { Row } from '../kit/bench.ts';
import { ROWS_ACCOUNT_CHECK } from './account-check.ts';
import { ROWS_CHANGED_COSTS } from './changed-costs.ts';
import { ROWS_5 } from './keys.ts';
import { ROWS_7_ERRORS } from './errors.ts';
import { ROWS_7_LIMITS } from './limits.ts';
import { ROWS_8_BUDGETS } from './budgets.ts';
import { ROWS_8_MINUTE } from './minute.ts';
import { ROWS_8_REFUSALS } from './refusals.ts';
import { ROWS_8_TRUTH } from './conflicts.ts';
import { ROWS_PLANS } from './plans.ts';
import { ROWS_9 } from './versions.ts';

export const ROWS_5_TO_9: readonly Row[] = [
  ...ROWS_5,
  ...ROWS_7_ERRORS,
  ...ROWS_7_LIMITS,
  ...ROWS_8_MINUTE,
  ...ROWS_8_BUDGETS,
  ...ROWS_8_REFUSALS,
  ...ROWS_8_TRUTH,
  ...ROWS_9,
  ...ROWS_PLANS,
  ...ROWS_ACCOUNT_CHECK,
  ...ROWS_CHANGED_COSTS,
];
