import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { close } from '../../electron/core/db/sql.ts';
import { openLedger } from '../support/quota-world.ts';
import { matchTranscript } from '../support/transcript-check.ts';
import type { TranscriptEntry } from '../../electron/simulator/transcript.ts';

/* What a month left behind, against what it has to be. */

const MINUTE_MS = 60_000;
/** Calls in a rolling minute [§8]. */
const A_MINUTE = 20;

/**
 * 429s that this client earned by itself: those of days on which nobody else used the account, and of a minute that its own
 * calls filled. What the service was told to answer is not earned.
 */
export function earned(
  entries: readonly TranscriptEntry[],
  othersFromMs: number,
): readonly TranscriptEntry[] {
  return entries.filter((entry) => {
    if (entry.status !== 429 || entry.fault !== undefined) return false;
    if (entry.atMs < othersFromMs) return true;
    const before = entries.filter(
      ({ atMs, status }) =>
        status >= 200 && status < 300 && atMs <= entry.atMs && atMs > entry.atMs - MINUTE_MS,
    );
    return before.length >= A_MINUTE;
  });
}

/** Calls without a row, rows without a call, and rows that say less than was charged. */
export function unaccounted(dataDir: string, entries: readonly TranscriptEntry[]): readonly string[] {
  const [file, ...more] = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('ledger.db'),
  );
  if (file === undefined || more.length > 0) throw new Error('one workspace has one ledger');
  const ledger = openLedger(join(dataDir, file));
  try {
    return matchTranscript(ledger, entries).wrong;
  } finally {
    close(ledger);
  }
}

/** How far the end of a curve lies above its beginning, as a share: medians of a third each. */
export function rise(curve: readonly number[]): number {
  const third = Math.max(1, Math.floor(curve.length / 3));
  const median = (part: readonly number[]): number =>
    part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  return median(curve.slice(-third)) / Math.max(1, median(curve.slice(0, third))) - 1;
}
