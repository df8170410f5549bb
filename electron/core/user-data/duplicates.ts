import {
  insertDuplicateDismissal,
  type CompanyPair,
} from '../database/queries/yours/duplicate-dismissals.ts';
import type { WriteDb } from '../database/sql.ts';
import type { Journal } from './undo-journal.ts';

/**
 * Records that two companies with the same website are not duplicates. Must be called within `recordChange`,
 * which provides `journal`.
 */
export function dismissDuplicate(yours: WriteDb, journal: Journal, pair: CompanyPair, atMs: number): void {
  const dismissalId = insertDuplicateDismissal(yours, pair, Math.round(atMs));
  journal.made({ part: 'duplicate_dismissal', key: [dismissalId] });
}
