import { createHash } from 'node:crypto';
import { ABOUT_TO_CLOSE_DAYS } from '../../../shared/model/closing-days.ts';
import { windowDaysLeft } from '../../../shared/window-days-left.ts';
import type { Task } from '../../../shared/model/user-data.ts';
import { companyNamesOf, companyRows } from '../database/queries/cache/companies.ts';
import type { ReadDb } from '../database/sql.ts';
import type { Clock } from '../ports.ts';
import type { Governor } from '../service-api/governor-port.ts';
import { latestIcpMatch } from '../database/queries/cache/fit-facts.ts';
import { noteOf } from '../database/queries/yours/notes.ts';
import { windowOf } from '../database/queries/cache/contact-window.ts';
import { fitsOf } from '../market/fit-scores.ts';
import { closingSoon } from '../day-plan/closing-windows.ts';
import { signalStream, type Entry } from '../webhook/signal-stream.ts';
import { roundsByKey } from '../database/queries/cache/investor-rounds.ts';
import { investorNews } from '../watch/investor-news.ts';
import { newsOf } from '../watch/watched-lists.ts';
import { localDate } from '../../../shared/local-date.ts';
import { tasksDue } from '../user-data/tasks.ts';
import type { CountedNotice, DigestFacts, DueTask } from './compose-notice.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { newReminders, remindedToday } from './task-reminders.ts';

/* Reads the content of notifications from stored data. Sends no requests. */

const NAMES_READ = 3;
const TASKS_READ = 3;
const CLOSING_READ = 50;

export interface NoticeSources {
  readonly files: { readonly cache: ReadDb; readonly yours: ReadDb; readonly ledger: ReadDb };
  readonly clock: Clock;
  readonly governor: Pick<Governor, 'serverNowMs' | 'timeTrust'>;
}

/**
 * Returns the content of a digest.
 * @param sinceMs server time; events before it were included in a previous digest
 */
export function digestFacts(sources: NoticeSources, sinceMs: number): DigestFacts {
  const { files } = sources;
  const raised = newsSince(sources, sinceMs);
  const changes = newsOf(files).filter(({ seen }) => !seen);
  const rounds = investorNews(files).filter(({ seen }) => !seen);
  const changed = [...changes.map(({ company }) => company), ...rounds];
  return {
    raised: namedOf(sources, companiesIn(raised)),
    closing: closingOf(sources),
    ...tasksToday(sources),
    changes: {
      count: changed.length,
      names: namesOf(sources, [...new Set(changed.map(({ companyId }) => companyId))]),
    },
  };
}

function newsSince({ files, governor }: NoticeSources, sinceMs: number): Entry[] {
  return signalStream(files, governor.serverNowMs()).filter(({ seen, atMs }) => !seen && atMs > sinceMs);
}

const companiesIn = (entries: readonly Entry[]): string[] => [
  ...new Set(entries.flatMap(({ companyId }) => companyId ?? [])),
];
const namedOf = (sources: NoticeSources, ids: readonly string[]): CountedNotice => ({
  count: ids.length,
  names: namesOf(sources, ids),
});
function namesOf({ files: { cache } }: NoticeSources, ids: readonly string[]): string[] {
  const first = ids.slice(0, NAMES_READ);
  const names = companyNamesOf(cache, first);
  return first.flatMap((id) => names.get(id) ?? []);
}

function closingOf({ files, clock, governor }: NoticeSources): CountedNotice {
  const nowMs = governor.serverNowMs();
  const times = { serverMs: nowMs, ownMs: clock.nowMs() };
  const unfetched = closingSoon(files, times).filter(({ fetched }) => fetched === null);
  const soon = unfetched
    .slice(0, CLOSING_READ)
    .map(({ row }) => row)
    .filter(
      ({ window }) => (window.closesAtMs ?? Number.POSITIVE_INFINITY) - nowMs <= ABOUT_TO_CLOSE_DAYS * DAY_MS,
    );
  return { count: soon.length, names: soon.slice(0, NAMES_READ).map(({ name }) => name) };
}

interface DueTasks {
  readonly tasks: DueTask[];
  readonly taskCount: number;
}

/**
 * Returns the open tasks that are due today or overdue, except tasks that have their own reminder today.
 * Today is the computer's local date.
 */
