import {
  pairOf,
  putDuplicateDismissal,
  type CompanyPair,
} from '../database/queries/yours/duplicate-dismissals.ts';
import type { WriteDb } from '../database/sql.ts';
import type { Journal } from './undo-journal.ts';

/**
 * Records that two companies with the same website are not duplicates. Must be called within `recordChange`,
 * which provides `journal`.
 */
export function dismissDuplicate(yours: WriteDb, journal: Journal, ids: CompanyPair, atMs: number): void {
  const pair = pairOf(...ids);
  journal.touch({ part: 'duplicate_dismissal', key: pair });
  putDuplicateDismissal(yours, pair, Math.round(atMs));
}
