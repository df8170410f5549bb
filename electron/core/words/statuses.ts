import { AppFailure } from '../../../shared/app-failure.ts';
import { statusIdSchema, type Marks, type Status, type StatusId } from '../../../shared/model/words.ts';
import {
  clearCompanyStatus,
  putCompanyStatus,
  renameStatus,
  statuses,
  statusesOf,
  statusNamed,
} from '../db/queries/statuses.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import { insertOwnAct } from '../db/queries/own-acts.ts';
import { fold } from '../library/fold.ts';
import type { Journal } from './journal.ts';
import type { Subject } from './subjects.ts';

/** The seller's own pipeline. What the service's dashboard calls a status is something else and never mixed in. */
export interface Statuses {
  /** One for all; null takes the status off. A company that bears it already keeps the time when it was set. */
  set(companies: readonly Subject[], statusId: StatusId | null, setAtMs: number): void;
  /** @throws AppFailure conflict name-taken */
  rename(statusId: StatusId, name: string): void;
}

/** In the order of the pipeline. */
export const listStatuses = (db: ReadDb): Status[] =>
  statuses(db).map(({ statusId, name, count }) => ({ id: statusIdSchema.parse(statusId), name, count }));

export function statusOfCompany(db: ReadDb, companyId: string): Marks['status'] {
  const stored = statusesOf(db, [companyId]).get(companyId);
  if (stored === undefined) return null;
  return { id: statusIdSchema.parse(stored.statusId), name: stored.name, setAtMs: stored.setAtMs };
}

/** Call within `recordChange`. */
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
      // For the timeline: the status itself knows only when it was last set. An undo takes this back too.
      const act = { companyId, companyName, atMs: setAtMs, about: statusId, personRefId: null };
      journal.made({ part: 'own_act', key: [insertOwnAct(db, { ...act, what: 'status' })] });
    }
  },
  rename: (statusId, name) => {
    const holder = statusNamed(db, fold(name));
    if (holder !== null && holder !== statusId)
      throw new AppFailure({ kind: 'conflict', reason: 'name-taken', preview: null });
    journal.touch({ part: 'status', key: [statusId] });
    renameStatus(db, { statusId, name, nameFolded: fold(name) });
  },
});
