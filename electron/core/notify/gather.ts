import { isPutAway } from '../../../shared/triage.ts';
import { companyNamesOf, companyRows } from '../db/queries/companies.ts';
import { icpTold } from '../db/queries/fit.ts';
import { noteOf } from '../db/queries/notes.ts';
import { windowOf } from '../library/rows.ts';
import { fitsOf } from '../market/fits.ts';
import { closingSoon } from '../plan/closing.ts';
import { streamOf, type Entry } from '../signals/stream.ts';
import { CLOSING_DAYS } from '../watch/closing.ts';
import { newsOf } from '../watch/watched.ts';
import { localDate } from '../../../shared/local-date.ts';
import { tasksDue } from '../words/tasks.ts';
import { triageMarks } from '../words/triage.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Counted, DigestFacts, DueTask } from './compose.ts';

/* What notifications tell of, read from what is kept: nothing here asks the service. */

const DAY_MS = 86_400_000;
const NAMES_READ = 3;
const TASKS_READ = 3;
const CLOSING_READ = 50;

type Where = Pick<OpenWorkspace, 'files' | 'clock' | 'governor'>;

/** @param sinceMs what came before was told, server time */
export function digestFacts(where: Where, sinceMs: number): DigestFacts {
  const { files, governor } = where;
  const raised = newsSince(where, sinceMs);
  const changes = newsOf(files).filter(({ seen }) => !seen);
  return {
    raised: namedOf(where, companiesIn(raised)),
    closing: closingOf(where, governor.serverNowMs()),
    ...tasksToday(where),
    changes: {
      count: changes.length,
      names: namesOf(where, [...new Set(changes.map(({ company }) => company.companyId))]),
    },
  };
}

/** What came after `sinceMs`, was not seen, and is of nobody who was put away since. */
function newsSince({ files, governor }: Where, sinceMs: number): Entry[] {
  const nowMs = governor.serverNowMs();
  const came = streamOf(files).filter(({ seen, atMs }) => !seen && atMs > sinceMs);
  const marks = triageMarks(files.yours, companiesIn(came), nowMs);
  return came.filter(
    ({ companyId, atMs }) => companyId === null || !isPutAway(marks.get(companyId) ?? null, nowMs, atMs),
  );
}

const companiesIn = (entries: readonly Entry[]): string[] => [
  ...new Set(entries.flatMap(({ companyId }) => companyId ?? [])),
];
const namedOf = (where: Where, ids: readonly string[]): Counted => ({
  count: ids.length,
  names: namesOf(where, ids),
});
function namesOf({ files: { cache } }: Where, ids: readonly string[]): string[] {
  const first = ids.slice(0, NAMES_READ);
  const names = companyNamesOf(cache, first);
  return first.flatMap((id) => names.get(id) ?? []);
}

function closingOf({ files }: Where, nowMs: number): Counted {
  const { rows } = closingSoon(files, nowMs, { offset: 0, limit: CLOSING_READ });
  const soon = rows.filter(
    ({ window }) => (window.closesAtMs ?? Number.POSITIVE_INFINITY) - nowMs <= CLOSING_DAYS * DAY_MS,
  );
  return { count: soon.length, names: soon.slice(0, NAMES_READ).map(({ name }) => name) };
}

/** Open tasks that show today or before, by this laptop's calendar. */
export function tasksToday({ files, clock, governor }: Where): { tasks: DueTask[]; taskCount: number } {
  const today = localDate(clock.nowMs());
  const page = { today, until: today, offset: 0, limit: TASKS_READ };
  const { tasks, total } = tasksDue(files.yours, page);
  const nowMs = governor.serverNowMs();
  const rows = companyRows(
    files.cache,
    tasks.map(({ companyId }) => companyId),
  );
  const windowDays = (companyId: string): number | null => {
    const row = rows.get(companyId);
    if (row === undefined) return null;
    const { state, closesAtMs } = windowOf(row.announcedOn, row.contacts, nowMs);
    return state !== 'open' || closesAtMs === null
      ? null
      : Math.max(0, Math.round((closesAtMs - nowMs) / DAY_MS));
  };
  return {
    taskCount: total,
    tasks: tasks.map(({ title, companyId, companyName }) => ({
      ...{ title, companyId, companyName: rows.get(companyId)?.name ?? companyName },
      ...{
        lastNote: lastLineOf(noteOf(files.yours, companyId)?.body ?? ''),
        windowDays: windowDays(companyId),
      },
    })),
  };
}

const lastLineOf = (body: string): string =>
  body
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '') ?? '';

export interface Fitting {
  readonly entryId: string;
  readonly companyId: string;
  readonly name: string;
  readonly fit: number;
}

/**
 * Events that came after `sinceMs` and were not seen, of companies that fit; the best first. What a search brought the seller asked
 * for himself, or stands in the next digest.
 */
export function fittingSince(where: Where, sinceMs: number, threshold: number): Fitting[] {
  const { files } = where;
  const came = newsSince(where, sinceMs).filter(({ event }) => event !== null);
  const ids = companiesIn(came);
  if (ids.length === 0) return [];
  const fits = fitsOf(files, ids);
  const names = companyNamesOf(files.cache, ids);
  return came
    .flatMap(({ id, companyId }): Fitting[] => {
      if (companyId === null) return [];
      const fit = Math.max(fits.get(companyId)?.score ?? -1, icpTold(files.cache, companyId)?.score ?? -1);
      if (fit < threshold || fit < 0) return [];
      return [{ entryId: id, companyId, name: names.get(companyId) ?? companyId, fit: Math.round(fit) }];
    })
    .sort((a, b) => b.fit - a.fit || (a.companyId < b.companyId ? -1 : 1));
}
