import { AppFailure } from '../../../shared/app-failure.ts';
import { statusIdSchema, type Marks, type Status, type StatusId } from '../../../shared/model/user-data.ts';
import {
  clearCompanyStatus,
  putCompanyStatus,
  renameStatus,
  statuses,
  statusesOf,
  statusNamed,
} from '../database/queries/yours/statuses.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { insertOwnAct } from '../database/queries/yours/user-actions.ts';
import { fold } from '../foundation/fold-diacritics.ts';
import type { Journal } from './undo-journal.ts';
import type { Subject } from './company-reference.ts';

/** Company statuses in the user's pipeline. Independent of the status on the service's dashboard. */
export interface Statuses {
  /**
   * Sets the status of all given companies; null clears it. A company that already has the status keeps the
   * time at which it was set.
   */
  set(companies: readonly Subject[], statusId: StatusId | null, setAtMs: number): void;
  /** @throws AppFailure `conflict` (`name-taken`) */
  rename(statusId: StatusId, name: string): void;
}

/** Returns the statuses in the order of the pipeline. */
export const listStatuses = (db: ReadDb): Status[] =>
  statuses(db).map(({ statusId, name, count }) => ({ id: statusIdSchema.parse(statusId), name, count }));

export function statusOfCompany(db: ReadDb, companyId: string): Marks['status'] {
  const stored = statusesOf(db, [companyId]).get(companyId);
  if (stored === undefined) return null;
  return { id: statusIdSchema.parse(stored.statusId), name: stored.name, setAtMs: stored.setAtMs };
}

/** Must be called within `recordChange`, which provides `journal`. */
export const createStatuses = (db: WriteDb, journal: Journal): Statuses => ({
  set: (companies, statusId, setAtMs) => {
    const known = statusesOf(
      db,
      companies.map(({ companyId }) => companyId),
    );
    for (const { companyId, companyName } of companies) {
      if ((known.get(companyId)?.statusId ?? null) === statusId) continue;
      journal.touch({ part: 'company_status', key: [companyId] });
      if (statusId === null) clearCompanyStatus(db, companyId);
      else putCompanyStatus(db, { companyId, companyName, statusId, setAtMs });
      // Records the change for the timeline, because `company_status` contains only the current status.
      const act = { companyId, companyName, atMs: setAtMs, about: statusId, personRefId: null };
      journal.made({ part: 'own_act', key: [insertOwnAct(db, { ...act, what: 'status' })] });
    }
  },
  rename: (statusId, name) => {
    const holder = statusNamed(db, fold(name));
    if (holder !== null && holder !== statusId)
      throw new AppFailure({ kind: 'conflict', reason: 'name-taken' });
    journal.touch({ part: 'status', key: [statusId] });
    renameStatus(db, { statusId, name, nameFolded: fold(name) });
  },
});
