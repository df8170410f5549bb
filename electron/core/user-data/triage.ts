import { AppFailure } from '../../../shared/app-failure.ts';
import type { TriagedCompany, TriageMark, TriageMarks } from '../../../shared/model/triage.ts';
import { isDoneOrSnoozed } from '../../../shared/triage-marks.ts';
import {
  countDone,
  countSnoozed,
  deleteTriage,
  doneCompanies,
  putTriage,
  snoozedCompanies,
  triageOf,
  type StoredTriage,
} from '../database/queries/yours/triage.ts';
import { newestFetched, newestSignalAtMs } from '../database/queries/yours/receiver-and-seen-signals.ts';
import type { ReadDb, WriteDb } from '../database/sql.ts';
import type { Journal } from './undo-journal.ts';
import type { Subject } from './company-reference.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/durations.ts';

const YEAR_MS = 366 * DAY_MS;
/** Maximum amount by which a response may move the server time back. The server time is only an estimate. */
const CORRECTION_MAX_MS = MINUTE_MS;

/**
 * The times of a triage action, in milliseconds since the epoch. `serverMs` is server time, which is compared
 * with snoozes and news. `ownMs` is local time, which determines the calendar day of the action.
 */
export interface SnoozeTimes {
  readonly serverMs: number;
  readonly ownMs: number;
}

/** Changes the triage state of companies (done or snoozed). */
export interface Triage {
  /**
   * Marks companies as done. A company that is already done gets a new done time only if its newest item is
   * later than its previous done time.
   * @param newsAtMs server time of each company's newest item, in milliseconds
   */
  done(companies: readonly Subject[], at: SnoozeTimes, newsAtMs?: ReadonlyMap<string, number>): void;
  /**
   * Snoozes companies.
   * @param untilMs server time at which the snooze ends, in milliseconds
   * @throws AppFailure `validation` if `untilMs` is in the past or more than a year away
   */
  snooze(companies: readonly Subject[], untilMs: number, at: SnoozeTimes): void;
  /** Clears the done or snoozed state. */
  putBack(companyIds: readonly string[]): void;
}

/**
 * Returns the triage marks (done or snoozed) of companies, without snoozes that have ended. `isDoneOrSnoozed`
 * in `shared/triage-marks.ts` decides whether a list hides a marked company.
 */
export const triageMarks = (
  db: ReadDb,
  companyIds: readonly string[],
  nowMs: number,
): Map<string, TriageMark> =>
  new Map(
    triageOf(db, companyIds).flatMap((stored) => {
      const mark = markOf(stored);
      return isOver(mark, nowMs) ? [] : [[stored.companyId, mark] as const];
    }),
  );

/** Like `triageMarks`, but returns an array, for use in a contract reply. */
export const triageMarksOf = (db: ReadDb, companyIds: readonly string[], nowMs: number): TriageMarks =>
  [...triageMarks(db, [...new Set(companyIds)], nowMs)].map(([companyId, mark]) => ({ companyId, mark }));

/**
 * Returns the time of each company's latest news: its latest row in a saved search or its latest webhook
 * event, whichever is later. A company marked as done reappears when something newer arrives.
 */
export function newestNews(
  { yours, cache }: { readonly yours: ReadDb; readonly cache: ReadDb },
  companyIds: readonly string[],
): Map<string, number> {
  const newest = newestFetched(yours, companyIds);
  for (const [companyId, atMs] of newestSignalAtMs(cache, companyIds))
    newest.set(companyId, Math.max(atMs, newest.get(companyId) ?? 0));
  return newest;
}

/**
 * Returns the marks of companies that are snoozed or done. Omits the mark of a done company that has had news
 * since it was marked as done.
 */
export function doneOrSnoozedMarks(
  files: { readonly yours: ReadDb; readonly cache: ReadDb },
  companyIds: readonly string[],
  nowMs: number,
): Map<string, TriageMark> {
  const marks = triageMarks(files.yours, companyIds, nowMs);
  const news = newestNews(files, [...marks.keys()]);
  return new Map(
    [...marks].filter(([companyId, mark]) => isDoneOrSnoozed(mark, nowMs, news.get(companyId) ?? null)),
  );
}

export function listTriage(
  db: ReadDb,
  { state, ...page }: { state: TriageMark['state']; offset: number; limit: number },
  nowMs: number,
): { companies: TriagedCompany[]; total: number } {
  const stored = state === 'done' ? doneCompanies(db, page) : snoozedCompanies(db, { ...page, nowMs });
  return {
    companies: stored.map((each) => ({
      companyId: each.companyId,
      companyName: each.companyName,
      mark: markOf(each),
    })),
    total: state === 'done' ? countDone(db) : countSnoozed(db, nowMs),
  };
}

/**
 * Returns the time of an action, or the time of the newest news if that is up to `CORRECTION_MAX_MS` later.
 * Without this correction, news that the user had already seen would count as newer than the action.
 */
const notBefore = (at: SnoozeTimes, newsMs: number | null): SnoozeTimes =>
  newsMs !== null && newsMs > at.serverMs && newsMs <= at.serverMs + CORRECTION_MAX_MS
    ? { ...at, serverMs: newsMs }
    : at;

/** Must be called within `recordChange`, which provides `journal`. */
export function createTriage(db: WriteDb, journal: Journal): Triage {
  const put = (company: Subject, untilMs: number | null, at: SnoozeTimes): void => {
    journal.touch({ part: 'triage', key: [company.companyId] });
    putTriage(db, { ...company, untilMs, setAtMs: at.serverMs, actedAtMs: at.ownMs });
  };
  return {
    done: (companies, at, newsAtMs) => {
      const known = triageMarks(
        db,
        companies.map(({ companyId }) => companyId),
        at.serverMs,
      );
      for (const company of companies) {
        const { companyId } = company;
        const mark = known.get(companyId);
        const newestMs = newsAtMs?.get(companyId) ?? null;
        const stands = isDoneOrSnoozed(mark ?? null, at.serverMs, newestMs);
        if (mark?.state !== 'done' || !stands) put(company, null, notBefore(at, newestMs));
      }
    },
    snooze: (companies, untilMs, at) => {
      if (untilMs <= at.serverMs || untilMs > at.serverMs + YEAR_MS) throw wrongTime();
      for (const company of companies) put(company, untilMs, at);
    },
    putBack: (companyIds) => {
      for (const companyId of companyIds) {
        journal.touch({ part: 'triage', key: [companyId] });
        deleteTriage(db, companyId);
      }
    },
  };
}

const markOf = ({ untilMs, setAtMs }: StoredTriage): TriageMark =>
  untilMs === null ? { state: 'done', setAtMs } : { state: 'snoozed', setAtMs, untilMs };

const isOver = (mark: TriageMark, nowMs: number): boolean =>
  mark.state === 'snoozed' && mark.untilMs <= nowMs;

const wrongTime = (): AppFailure =>
  new AppFailure({
    kind: 'validation',
    issues: [{ path: 'untilMs', message: 'a time to come, within a year' }],
  });
