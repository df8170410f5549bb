import { afterEach, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { NoticeTarget } from '../../../shared/model/settings/notifications.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { createRecordingNotifier } from '../../support/app/recording-notifier.ts';
import { deliver, eventOf, freePort } from '../../support/webhook/webhook-receiver.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { createMapSettings, startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';

/*
 * Runs the whole app through an evening, a night and a morning, and checks its notifications. Only the clock
 * and the notifier are fake.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Six in the evening, local time. Daylight saving time neither starts nor ends near this date. */
const EVENING_MS = new Date(2026, 5, 10, 18).getTime();

const left: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0).toReversed()) await leave();
});

interface Laptop {
  readonly clock: FakeClock;
  readonly service: Simulator;
  app(): TestApp;
  titles(): string[];
  readonly opened: readonly NoticeTarget[];
  clickNewest(): void;
  /** Delivers a webhook event about a company with this fit. */
  raise(name: string, icp: number): Promise<void>;
  restart(): Promise<void>;
  /** Advances the clock until it shows this time. */
  until(hour: number, minute?: number): Promise<void>;
}

async function openLaptop(): Promise<Laptop> {
  const clock = createFakeClock(EVENING_MS);
  const service = await startSimulator({
    seed: 3,
    companies: 200,
    nowMs: () => clock.nowMs(),
    makeWorld: sharedWorld,
  });
  service.setNow(EVENING_MS);
  const folder = tempDir();
  const notifier = createRecordingNotifier();
  const place = { dataDir: folder.path, keychain: createFakeKeychain(), settings: createMapSettings() };
  const opened: NoticeTarget[] = [];
  const port = await freePort();
  const start = async (): Promise<TestApp> => {
    const started = await startTestApp({ ...place, ports: { clock, notifier } });
    started.api.notifications.onOpen((target) => opened.push(target));
    return started;
  };
  let app = await start();
  left.push(
    () => Promise.resolve(folder.remove()),
    () => service.dispose(),
    () => app.dispose(),
  );
  await connect(app, service);
  await app.api.signals.setAddress({ port, tunnelHost: null });
  const { key } = await app.api.signals.makeKey({ place: 'keychain' });
  const { path } = await app.api.signals.setEnabled({ enabled: true });
  let rounds = 0;
  return {
    clock,
    service,
    opened,
    app: () => app,
    titles: () => notifier.shown.map(({ title }) => title),
    clickNewest: () => notifier.shown.at(-1)?.click(),
    raise: async (name, icp) => {
      rounds += 1;
      const event = eventOf({ companyId: `cmp_new_${rounds}`, roundId: `fnd_new_${rounds}`, icp });
      const body = { ...event, company: { ...Object(event['company']), name } };
      const { status } = await deliver(body, { port, path, authorization: `Bearer ${key}` });
      expect(status).toBe(202);
      await expect.poll(async () => (await app.api.signals.summary({})).total).toBe(rounds);
      // Waits long enough for the next event to get its own notification. Events in quick succession share
      // one.
      await clock.advance(10_000);
    },
    restart: async () => {
      await app.dispose();
      app = await start();
    },
    until: async (hour, minute = 0) => {
      const at = new Date(clock.nowMs());
      const today = new Date(at.getFullYear(), at.getMonth(), at.getDate(), hour, minute).getTime();
      await clock.advance(today - clock.nowMs() + (today < clock.nowMs() ? 24 * HOUR_MS : 0));
    },
  };
}

async function connect({ api }: TestApp, service: Simulator): Promise<void> {
  const { cost } = await api.workspaces.connectPrice({});
  await api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'keychain',
    people: { mode: 'keychain' },
    accepted: cost,
    screen: 'first-run',
  });
}

it('quiet hours hold back notifications of the night; the digest reports them once, at its hour, without a request', async () => {
  const laptop = await openLaptop();
  const { until, raise, titles, service } = laptop;
  const { api } = laptop.app();
  await api.notifications.setSettings({
    digest: true,
    instant: true,
    tasks: true,
    hour: 8,
    quietFrom: 21,
    quietTo: 7,
    threshold: 80,
  });
  const { today } = await api.tasks.due({ offset: 0, limit: 1 });
  const tomorrow = new Date(Date.parse(`${today}T12:00:00Z`) + 24 * HOUR_MS).toISOString().slice(0, 10);
  await api.tasks.add({ companyIds: ['cmp_new_2'], title: 'Call them', dueOn: tomorrow });
  const requested = service.transcript().length;

  await until(20, 30);
  await raise('Evening Energy', 91);
  await raise('Poor Fit', 40);
  expect(titles()).toEqual(['Evening Energy raised money']);
  await until(21, 0);
  await raise('Night Grid', 96);
  await until(3, 0);
  await laptop.restart();
  await raise('Late Solar', 93);
  expect(titles()).toHaveLength(1);
  // Events in quiet hours wait for the digest, which is shown an hour after the quiet hours end.
  await until(7, 59);
  expect(titles()).toHaveLength(1);
  await until(8, 1);
  expect(titles()[1]).toBe('Digest: 4 companies raised money, 1 task due');
  laptop.clickNewest();
  expect(laptop.opened).toEqual([{ kind: 'today' }]);
  await laptop.restart();
  await until(9, 0);
  await raise('Morning Wind', 88);
  expect(titles()).toHaveLength(3);
  expect(titles()[2]).toBe('Morning Wind raised money');
  await until(20, 59);
  expect(titles()).toHaveLength(3);
  expect(service.transcript()).toHaveLength(requested);
});

it('a digest within quiet hours waits for their end, and appears on waking if the laptop slept', async () => {
  const laptop = await openLaptop();
  const { until, raise, titles } = laptop;
  const quiet = {
    digest: true,
    instant: true,
    tasks: true,
    hour: 6,
    quietFrom: 21,
    quietTo: 9,
    threshold: 80,
  };
  await laptop.app().api.notifications.setSettings(quiet);
  await until(22, 0);
  await raise('Night Grid', 96);
  await until(8, 59);
  expect(titles()).toEqual([]);
  await until(9, 1);
  expect(titles()).toEqual(['Digest: 1 company raised money']);
  await until(22, 0);
  await raise('Second Night', 96);
  // While the laptop sleeps, its wall clock advances but no timer runs.
  laptop.clock.setWall(13 * HOUR_MS);
  expect(titles()).toHaveLength(1);
  laptop.app().wake();
  expect(titles()).toEqual(['Digest: 1 company raised money', 'Digest: 1 company raised money']);
});
