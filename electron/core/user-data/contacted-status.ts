import { statusIdSchema } from '../../../shared/model/user-data.ts';
import { statuses, statusesOf } from '../database/queries/yours/statuses.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import type { Subject } from './company-reference.ts';
import { createStatuses } from './statuses.ts';
import type { Journal } from './undo-journal.ts';

/** The status for contacted companies. Every new workspace has it. */
const CONTACTED = { statusId: 'contacted', name: 'Contacted' } as const;

/** Returns the companies whose status `markContacted` changes. */
export function notYetContacted<Company extends { readonly companyId: string }>(
  yours: ReadDb,
  companies: readonly Company[],
): Company[] {
  const pipeline = statuses(yours);
  const contactedAt = pipeline.findIndex(
    ({ statusId, name }) => statusId === CONTACTED.statusId && name === CONTACTED.name,
  );
  if (contactedAt < 0) return [];
  const known = statusesOf(
    yours,
    companies.map(({ companyId }) => companyId),
  );
  // A company without a status has the position -1, so it counts as earlier than every status.
  const positionOf = (companyId: string): number =>
    pipeline.findIndex(({ statusId }) => statusId === known.get(companyId)?.statusId);
  return companies.filter(({ companyId }) => positionOf(companyId) < contactedAt);
}

/**
 * Moves companies that the user has contacted to the status Contacted, unless they already have this status
 * or a later one. Does nothing if the user renamed or deleted the status, because a renamed status may mean
 * something else. Must be called within `recordChange`, which provides `journal`.
 *
 * @returns the number of companies whose status has changed
 */
export function markContacted(
  yours: WriteDb,
  journal: Journal,
  companies: readonly Subject[],
  atMs: number,
): number {
  const earlier = notYetContacted(yours, companies);
  if (earlier.length > 0)
    createStatuses(yours, journal).set(earlier, statusIdSchema.parse(CONTACTED.statusId), atMs);
  return earlier.length;
}
