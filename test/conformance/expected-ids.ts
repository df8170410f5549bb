import { COMPANY_ROW_IDS } from './companies/rows.ts';
import { TEXTS_IDS } from './texts/ids.ts';

/*
 * Every id that must have a conformance row: one for each numbered requirement, each entry in the register of
 * open questions (`docs/simulator.md`), and some further subjects, such as accounts that differ from the
 * documented one. The run fails if an id has no row.
 */

const numbered = (prefix: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${prefix}${from + index}`);
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

export const EXPECTED_IDS: readonly string[] = [
  ...numbered('R-1-', 1, 12),
  'R-2-0a',
  'R-2-0b',
  'R-2-0c',
  ...numbered('R-2-', 1, 21),
  ...numbered('R-2-', 25, 33),
  ...numbered('R-2-', 40, 43),
  'R-2-40a',
  'R-2-40b',
  'R-2-40c',
  'R-2-40d',
  'R-4-0',
  'R-4-1',
  ...LETTERS.map((letter) => `R-4-2-${letter}`),
  ...numbered('R-4-', 3, 12),
  'R-4-12-a',
  'R-4-13',
  ...numbered('R-5-', 1, 6),
  ...numbered('R-WH-', 1, 17),
  'R-WH-8a',
  'R-WH-8b',
  'R-WH-8c',
  'tunnel-silence',
  ...numbered('R-7-', 1, 15),
  'R-7-8a',
  'R-4-2-wa',
  ...numbered('R-8-', 1, 21),
  ...numbered('R-9-', 1, 3),
  'account-check',
  'changed-costs',
  ...numbered('switch-', 1, 45),
  ...numbered('plan-', 1, 4),
  'plan-rolling',
  ...TEXTS_IDS,
  ...COMPANY_ROW_IDS,
];
