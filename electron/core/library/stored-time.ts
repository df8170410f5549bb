import { noteDoubtedDay } from '../database/queries/cache/doubted-days.ts';
import type { WriteDb } from '../database/sql.ts';

/**
 * By how much a stored time may be too early without being recorded. A day is safe, because expired data is
 * deleted only a day after it expires.
 */
const ALLOWED_MS = 86_400_000;

/**
 * Must be called whenever data that expires is stored. `storedMs` is its stored time, and `latestMs` is the
 * latest time at which it may really have been received. If the two differ by more than a day, the difference
 * is recorded, and the app later asks the user before it deletes the data (ADR 51).
 */
export function noteStoredTime(cache: WriteDb, storedMs: number, latestMs: number): void {
  if (latestMs - storedMs > ALLOWED_MS) noteDoubtedDay(cache, storedMs, latestMs);
}
