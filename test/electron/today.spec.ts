import { expect, test } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import * as morning from '../e2e/today/week-away.ts';
import {
  launchElectron,
  newElectronPlace,
  request,
  type LaunchedElectron,
} from '../support/electron/electron-app.ts';
import { freePort } from '../support/webhook/webhook-receiver.ts';

/* A week away in the Electron shell: missed events have a price, one key spends, and nothing else does. */
test.describe.configure({ timeout: 120_000 });

interface Notices {
  titles(): Promise<string[]>;
  /** Simulates a click on the newest notification. */
  click(): Promise<void>;
}

/** Records the system's notifications instead of showing them, whether or not this machine supports them. */
async function recordNotices({ app }: LaunchedElectron): Promise<Notices> {
  await app.evaluate(({ Notification }) => {
    const kept: object[] = [];
    Reflect.set(globalThis, 'notices', kept);
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: object) {
      kept.push(this);
    };
  });
  return {
    titles: () =>
      app.evaluate(() =>
        (Reflect.get(globalThis, 'notices') as { title: string }[]).map(({ title }) => title),
      ),
    click: () =>
      app.evaluate(() => {
        const newest = (Reflect.get(globalThis, 'notices') as { emit(name: string): void }[]).at(-1);
        newest?.emit('click');
      }),
  };
}

test('a week away: the digest, the gap, a plan by one key; a notification, an event and a link never spend', async () => {
  const place = newElectronPlace();
  const launched = await launchElectron(place);
  const { app, page } = launched;
  const ask: morning.Ask = (channel, input) => request(page, channel, input);
  const notices = await recordNotices(launched);
  await journey.exploreDemo(page, 'Today');
  await morning.told(ask, 'notifications.setSettings', {
    digest: true,
    instant: true,
    tasks: true,
    hour: 0,
    quietFrom: 0,
    quietTo: 0,
    threshold: 0,
  });
  const [companyId = ''] = await morning.followSome(ask);
  await morning.told(ask, 'demo.travel', { days: 7 });
  const paid = await morning.callsSent(ask);

  await expect.poll(notices.titles).toEqual([expect.stringMatching(/^This morning: .*1 task due/)]);
  await journey.goTo(page, 'Library');
  await notices.click();
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  await morning.expectWeekAway(page);
  expect(await morning.callsSent(ask)).toBe(paid);

  await morning.approveByOneKey(page, ask);
  const planned = await morning.callsSent(ask);

  await morning.told(ask, 'signals.setAddress', { port: await freePort(), tunnelHost: null });
  await morning.told(ask, 'signals.connectDemo');
  const heard = async (): Promise<number> =>
    (await morning.told<{ unseenEvents: number }>(ask, 'signals.summary')).unseenEvents;
  await expect.poll(heard).toBeGreaterThan(0);
  await app.evaluate(
    ({ app: running }, url) => {
      running.emit('open-url', { preventDefault: () => undefined }, url);
    },
    `roundwatch://company/${encodeURIComponent(companyId)}`,
  );
  const { name } = await morning.told<{ name: string }>(ask, 'companies.get', {
    id: companyId,
  });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await morning.callsSent(ask)).toBe(planned);

  expect(launched.pageErrors).toEqual([]);
  await app.close();
  place.remove();
});