export function tasksToday(sources: NoticeSources): DueTasks {
  const today = localDate(sources.clock.nowMs());
  const others = remindedToday(sources);
  const page = { today, until: today, offset: 0, limit: TASKS_READ + others.size };
  const { tasks, total } = tasksDue(sources.files.yours, page);
  return {
    taskCount: total - others.size,
    tasks: describeTasks(
      sources,
      tasks.filter(({ id }) => !others.has(id)),
    ),
  };
}

/** Returns the tasks that are now due. The caller must mark `keys` as shown. */
export function tasksNow(sources: NoticeSources): DueTasks & { readonly keys: readonly string[] } {
  const { keys, tasks } = newReminders(sources);
  return { keys, taskCount: tasks.length, tasks: describeTasks(sources, tasks) };
}

function describeTasks(
  { files, governor }: NoticeSources,
  all: readonly Pick<Task, 'title' | 'companyId' | 'companyName'>[],
): DueTask[] {
  const tasks = all.slice(0, TASKS_READ);
  const nowMs = governor.serverNowMs();
  const rows = companyRows(
    files.cache,
    tasks.map(({ companyId }) => companyId),
  );
  const windowDays = (companyId: string): number | null => {
    const row = rows.get(companyId);
    if (row === undefined) return null;
    const { state, closesAtMs, contacts } = windowOf(row.announcedOn, row.contacts, nowMs);
    return state !== 'open' || closesAtMs === null || contacts !== undefined
      ? null
      : windowDaysLeft(closesAtMs, nowMs);
  };
  return tasks.map(({ title, companyId, companyName }) => ({
    title,
    companyId,
    companyName: rows.get(companyId)?.name ?? companyName,
    lastNote: lastLineOf(noteOf(files.yours, companyId)?.body ?? ''),
    windowDays: windowDays(companyId),
  }));
}

const lastLineOf = (body: string): string =>
  body
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '') ?? '';

interface FittingCompany {
  readonly entryId: string;
  readonly companyId: string;
  readonly name: string;
  /** The fit or the service's own score, whichever is higher. */
  readonly fit: number;
  /** Whether `fit` is the service's own score. */
  readonly isIcpMatch: boolean;
}

/**
 * Returns unseen webhook events after `sinceMs` whose company has a fit of at least `threshold`, best fit
 * first. Excludes results of saved searches, which the user has just requested or will see in the next
 * digest.
 */
export function fittingSince(sources: NoticeSources, sinceMs: number, threshold: number): FittingCompany[] {
  const { files } = sources;
  const newEvents = newsSince(sources, sinceMs).filter(({ event }) => event !== null);
  const ids = companiesIn(newEvents);
  if (ids.length === 0) return [];
  const fits = fitsOf(files, ids);
  const names = companyNamesOf(files.cache, ids);
  return newEvents
    .flatMap(({ id, companyId }): FittingCompany[] => {
      if (companyId === null) return [];
      const own = fits.get(companyId)?.score ?? -1;
      const icpMatch = latestIcpMatch(files.cache, companyId)?.score ?? -1;
      const fit = Math.max(own, icpMatch);
      if (fit < threshold || fit < 0) return [];
      const name = names.get(companyId) ?? companyId;
      return [{ entryId: id, companyId, name, fit: Math.round(fit), isIcpMatch: icpMatch > own }];
    })
    .sort((a, b) => b.fit - a.fit || (a.companyId < b.companyId ? -1 : 1));
}

export interface NewBackedRound {
  /** Identifies the round in the records of shown notifications. */
  readonly key: string;
  readonly companyId: string;
  readonly companyName: string;
  readonly investors: readonly string[];
}

/**
 * Returns the unseen rounds of watched investors that webhook events reported, newest first. Fetched rounds
 * are omitted, because the user has just requested them or will see them in the next digest.
 */
export function newBackedRounds({ files }: NoticeSources): NewBackedRound[] {
  const news = investorNews(files).filter(({ seen }) => !seen);
  if (news.length === 0) return [];
  const rounds = roundsByKey(files.cache, news);
  return news.flatMap(({ companyId, roundId, investors }) => {
    const round = rounds.find((each) => each.companyId === companyId && each.roundId === roundId);
    if (round?.source !== 'webhook') return [];
    const hash = createHash('sha256')
      .update(JSON.stringify([companyId, roundId]))
      .digest('hex');
    return [{ key: `investor/${hash}`, companyId, companyName: round.companyName ?? companyId, investors }];
  });
}
