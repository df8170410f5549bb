import { it, type TestFunction } from 'vitest';
import { IS_FULL } from './full-size.ts';

/**
 * Defines a test that exists only at full size, so shorter runs do not count it as skipped. This is for tests
 * that plant defects to prove that a measurement would find them. They take longer than the measurement
 * itself.
 */
export const itAtFullSize: (name: string, test: TestFunction, timeoutMs?: number) => void = IS_FULL
  ? it
  : () => undefined;
