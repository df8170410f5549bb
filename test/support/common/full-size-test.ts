import { it, type TestFunction } from 'vitest';
import { IS_FULL } from './full-size.ts';

/**
 * Defines a test that exists only at full size, so shorter runs do not count it as skipped. These tests plant
 * defects to prove that a measurement would find them, which takes longer than the measurement itself.
 */
export const itAtFullSize: (name: string, test: TestFunction, timeoutMs?: number) => void = IS_FULL
  ? it
  : () => undefined;
