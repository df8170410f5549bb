import { setFlagsFromString } from 'node:v8';

/**
 * Keeps what the collector looks through in one go at the size that it begins with. It doubles again and again otherwise, up to
 * 16 MB: while 100,000 companies are read nearly all of that stays, and each go holds the process several milliseconds, where
 * most now take under two; the freed room is not given back either. To be called first of all: nothing of it shrinks.
 *
 * V8 reads this flag whenever it would grow. Where a V8 no longer knows it, it says so on stderr and goes on.
 */
export const keepYoungHeapSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');
