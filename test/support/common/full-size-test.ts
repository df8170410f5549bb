import { it, type TestFunction } from 'vitest';
import { IS_FULL } from './full-size.ts';

/**
 * Defines a test that runs only at full size. In shorter runs the test is not defined at all, so it does not
 * count as skipped. Such tests plant defects to prove that a measurement finds them, and take longer than the
 * measurement itself.
 */
export const itAtFullSize: (name: string, test: TestFunction, timeoutMs?: number) => void = IS_FULL
  ? it
  : () => undefined;
