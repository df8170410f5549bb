import {
  currentStatuses,
  loggedContacts,
  statusChanges,
  type LoggedContact,
} from '../../database/queries/yours/outcome-facts.ts';
import type { ReadDb } from '../../database/sql.ts';
import type { YieldIfDue } from '../index/time-slices.ts';
import { dayOf } from '../insights/insight-period.ts';
import { addEntry, addStatus, createSteps, type CompanySteps } from './company-steps.ts';
import { localDay } from './outcome-period.ts';

/*
 * Reads the status changes and the contact log, and derives from them which funnel steps each company has
 * reached.
 */

/** Number of rows that are read in one turn of the event loop. */
export const PAGE = 500;

interface History {
  /** Called for each status change, in chronological order. */
  readonly status: (companyId: string, statusId: string | null, day: number) => void;
  readonly entry: (entry: LoggedContact, day: number) => void;
}

/** Reads all status changes, then all entries of the contact log. Days are in the user's time zone. */
export async function readStepHistory(
  yours: ReadDb,
  { status, entry }: History,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  await eachRow(
    0,
    (after) => statusChanges(yours, after, PAGE),
    ({ id }) => id,
    ({ companyId, statusId, atMs }) => status(companyId, statusId, localDay(atMs)),
    yieldIfDue,
  );
  await eachRow(
    '',
    (after) => currentStatuses(yours, after, PAGE),
    ({ companyId }) => companyId,
    ({ companyId, statusId, atMs }) => status(companyId, statusId, localDay(atMs)),
    yieldIfDue,
  );
  await eachRow(
    0,
    (after) => loggedContacts(yours, after, PAGE),
    ({ id }) => id,
    (logged) => {
      const day = dayOf(logged.happenedOn);
      if (day !== null) entry(logged, day);
    },
    yieldIfDue,
  );
}

/** Returns the steps of each company that has a status or an entry in the contact log, by company id. */
export async function readCompanySteps(
  yours: ReadDb,
  yieldIfDue: YieldIfDue,
): Promise<ReadonlyMap<string, CompanySteps>> {
  const steps = new Map<string, CompanySteps>();
  const of = (companyId: string): CompanySteps => {
    const known = steps.get(companyId) ?? createSteps();
    steps.set(companyId, known);
    return known;
  };
  await readStepHistory(
    yours,
    {
      status: (companyId, statusId, day) => addStatus(of(companyId), statusId, day),
      entry: ({ companyId, ...entry }, day) => addEntry(of(companyId), entry, day),
    },
    yieldIfDue,
  );
  return steps;
}

/** Calls `take` for each row of a table that is read in pages. */
export async function eachRow<Row, Place>(
  first: Place,
  page: (after: Place) => readonly Row[],
  placeOf: (row: Row) => Place,
  take: (row: Row) => void,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  for (let after = first; ;) {
    const rows = page(after);
    for (const row of rows) take(row);
    const last = rows.at(-1);
    await yieldIfDue();
    if (last === undefined || rows.length < PAGE) return;
    after = placeOf(last);
  }
}
