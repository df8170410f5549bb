import { DAY_MS } from '../../../shared/durations.ts';
import { localDate, localTimeOfDay } from '../../../shared/local-date.ts';
import {
  markNoticeShown,
  noticeShownAtMs,
  wasNoticeShown,
} from '../database/queries/ledger/shown-notices.ts';
import { timedTasks, type StoredTask } from '../database/queries/yours/tasks.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { Clock } from '../ports.ts';
import type { Governor } from '../service-api/governor-port.ts';

/*
 * Reminders for tasks that have a time of day. A reminder is identified by the task and its due date and
 * time. A task with a new due time therefore gets a new reminder, but neither a restart nor an undo repeats a
 * reminder.
 */

/**
 * A task that became due longer ago than this gets no reminder. This can happen if the app was not used for a
 * while. The age must be less than the lifetime of the marks of shown notifications. Otherwise, reminders
 * would be repeated.
 */
const MAX_AGE_MS = 30 * DAY_MS;

interface ReminderSources {
  readonly files: { readonly yours: ReadDb; readonly ledger: ReadDb };
  readonly clock: Clock;
  readonly governor: Pick<Governor, 'serverNowMs'>;
}

interface NewReminders {
  /** Keys of all reminders that are due, even if their task is done or snoozed and no reminder is shown. */
  readonly keys: readonly string[];
  /** The tasks whose reminders should be shown. Tasks that are done or snoozed are left out. */
  readonly tasks: readonly StoredTask[];
}

/**
 * Returns the reminders that have become due since the last call. The caller must mark `keys` as shown;
 * otherwise, the next call returns them again. If a task is done or snoozed at the time of the call, its
 * reminder is never shown, even if the task is reopened later.
 */
export function newReminders(sources: ReminderSources): NewReminders {
  const fresh = tasksUntilNow(sources).filter((task) => !wasNoticeShown(sources.files.ledger, keyOf(task)));
  return { keys: fresh.map(keyOf), tasks: fresh.filter(needsReminder) };
}

/**
 * Returns the ids of the open tasks that get a reminder at their own time today. The digest and the reminder
 * of all tasks due today leave out these tasks.
 */
export function remindedToday({ files, clock, governor }: ReminderSources): ReadonlySet<string> {
  const today = localDate(clock.nowMs());
  const serverToday = localDate(governor.serverNowMs());
  const isShownToday = (task: StoredTask): boolean => {
    const shownAtMs = noticeShownAtMs(files.ledger, keyOf(task));
    return shownAtMs !== null && localDate(shownAtMs) === serverToday;
  };
  const tasks = timedTasks(files.yours, { fromDay: firstDay(clock), untilDay: today, untilTime: '23:59' });
  return new Set(
    tasks
      .filter((task) => needsReminder(task) && (task.dueOn === today || isShownToday(task)))
      .map(({ taskId }) => String(taskId)),
  );
}

/**
 * Call this after the user has set the due times of tasks. Due times that have already passed then cause no
 * reminder.
 */
export function skipPassedReminders(
  sources: ReminderSources & { readonly files: { readonly ledger: WriteDb } },
  ids: readonly string[],
): void {
  const { ledger } = sources.files;
  const changed = new Set(ids);
  const passed = tasksUntilNow(sources).filter(({ taskId }) => changed.has(String(taskId)));
  const nowMs = sources.governor.serverNowMs();
  transaction(ledger, () => {
    for (const task of passed) markNoticeShown(ledger, keyOf(task), nowMs);
  });
}

/**
 * Returns the tasks that are due by now. Compares local dates and times as text, so a task due at `14:30`
 * stays due at 14:30 when the time zone or daylight saving time changes.
 */
function tasksUntilNow({ files, clock }: ReminderSources): StoredTask[] {
  const nowMs = clock.nowMs();
  const until = { untilDay: localDate(nowMs), untilTime: localTimeOfDay(nowMs) };
  return timedTasks(files.yours, { fromDay: firstDay(clock), ...until });
}

const firstDay = (clock: Clock): string => localDate(clock.nowMs() - MAX_AGE_MS);
const keyOf = ({ taskId, dueOn, dueTime }: StoredTask): string =>
  `task/${taskId}/${dueOn ?? ''}T${dueTime ?? ''}`;
/** Returns whether a task is open and not snoozed beyond its due day. */
const needsReminder = ({ doneAtMs, snoozedUntil, dueOn }: StoredTask): boolean =>
  doneAtMs === null && (snoozedUntil === null || (dueOn !== null && snoozedUntil <= dueOn));
