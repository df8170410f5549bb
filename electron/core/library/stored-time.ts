import { noteDoubtedDay } from '../database/queries/cache/doubted-days.ts';
import type { WriteDb } from '../database/sql.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/**
 * The largest difference between the stored time and the time of receipt that is ignored. An error of a day
 * causes no early deletion, because expired data is deleted only a day after it expires.
 */
const ALLOWED_MS = DAY_MS;

/**
 * Call this whenever data that expires is stored. `storedMs` is the time stored with the data, and `latestMs`
 * is the latest time at which the app may have received it. If `latestMs` is more than a day later, both
 * times are recorded, and the app asks the user before it deletes the data (ADR 51).
 */
export function noteStoredTime(cache: WriteDb, storedMs: number, latestMs: number): void {
  if (latestMs - storedMs > ALLOWED_MS) noteDoubtedDay(cache, storedMs, latestMs);
}
