import { noteDoubtedDay } from '../database/queries/cache/doubted-days.ts';
import type { WriteDb } from '../database/sql.ts';

/** A stored time that is too early by at most this much need not be recorded: deletions allow for it. */
const ALLOWED_MS = 86_400_000;

/**
 * Must be called whenever data that expires is stored. `storedMs` is its stored time, and `latestMs` is the
 * latest time that is possible. If they differ by more than a day, records this, so that the data is not
 * deleted too early without a question (ADR 51).
 */
export function noteStoredTime(cache: WriteDb, storedMs: number, latestMs: number): void {
  if (latestMs - storedMs > ALLOWED_MS) noteDoubtedDay(cache, storedMs, latestMs);
}
