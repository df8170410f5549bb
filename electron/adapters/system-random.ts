import { randomBytes } from 'node:crypto';
import type { RandomSource } from '../core/ports.ts';

export function createSystemRandom(): RandomSource {
  return { bytes: (count) => randomBytes(count) };
}
