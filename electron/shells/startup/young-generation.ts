import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at its initial size, so each collection of that generation (a scavenge) blocks
 * the process for less than two milliseconds. At the default maximum of 16 MB, a scavenge takes several
 * milliseconds if nearly all objects survive, for example while 100,000 companies are being read. Call this
 * before any other code, because the young generation does not shrink again.
 *
 * A scavenge also runs on this thread alone. Otherwise, it sometimes waits more than ten milliseconds for its
 * helper threads, although it has little work for them.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-parallel-scavenge');
}
