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

/* Notifications, webhook events and links after a week away, in one Electron session. */
test.describe.configure({ timeout: 120_000 });

interface Notices {
  titles(): Promise<string[]>;
  /** Clicks the latest notification. */
  click(): Promise<void>;
}

/** Replaces the system's notifications. The replacement records each notification and does not show it. */
async function recordNotices({ app }: LaunchedElectron): Promise<Notices> {
  await app.evaluate(({ Notification }) => {
    const notifications: object[] = [];
    Reflect.set(globalThis, 'notices', notifications);
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: object) {
      notifications.push(this);
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

test('after a week away: a digest opens Today, and links never spend', async () => {
  const place = newElectronPlace();
  const launched = await launchElectron(place);
  const { app, page } = launched;
  const callCore: morning.CoreRequest = (channel, input) => request(page, channel, input);
  const notices = await recordNotices(launched);
  await journey.exploreDemo(page, 'Today');
  await morning.callForResult(callCore, 'notifications.setSettings', {
    digest: true,
    instant: true,
    tasks: true,
    hour: 0,
    quietFrom: 0,
    quietTo: 0,
    threshold: 0,
  });
  const [companyId = ''] = await morning.followSome(callCore);
  await morning.callForResult(callCore, 'demo.travel', { days: 7 });
  const paid = await morning.callsSent(callCore);

  await expect.poll(notices.titles).toEqual([expect.stringMatching(/^Digest: .*1 task due/)]);
  await journey.goTo(page, 'Library');
  await notices.click();
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();

  await morning.callForResult(callCore, 'signals.setAddress', { port: await freePort(), tunnelHost: null });
  await journey.goTo(page, 'Signals');
  await page.getByRole('button', { name: 'Connect the demo dashboard' }).click();
  const countUnseenEvents = async (): Promise<number> =>
    (await morning.callForResult<{ unseenEvents: number }>(callCore, 'signals.summary')).unseenEvents;
  await expect.poll(countUnseenEvents).toBeGreaterThan(0);
  await app.evaluate(
    ({ app: running }, url) => {
      running.emit('open-url', { preventDefault: () => undefined }, url);
    },
    `roundwatch://company/${encodeURIComponent(companyId)}`,
  );
  const { name } = await morning.callForResult<{ name: string }>(callCore, 'companies.get', {
    id: companyId,
  });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(await morning.callsSent(callCore)).toBe(paid);
  expect(launched.pageErrors).toEqual([]);
  await app.close();
  place.remove();
});
