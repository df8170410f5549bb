import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNotifications } from '../../../electron/core/notifications/notifications.ts';
import { skipPassedReminders } from '../../../electron/core/notifications/task-reminders.ts';
import { createTasks } from '../../../electron/core/user-data/tasks.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { localDate } from '../../../shared/local-date.ts';
import {
  NOTIFICATIONS_DEFAULT,
  type NoticeTarget,
  type NotificationSettings,
} from '../../../shared/model/settings/notifications.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { createRecordingNotifier } from '../../support/app/recording-notifier.ts';
import { noJournal } from '../../support/app/no-journal.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let workspace: OpenWorkspace;
beforeEach(async () => {
  demo = await openDemoWorkspace();
  ({ workspace } = demo);
});
afterEach(() => demo.dispose());

/** Moves the demo's clock to a local time, `days` days after today. */
function goTo(days: number, hour: number, minute: number): void {
  const at = new Date(workspace.clock.nowMs());
  const wanted = new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, hour, minute).getTime();
  workspace.demo?.travel(wanted - workspace.clock.nowMs());
  workspace.governor.review();
}

/** Starts the notifications. This is the workspace's first day, so no digest is shown. */
function start(settings: () => Partial<NotificationSettings> = () => ({}), startMs = 0) {
  const clock = createFakeClock(startMs);
  const notifier = createRecordingNotifier();
  const opened: NoticeTarget[] = [];
  const notifications = createNotifications({
    active: () => workspace,
    clock,
    log,
    notifier,
    open: (target) => opened.push(target),
    settings: () => ({ ...NOTIFICATIONS_DEFAULT, ...settings() }),
    onChangesRecorded: () => undefined,
  });
  notifications.check();
  return { clock, notifier, opened, notifications, titles: () => notifier.shown.map(({ title }) => title) };
}

const tasks = () => createTasks(workspace.files.yours, noJournal);
const today = (): string => localDate(workspace.clock.nowMs());
/** Adds a task that is due in `days` days; by default, it is due today. */
function addTask(title: string, dueTime: string | null, days = 0): string {
  const nowMs = workspace.clock.nowMs();
  const company = { companyId: `cmp_${title}`, companyName: `Company of ${title}` };
  return tasks().add([company], { title, dueOn: localDate(nowMs + days * DAY_MS), dueTime }, nowMs)[0] ?? '';
}

describe('reminder of a task with a time', () => {
  it('is due at the first full minute after the start', async () => {
    goTo(1, 14, 29);
    addTask('Call them', '14:30');
    const { clock, titles } = start(undefined, 30_000);
    goTo(0, 14, 30);
    await clock.advance(29_000);
    expect(titles()).toEqual([]);
    await clock.advance(1_000);
    expect(titles()).toHaveLength(1);
  });

  it('appears once, at its time, and not again after a restart; the digest of that day leaves it out', async () => {
    goTo(0, 12, 0);
    const first = start();
    goTo(1, 7, 5);
    addTask('Call them', '14:30');
    addTask('Write to them', null);
    goTo(0, 8, 5);
    first.notifications.check();
    expect(first.titles()).toEqual(['Digest: 1 task due']);
    goTo(0, 14, 29);
    first.notifications.check();
    expect(first.titles()).toHaveLength(1);
    goTo(0, 14, 30);
    await first.clock.advance(3 * MINUTE_MS);
    expect(first.titles().slice(1)).toEqual(['Call them']);
    expect(first.notifier.shown[1]?.body).toContain('Company of Call them');
    first.notifier.shown[1]?.click();
    expect(first.opened).toEqual([{ kind: 'company', companyId: 'cmp_Call them' }]);
    first.notifications.dispose();
    const second = start();
    expect(second.titles()).toEqual([]);
    // The task is overdue now, and the digest counts it like any other task.
    goTo(1, 8, 5);
    second.notifications.check();
    expect(second.titles()).toEqual(['Digest: 2 tasks due']);
    second.notifications.dispose();
  });

  it('appears once on waking if the computer was asleep at its time; tasks due by then share it', () => {
    goTo(0, 12, 0);
    const { notifications, titles } = start();
    addTask('Call them', '14:30', 1);
    addTask('Meet them', '16:00', 2);
    goTo(3, 9, 5);
    notifications.check();
    notifications.check();
    expect(titles()).toEqual(['2 tasks due']);
    goTo(1, 9, 5);
    notifications.check();
    expect(titles().slice(1)).toEqual(['Digest: 2 tasks due']);
    notifications.dispose();
  });

  it.each([true, false])('waits for the end of quiet hours (digest: %s)', (digest) => {
    goTo(0, 12, 0);
    const { notifications, titles } = start(() => ({ digest, quietFrom: 19, quietTo: 7, hour: 8 }));
    addTask('Call them', '20:00');
    goTo(0, 20, 5);
    notifications.check();
    goTo(1, 6, 55);
    notifications.check();
    expect(titles()).toEqual([]);
    goTo(0, 7, 0);
    notifications.check();
    goTo(0, 8, 5);
    notifications.check();
    expect(titles()).toEqual(['Call them']);
    notifications.dispose();
  });

  it('does not appear if reminders are off, nor when they are turned on later', () => {
    goTo(0, 12, 0);
    let reminds = false;
    const { notifications, titles } = start(() => ({ tasks: reminds }));
    addTask('Call them', '14:30');
    goTo(0, 14, 30);
    notifications.check();
    reminds = true;
    notifications.check();
    expect(titles()).toEqual([]);
    notifications.dispose();
  });

  it('does not appear for a task that was done or snoozed at its time, even if it is reopened', () => {
    goTo(0, 12, 0);
    const { notifications, titles } = start();
    const done = addTask('Call them', '14:30');
    const snoozed = addTask('Meet them', '14:30');
    const tomorrow = localDate(workspace.clock.nowMs() + DAY_MS);
    tasks().done([done], workspace.clock.nowMs());
    tasks().snooze([snoozed], tomorrow);
    goTo(0, 14, 30);
    notifications.check();
    tasks().done([done], null);
    notifications.check();
    expect(titles()).toEqual([]);
    goTo(1, 8, 5);
    notifications.check();
    expect(titles()).toEqual(['Digest: 2 tasks due']);
    notifications.dispose();
  });

  it('appears for each new time, but not for a time that had passed when the user set it', () => {
    goTo(0, 12, 0);
    const { notifications, titles } = start();
    const id = addTask('Call them', '09:00');
    const setTime = (dueTime: string): void => {
      tasks().change({ id, title: 'Call them', dueOn: today(), dueTime });
      skipPassedReminders(workspace, [id]);
      notifications.check();
    };
    setTime('10:00');
    expect(titles()).toEqual([]);
    setTime('12:30');
    goTo(0, 12, 30);
    notifications.check();
    setTime('15:00');
    expect(titles()).toEqual(['Call them']);
    goTo(0, 15, 0);
    notifications.check();
    expect(titles()).toEqual(['Call them', 'Call them']);
    notifications.dispose();
  });

  it('does not appear for a task that was due more than a month ago, which only the digest counts', () => {
    goTo(0, 12, 0);
    const { notifications, titles } = start();
    addTask('Call them', '14:30');
    goTo(32, 12, 0);
    notifications.check();
    expect(titles()).toEqual(['Digest: 1 task due']);
    notifications.dispose();
  });
});
