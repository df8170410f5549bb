import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../electron/core/database/sql.ts';
import { createNotifications } from '../../../electron/core/notifications/notifications.ts';
import { mergeSignals } from '../../../electron/core/webhook/merge-into-library.ts';
import { localDate } from '../../../shared/local-date.ts';
import { createInvestorChanges } from '../../../electron/core/user-data/investors.ts';
import { createTasks } from '../../../electron/core/user-data/tasks.ts';
import type { OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import {
  NOTIFICATIONS_DEFAULT,
  type NoticeTarget,
  type NotificationSettings,
} from '../../../shared/model/settings/notifications.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { createRecordingNotifier } from '../../support/app/recording-notifier.ts';
import { eventOf } from '../../support/webhook/webhook-receiver.ts';
import { storeSignal } from '../../support/app/store-without-key.ts';
import { noJournal } from '../../support/app/no-journal.ts';

const MINUTE_MS = 60_000;

let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
let workspace: OpenWorkspace;
beforeEach(async () => {
  demo = await openDemoWorkspace();
  ({ workspace } = demo);
});
afterEach(() => demo.dispose());

/** Moves the demo's clock to five minutes past this local hour, `days` days after today. */
function goTo(days: number, hour: number): void {
  const at = new Date(workspace.clock.nowMs());
  const wanted = new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, hour, 5).getTime();
  workspace.demo?.travel(wanted - workspace.clock.nowMs());
  workspace.governor.review();
}

function world(settings: Partial<NotificationSettings> = {}, active = () => workspace) {
  const clock = createFakeClock(0);
  const notifier = createRecordingNotifier();
  const opened: NoticeTarget[] = [];
  const notifications = createNotifications({
    active,
    clock,
    log,
    notifier,
    open: (target) => opened.push(target),
    settings: () => ({ ...NOTIFICATIONS_DEFAULT, ...settings }),
    onChangesRecorded: () => undefined,
  });
  return { clock, notifier, opened, notifications, titles: () => notifier.shown.map(({ title }) => title) };
}

let events = 0;
/** Stores a webhook event about a company with this fit. */
function raised(name: string, icpMatch: number): void {
  events += 1;
  const body = eventOf({ companyId: `cmp_${events}`, roundId: `fnd_${events}` });
  const event = structuredClone(body) as Record<string, Record<string, unknown>>;
  Object.assign(event['company'] ?? {}, { name });
  event['userContext'] = { icpMatch };
  const { cache } = workspace.files;
  const receivedAtMs = workspace.governor.serverNowMs();
  transaction(cache, () => storeSignal(cache, { body: event, via: 'webhook', receivedAtMs }));
  mergeSignals(cache, log);
}
function taskToday(title: string): void {
  const { yours } = workspace.files;
  const nowMs = workspace.clock.nowMs();
  const company = { companyId: 'cmp_t', companyName: 'Halden <Grid>' };
  createTasks(yours, noJournal).add([company], { title, dueOn: localDate(nowMs), dueTime: null }, nowMs);
}

describe('morning digest', () => {
  it('appears once a day at its hour, but neither on the day of the start nor again after a restart', async () => {
    const first = world();
    goTo(0, 12);
    first.notifications.check();
    goTo(1, 7);
    raised('Halden Grid', 10);
    taskToday('Call them');
    await first.clock.advance(5 * MINUTE_MS);
    expect(first.titles()).toEqual([]);
    goTo(0, 8);
    await first.clock.advance(5 * MINUTE_MS);
    expect(first.titles()).toEqual(['Digest: 1 company raised money, 1 task due']);
    expect(first.notifier.shown[0]?.body).toContain('Halden <Grid>');
    first.notifications.dispose();
    const second = world();
    await second.clock.advance(3 * MINUTE_MS);
    expect(second.titles()).toEqual([]);
    goTo(1, 8);
    await second.clock.advance(MINUTE_MS);
    // The first digest has already reported the company, so this digest does not. The task is still due, so
    // this digest reports it again.
    expect(second.titles()).toEqual(['Digest: 1 task due']);
    second.notifications.dispose();
  });

  it('appears when a laptop wakes after its hour, but never in quiet hours', async () => {
    const { clock, notifications, titles } = world({ quietFrom: 19, quietTo: 7 });
    notifications.check();
    goTo(1, 20);
    raised('Acme', 10);
    notifications.check();
    expect(titles()).toEqual([]);
    goTo(1, 14);
    await clock.advance(MINUTE_MS);
    expect(titles()).toEqual(['Digest: 1 company raised money']);
    notifications.dispose();
  });

  it('is replaced by a reminder of tasks due today if it is off; a click opens the company without a request', () => {
    const { notifications, notifier, opened, titles } = world({ digest: false });
    notifications.check();
    goTo(1, 9);
    taskToday('Call <them>');
    notifications.check();
    expect(titles()).toEqual(['Call <them>']);
    const sent = workspace.demo?.transcript(0, 1).total;
    notifier.shown[0]?.click();
    expect(opened).toEqual([{ kind: 'company', companyId: 'cmp_t' }]);
    expect(workspace.demo?.transcript(0, 1).total).toBe(sent);
    notifications.dispose();
  });
});

