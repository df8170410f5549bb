import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at its initial size, so most collections of that generation (scavenges) block
 * the process for less than two milliseconds. At the default maximum of 16 MB, a scavenge takes several
 * milliseconds if nearly all objects survive, for example while 100,000 companies are being read. Call this
 * before any other code, because the young generation does not shrink again.
 *
 * Scavenges run without helper threads. A small young generation is little work for them, and with them, more
 * scavenges took over ten milliseconds (`bench/README.md`).
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--no-parallel-scavenge');
}
