import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveAccountDay } from '../../../electron/core/database/queries/ledger/account-use.ts';
import { insertCostDrift } from '../../../electron/core/database/queries/ledger/cost-checks.ts';
import { createNotifications } from '../../../electron/core/notifications/notifications.ts';
import { fetchStats } from '../../../electron/core/fetching/fetch-stats.ts';
import { byHand } from '../../../electron/core/fetching/priced-request.ts';
import {
  NOTIFICATIONS_DEFAULT,
  type NoticeTarget,
  type NotificationSettings,
} from '../../../shared/model/settings/notifications.ts';
import { openDemoWorkspace } from '../../support/app/demo-workspace.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { log } from '../../support/app/library-fixtures.ts';
import { createRecordingNotifier } from '../../support/app/recording-notifier.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const COST = { requests: 1, records: 1, pageTurns: 0, companies: 0 };
let demo: Awaited<ReturnType<typeof openDemoWorkspace>>;
beforeEach(async () => {
  demo = await openDemoWorkspace();
});
afterEach(() => demo.dispose());

const todayMs = (): number => Math.floor(demo.workspace.governor.serverNowMs() / DAY_MS) * DAY_MS;

/** Fetches `/stats`, then stores other clients' usage on the given day. */
async function readWith(requests: number, dayMs = todayMs()): Promise<void> {
  await fetchStats(demo.workspace, byHand(COST, 'quota'));
  saveAccountDay(demo.workspace.files.ledger, 1, { dayMs, requests, own: 0 });
}

function world(settings: Partial<NotificationSettings> = {}) {
  const clock = createFakeClock(0);
  const notifier = createRecordingNotifier();
  const opened: NoticeTarget[] = [];
  const notifications = createNotifications({
    active: () => demo.workspace,
    clock,
    log,
    notifier,
    open: (target) => opened.push(target),
    settings: () => ({
      ...NOTIFICATIONS_DEFAULT,
      digest: false,
      tasks: false,
      quietFrom: 0,
      quietTo: 0,
      ...settings,
    }),
    onChangesRecorded: () => undefined,
  });
  return { clock, notifier, opened, notifications, titles: () => notifier.shown.map(({ title }) => title) };
}

it('is alerted once, even after a restart, and a click opens the Quota screen', async () => {
  const first = world();
  await readWith(50);
  await first.clock.advance(MINUTE_MS);
  expect(first.titles()).toEqual([]);
  await readWith(62);
  await first.clock.advance(5 * MINUTE_MS);
  expect(first.titles()).toEqual(['62 requests by other devices today']);
  first.notifier.shown[0]?.click();
  expect(first.opened).toEqual([{ kind: 'quota' }]);
  first.notifications.dispose();
  const second = world();
  await readWith(90);
  second.notifications.check();
  expect(second.titles()).toEqual([]);
  second.notifications.dispose();
});

it('is alerted at most once a UTC day, including alerts for the day before', async () => {
  const { notifications, titles } = world();
  await readWith(80, todayMs() - DAY_MS);
  notifications.check();
  expect(titles()).toEqual(['80 requests by other devices yesterday']);
  await readWith(99);
  notifications.check();
  expect(titles()).toHaveLength(1);
  demo.workspace.demo?.travel(DAY_MS);
  demo.workspace.governor.review();
  notifications.check();
  expect(titles().at(-1)).toBe('99 requests by other devices yesterday');
  notifications.dispose();
});

it('waits for the end of quiet hours', async () => {
  const hour = new Date(demo.workspace.clock.nowMs()).getHours();
  const quiet = world({ quietFrom: hour, quietTo: (hour + 2) % 24 });
  await readWith(70);
  quiet.notifications.check();
  expect(quiet.titles()).toEqual([]);
  quiet.notifications.dispose();
  const later = world();
  later.notifications.check();
  expect(later.titles()).toEqual(['70 requests by other devices today']);
  later.notifications.dispose();
});

it('a corrected cost is reported once', () => {
  const { notifications, titles, notifier } = world();
  const { ledger } = demo.workspace.files;
  const atMs = demo.workspace.governor.serverNowMs();
  const drift = { endpoint: 'stats', unit: 'requests', before: 1, after: 0 } as const;
  insertCostDrift(ledger, 1, { ...drift, atMs: atMs - 2 * DAY_MS });
  notifications.check();
  expect(titles()).toEqual([]);
  insertCostDrift(ledger, 1, { ...drift, atMs });
  notifications.check();
  notifications.check();
  expect(titles()).toEqual(['A price has changed']);
  expect(notifier.shown[0]?.body).toBe(
    'A usage check now costs no requests instead of 1. Roundwatch uses the new price.',
  );
  notifications.dispose();
});
