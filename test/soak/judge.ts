import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { close } from '../../electron/core/database/sql.ts';
import { openLedger } from '../support/quota/governor-world.ts';
import { matchTranscript } from '../support/simulator/transcript-check.ts';
import type { TranscriptEntry } from '../../electron/simulator/service/transcript.ts';

/* Checks the results of a simulated month. */

const MINUTE_MS = 60_000;
/** The maximum number of requests in any 60 seconds (specification §8). */
const A_MINUTE = 20;

/**
 * Returns the 429 responses that the app itself caused. Injected 429s never count. Before `othersFromMs`, no
 * other device sends requests, so all other 429s count. Later, a 429 counts only if the app's own requests
 * had already used up the minute limit.
 */
export function causedRefusals(
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

/** Returns requests without a ledger row, rows without a request, and rows whose cost is too low. */
export function ledgerDifferences(dataDir: string, entries: readonly TranscriptEntry[]): readonly string[] {
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

/**
 * Returns the relative rise of a curve, from the median of its first third to the median of its last third;
 * 0.1 means a rise of 10%.
 */
export function rise(curve: readonly number[]): number {
  const third = Math.max(1, Math.floor(curve.length / 3));
  const median = (part: readonly number[]): number =>
    part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  return median(curve.slice(-third)) / Math.max(1, median(curve.slice(0, third))) - 1;
}
