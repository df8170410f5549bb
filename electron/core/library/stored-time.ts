import { noteDoubtedDay } from '../database/queries/cache/doubted-days.ts';
import type { WriteDb } from '../database/sql.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/**
 * Differences between the stored time and the time of receipt are recorded only if they are larger than
 * this. A day is safe, because expired data is deleted only a day after it expires.
 */
const ALLOWED_MS = DAY_MS;

/**
 * Must be called whenever data that expires is stored. `storedMs` is the time stored with the data, and
 * `latestMs` is the latest time at which the app may have received the data. If the two differ by more than a
 * day, the difference is recorded, and the app asks the user before it deletes the data (ADR 51).
 */
export function noteStoredTime(cache: WriteDb, storedMs: number, latestMs: number): void {
  if (latestMs - storedMs > ALLOWED_MS) noteDoubtedDay(cache, storedMs, latestMs);
}
