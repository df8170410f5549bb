import type { Row } from './kit.ts';
import { SWITCHES_1_TO_5 } from './switches-1-to-5.ts';
import { SWITCHES_6_TO_10 } from './switches-6-to-10.ts';
import { SWITCHES_11_TO_15 } from './switches-11-to-15.ts';
import { SWITCHES_16_TO_19 } from './switches-16-to-19.ts';
import { SWITCHES_20_TO_24 } from './switches-20-to-24.ts';
import { SWITCHES_25_TO_29 } from './switches-25-to-29.ts';
import { SWITCHES_30_TO_34 } from './switches-30-to-34.ts';
import { SWITCHES_35_TO_37 } from './switches-35-to-37.ts';
import { SWITCHES_38_TO_45 } from './switches-38-to-45.ts';

/** The register, every switch with every value. */
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
