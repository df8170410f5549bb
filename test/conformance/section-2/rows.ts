import type { Row } from '../kit/bench.ts';
import { ROWS_2_COMPANY } from './company.ts';
import { ROWS_2_DETAIL } from './company-detail.ts';
import { ROWS_2_FIELDS } from './field-formats.ts';
import { ROWS_2_ITEM } from './list-item.ts';
import { ROWS_2_PANELS, ROWS_2_STORIES } from './panels.ts';
import { ROWS_2_PEOPLE } from './contacts.ts';
import { ROWS_2_VALUES } from './filter-values.ts';

/** Rows for sections 3.2 to 3.6 of the requirements: fields and their meanings. */
export const ROWS_2: readonly Row[] = [
  ...ROWS_2_FIELDS,
  ...ROWS_2_ITEM,
  ...ROWS_2_COMPANY,
  ...ROWS_2_DETAIL,
  ...ROWS_2_PANELS,
  ...ROWS_2_PEOPLE,
  ...ROWS_2_STORIES,
  ...ROWS_2_VALUES,
];
