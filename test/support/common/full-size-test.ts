import { it, type TestFunction } from 'vitest';
import { IS_FULL } from './full-size.ts';

/**
 * Defines a test only at full size. In other runs the test does not exist, so it is not counted as skipped.
 * Used for tests that prove a measurement by planting defects, because they take longer than the measurement
 * itself.
 */
export const itAtFullSize: (name: string, test: TestFunction, timeoutMs?: number) => void = IS_FULL
  ? it
  : () => undefined;
