import { noteDoubtedDay } from '../database/queries/cache/doubted-days.ts';
import type { WriteDb } from '../database/sql.ts';

/** A stored time may be this much too early without being recorded, because deletions allow for it. */
const ALLOWED_MS = 86_400_000;

/**
 * Records that data was stored with the time `storedMs` although it may be as late as `latestMs`. Such data is
 * not deleted by age without a question (ADR 51). Must be called whenever data that expires is stored.
 */
export function noteStoredTime(cache: WriteDb, storedMs: number, latestMs: number): void {
  if (latestMs - storedMs > ALLOWED_MS) noteDoubtedDay(cache, storedMs, latestMs);
}
