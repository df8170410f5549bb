import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at its initial size, so each scavenge blocks the process for less than two
 * milliseconds. By default, it grows to 16 MB, and a scavenge takes several milliseconds if nearly all
 * objects survive, for example while 100,000 companies are being read. Must be called first, because the
 * young generation does not shrink again.
 */
export const limitYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1');
