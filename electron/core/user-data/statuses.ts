import { AppFailure } from '../../../shared/app-failure.ts';
import { statusIdSchema, type Marks, type Status, type StatusId } from '../../../shared/model/user-data.ts';
import {
  clearCompanyStatus,
  companiesWithStatus,
  deleteStatus,
  greatestStatusPosition,
  hasStatus,
  insertStatus,
  putCompanyStatus,
  putStatusPosition,
  renameStatus,
  statuses,
  statusesOf,
  statusNamed,
} from '../database/queries/yours/statuses.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import { insertOwnAct } from '../database/queries/yours/user-actions.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import type { Journal } from './undo-journal.ts';
import type { Subject } from './company-reference.ts';
import { requireStatusRoom, type Slot } from './undo-slots.ts';

/** Company statuses in the user's pipeline. Independent of the status on the service's dashboard. */
export interface Statuses {
  /**
   * Sets the status of all given companies; null clears it. A company that already has the status keeps the
   * time at which it was set.
   */
  set(companies: readonly Subject[], statusId: StatusId | null, setAtMs: number): void;
  /** @throws AppFailure `not-found` (`status`), `conflict` (`name-taken`) */
  rename(statusId: StatusId, name: string): void;
  /**
   * Adds a status at the end of the pipeline.
   * @throws AppFailure `conflict` (`name-taken`); `validation` if there are already `STATUSES_MAX` statuses
   */
  add(name: string, addedAtMs: number): StatusId;
  /**
   * Moves a status to the place `to` in the pipeline, counted from 0.
   * @throws AppFailure `not-found` (`status`)
   */
  move(statusId: StatusId, to: number, movedAtMs: number): void;
  /**
   * Deletes a status. Its companies first get the status `moveTo`; if `moveTo` is null, they get none.
   * @throws AppFailure `not-found` (`status`); `validation` if it is the last status or equals `moveTo`
   */
  remove(statusId: StatusId, moveTo: StatusId | null, removedAtMs: number): void;
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
export function createStatuses(db: WriteDb, journal: Journal): Statuses {
  const set: Statuses['set'] = (companies, statusId, setAtMs) => {
    if (statusId !== null) requireStatus(db, statusId);
    const known = statusesOf(
      db,
      companies.map(({ companyId }) => companyId),
    );
    for (const { companyId, companyName } of companies) {
      if ((known.get(companyId)?.statusId ?? null) === statusId) continue;
      journal.touch({ part: 'company_status', key: [companyId] });
      if (statusId === null) clearCompanyStatus(db, companyId);
      else putCompanyStatus(db, { companyId, companyName, statusId, setAtMs });
      // `company_status` contains only the current status, so the change is recorded separately for the
      // timeline.
      const act = { companyId, companyName, atMs: setAtMs, about: statusId, personRefId: null };
      journal.made({ part: 'own_act', key: [insertOwnAct(db, { ...act, what: 'status' })] });
    }
  };
  return {
    set,
    rename: (statusId, name) => {
      requireStatus(db, statusId);
      requireFreeName(db, name, statusId);
      journal.touch(slotOf(statusId));
      renameStatus(db, { statusId, name, nameFolded: fold(name) });
    },
    add: (name, addedAtMs) => {
      requireFreeName(db, name, null);
      requireStatusRoom(db);
      const position = unusedPosition(db, addedAtMs);
      // No status has ever had this position, so no status has ever had this id either. An old id must not be
      // reused, because timeline entries still refer to it.
      const statusId = statusIdSchema.parse(`own-${position}`);
      insertStatus(db, { statusId, position, name, nameFolded: fold(name) });
      journal.made(slotOf(statusId));
      return statusId;
    },
    move: (statusId, to, movedAtMs) => {
      requireStatus(db, statusId);
      const before = statuses(db).map((status) => status.statusId);
      const others = before.filter((each) => each !== statusId);
      const after = [...others.slice(0, to), statusId, ...others.slice(to)];
      if (after.every((each, index) => each === before[index])) return;
      const first = unusedPosition(db, movedAtMs);
      after.forEach((each, index) => {
        journal.touch(slotOf(each));
        putStatusPosition(db, { statusId: each, position: first + index });
      });
    },
    remove: (statusId, moveTo, removedAtMs) => {
      requireStatus(db, statusId);
      if (moveTo === statusId) throw invalid('moveTo', 'must be another status');
      if (statuses(db).length === 1) throw invalid('id', 'the last status cannot be deleted');
      set(companiesWithStatus(db, statusId), moveTo, removedAtMs);
      journal.touch(slotOf(statusId));
      deleteStatus(db, statusId);
    },
  };
}

const slotOf = (statusId: string): Slot => ({ part: 'status', key: [statusId] });

/**
 * Returns a position greater than every position that a status has ever had, so undo can restore any status
 * at its old position.
 */
const unusedPosition = (db: ReadDb, atMs: number): number => Math.max(greatestStatusPosition(db) + 1, atMs);

const invalid = (path: string, message: string): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path, message }] });

function requireStatus(db: ReadDb, statusId: string): void {
  if (!hasStatus(db, statusId)) throw new AppFailure({ kind: 'not-found', what: 'status' });
}

function requireFreeName(db: ReadDb, name: string, statusId: string | null): void {
  const holder = statusNamed(db, fold(name));
  if (holder !== null && holder !== statusId)
    throw new AppFailure({ kind: 'conflict', reason: 'name-taken' });
}
