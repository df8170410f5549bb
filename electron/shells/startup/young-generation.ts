import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at its initial size, so each scavenge (a collection of that generation) blocks
 * the process for less than two milliseconds. By default, the young generation grows to 16 MB. A scavenge
 * then takes several milliseconds if nearly all objects survive, for example while 100,000 companies are
 * being read. Must be called first, because the young generation does not shrink again.
 */
export const limitYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1');
