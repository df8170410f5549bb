import { AppFailure } from '../../../shared/app-failure.ts';
import type { TriagedCompany, TriageMark, TriageMarks } from '../../../shared/model/triage.ts';
import { isPutAway } from '../../../shared/triage.ts';
import {
  countDone,
  countSnoozed,
  deleteTriage,
  doneCompanies,
  putTriage,
  snoozedCompanies,
  triageOf,
  type StoredTriage,
} from '../db/queries/triage.ts';
import type { ReadDb, WriteDb } from '../db/sql.ts';
import type { Journal } from './journal.ts';
import type { Subject } from './subjects.ts';

const YEAR_MS = 366 * 86_400_000;

/** When something is put away, ms: what counts for snoozes and news, and what counts for the seller's own day. */
export interface PutAwayAt {
  readonly serverMs: number;
  readonly ownMs: number;
}

/** Companies put away while going through a list. */
export interface Triage {
  /**
   * Who is done already stays done since then, unless something came after it.
   * @param newsAtMs when the newest of a company came, server time, ms
   */
  done(companies: readonly Subject[], at: PutAwayAt, newsAtMs?: ReadonlyMap<string, number>): void;
  /**
   * @param untilMs by the service's clock, ms
   * @throws AppFailure validation for a time that has passed, or is more than a year away
   */
  snooze(companies: readonly Subject[], untilMs: number, at: PutAwayAt): void;
  /** Neither done nor snoozed any more. */
  putBack(companyIds: readonly string[]): void;
}

/** The marks that stand now, by company; `isPutAway` (shared/triage.ts) says what they mean for a list. */
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

/** As a reply tells them: of these companies, those that are put away. */
export const triageMarksTold = (db: ReadDb, companyIds: readonly string[], nowMs: number): TriageMarks =>
  [...triageMarks(db, [...new Set(companyIds)], nowMs)].map(([companyId, mark]) => ({ companyId, mark }));

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

/** Call within `recordChange`. */
export function createTriage(db: WriteDb, journal: Journal): Triage {
  const put = (company: Subject, untilMs: number | null, at: PutAwayAt): void => {
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
        const stands = isPutAway(mark ?? null, at.serverMs, newsAtMs?.get(companyId) ?? null);
        if (mark?.state !== 'done' || !stands) put(company, null, at);
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
