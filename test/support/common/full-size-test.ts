import { it, type TestFunction } from 'vitest';
import { IS_FULL } from './full-size.ts';

/**
 * Defines a test only at full size. In other runs it does not exist, so it is not counted as skipped either.
 * For tests that plant defects to prove a measurement, which take longer than the measurement itself.
 */
export const itAtFullSize: (name: string, test: TestFunction, timeoutMs?: number) => void = IS_FULL
  ? it
  : () => undefined;