describe('notification of a watched investor', () => {
  const watchNorthzone = (): void => {
    const changes = createInvestorChanges(workspace.files, noJournal);
    changes.watch('Northzone', true);
  };

  it('reports a round that an event brings, once, but not a company that is reported because of its fit', async () => {
    const { clock, notifications, notifier, opened } = world({ threshold: 80 });
    goTo(1, 10);
    raised('Known before', 10);
    watchNorthzone();
    for (const [name, score] of [
      ['Backed', 20],
      ['Fitting', 95],
    ] as const) {
      raised(name, score);
      notifications.onSignals();
    }
    await clock.advance(5_000);
    await clock.advance(MINUTE_MS);
    notifications.onSignals();
    await clock.advance(5_000);
    expect(notifier.shown.map(({ title, body }) => [title, body])).toEqual([
      ['Fitting raised money', 'ICP match 95%'],
      ['Backed raised money', 'From Northzone'],
    ]);
    notifier.shown[1]?.click();
    expect(opened).toMatchObject([{ kind: 'company' }]);
    notifications.dispose();
  });

  it('waits for the digest in quiet hours, which counts the round among the changes', async () => {
    const { clock, notifications, titles } = world({ quietFrom: 19, quietTo: 7 });
    raised('Known before', 10);
    watchNorthzone();
    notifications.check();
    goTo(1, 22);
    raised('Backed', 20);
    notifications.onSignals();
    await clock.advance(5_000);
    expect(titles()).toEqual([]);
    goTo(1, 8);
    await clock.advance(MINUTE_MS);
    expect(titles()).toEqual([expect.stringContaining('1 change to companies and investors you watch')]);
    notifications.dispose();
  });
});

describe('instant notification', () => {
  it('announces all companies of a batch that fit, once', async () => {
    const { clock, notifications, titles } = world({ threshold: 80 });
    goTo(1, 10);
    for (const [name, score] of [
      ['Best', 95],
      ['Good', 80],
      ['Near', 79],
    ] as const) {
      raised(name, score);
      notifications.onSignals();
    }
    await clock.advance(10_000);
    notifications.onSignals();
    await clock.advance(10_000);
    notifications.dispose();
    expect(titles()).toEqual(['2 companies that fit your market or ICP raised money']);
  });

  it('waits for the next digest in quiet hours', async () => {
    const morning = world();
    morning.notifications.check();
    const { clock, notifications, titles } = world();
    goTo(1, 23);
    raised('Night', 99);
    notifications.onSignals();
    await clock.advance(10_000);
    notifications.dispose();
    expect(titles()).toEqual([]);
    goTo(1, 9);
    morning.notifications.check();
    expect(morning.titles()).toEqual(['Digest: 1 company raised money']);
    morning.notifications.dispose();
  });

  it('waits for the end of quiet hours if there is no digest, even if the app was closed then', async () => {
    const evening = world({ digest: false, tasks: false });
    goTo(1, 23);
    raised('Night', 99);
    evening.notifications.onSignals();
    await evening.clock.advance(10_000);
    evening.notifications.check();
    goTo(1, 9);
    evening.notifications.check();
    evening.notifications.check();
    expect(evening.titles()).toEqual(['Night raised money']);
    evening.notifications.dispose();
    raised('Late', 99);
    const morning = world({ digest: false, tasks: false });
    // The first view does not wait for these notifications.
    morning.notifications.onOpened();
    expect(morning.titles()).toEqual([]);
    await morning.clock.advance(2_000);
    expect(morning.titles()).toEqual(['Late raised money']);
    morning.notifications.dispose();
  });

  it('appears in each workspace that is opened after quiet hours', () => {
    goTo(1, 14);
    let active = workspace;
    const { notifications, titles } = world({ digest: false, tasks: false }, () => active);
    notifications.check();
    raised('Night', 99);
    notifications.check();
    expect(titles()).toEqual([]);
    active = { ...workspace };
    notifications.check();
    expect(titles()).toEqual(['Night raised money']);
    notifications.dispose();
  });
});

it('a test notification is shown at any hour', () => {
  const { notifications, titles } = world();
  goTo(1, 3);
  expect(notifications.test()).toBe(true);
  expect(titles()).toEqual(['Notifications work']);
  notifications.dispose();
});
