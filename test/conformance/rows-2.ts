import type { Row } from './kit.ts';
import { ROWS_2_COMPANY } from './rows-2-company.ts';
import { ROWS_2_DETAIL } from './rows-2-detail.ts';
import { ROWS_2_FIELDS } from './rows-2-fields.ts';
import { ROWS_2_ITEM } from './rows-2-item.ts';
import { ROWS_2_PANELS, ROWS_2_STORIES } from './rows-2-panels.ts';
import { ROWS_2_PEOPLE } from './rows-2-people.ts';
import { ROWS_2_VALUES } from './rows-2-values.ts';

/** Sections 3.2 to 3.6: fields and their meanings. */
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
