import { noteDoubtedDay } from '../database/queries/cache/doubted-days.ts';
import type { WriteDb } from '../database/sql.ts';

/**
 * A stored time may be too early by at most this much without being recorded, because deletions wait a day
 * longer.
 */
const ALLOWED_MS = 86_400_000;

/**
 * Must be called whenever data that expires is stored. `storedMs` is its stored time, and `latestMs` is the
 * latest time at which it may really have been received. If they differ by more than a day, records this, so
 * that the app asks the user before it deletes the data (ADR 51).
 */
export function noteStoredTime(cache: WriteDb, storedMs: number, latestMs: number): void {
  if (latestMs - storedMs > ALLOWED_MS) noteDoubtedDay(cache, storedMs, latestMs);
}
