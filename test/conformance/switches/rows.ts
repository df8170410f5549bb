import type { Row } from '../kit/bench.ts';
import { SWITCHES_1_TO_5 } from './1-to-5.ts';
import { SWITCHES_6_TO_10 } from './6-to-10.ts';
import { SWITCHES_11_TO_15 } from './11-to-15.ts';
import { SWITCHES_16_TO_19 } from './16-to-19.ts';
import { SWITCHES_20_TO_24 } from './20-to-24.ts';
import { SWITCHES_25_TO_29 } from './25-to-29.ts';
import { SWITCHES_30_TO_34 } from './30-to-34.ts';
import { SWITCHES_35_TO_37 } from './35-to-37.ts';
import { SWITCHES_38_TO_45 } from './38-to-45.ts';

/** All rows of the register of open questions. Each row tests every value of its switch. */
export const ROWS_SWITCHES: readonly Row[] = [
  ...SWITCHES_1_TO_5,
  ...SWITCHES_6_TO_10,
  ...SWITCHES_11_TO_15,
  ...SWITCHES_16_TO_19,
  ...SWITCHES_20_TO_24,
  ...SWITCHES_25_TO_29,
  ...SWITCHES_30_TO_34,
  ...SWITCHES_35_TO_37,
  ...SWITCHES_38_TO_45,
];
