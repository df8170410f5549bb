import { expect, it } from 'vitest';
import { localDate } from '../../../shared/local-date.ts';
import { NOTIFICATIONS_DEFAULT, type NoticeTarget } from '../../../shared/model/settings/notifications.ts';
import { createRecordingNotifier } from '../../support/app/recording-notifier.ts';
import { startTestApp } from '../../support/app/test-app.ts';

it('a click on a notification opens its screen, and sends no request', async () => {
  const notifier = createRecordingNotifier();
  const app = await startTestApp({ demo: true, ports: { notifier } });
  const opened: NoticeTarget[] = [];
  app.api.notifications.onOpen((target) => opened.push(target));
  expect((await app.api.notifications.settings({})).supported).toBe(true);
  expect(await app.api.notifications.test({})).toEqual({ shown: true });
  notifier.shown[0]?.click();
  expect(opened).toEqual([{ kind: 'settings' }]);
  expect((await app.api.demo.transcript({ offset: 0, limit: 1 })).total).toBe(0);
  await app.dispose();
});

it('the day of the start has no digest; a change of the demo’s clock brings exactly one', async () => {
  const notifier = createRecordingNotifier();
  const app = await startTestApp({ demo: true, ports: { notifier } });
  const { today } = await app.api.tasks.due({ offset: 0, limit: 1 });
  await app.api.notifications.setSettings({
    digest: true,
    instant: true,
    tasks: true,
    hour: 0,
    quietFrom: 0,
    quietTo: 0,
    threshold: 80,
  });
  await app.api.tasks.add({ companyIds: ['cmp_nowhere'], title: 'Call them', dueOn: today });
  expect(notifier.shown).toEqual([]);
  await app.api.demo.travel({ days: 1 });
  await app.api.demo.setService({ running: true });
  expect(notifier.shown.map(({ title }) => title)).toEqual(['Digest: 1 task due']);
  await app.dispose();
});

it('a task is announced at its time, but not at a time that had passed when the user set it', async () => {
  const notifier = createRecordingNotifier();
  const app = await startTestApp({ demo: true, ports: { notifier } });
  const { today } = await app.api.tasks.due({ offset: 0, limit: 1 });
  const tomorrow = localDate(Date.parse(`${today}T12:00:00`) + 24 * 3_600_000);
  await app.api.notifications.setSettings({ ...NOTIFICATIONS_DEFAULT, hour: 0, quietFrom: 0, quietTo: 0 });
  const task = { title: 'Call them', dueOn: today, dueTime: '00:00' };
  const { ids } = await app.api.tasks.add({ companyIds: ['cmp_nowhere'], ...task });
  await app.api.demo.setService({ running: true });
  expect(notifier.shown).toEqual([]);
  await app.api.tasks.change({ id: ids[0] ?? '', ...task, dueOn: tomorrow, dueTime: '12:00' });
  await app.api.demo.travel({ days: 2 });
  await app.api.demo.setService({ running: true });
  expect(notifier.shown.map(({ title }) => title)).toEqual(['Call them']);
  await app.dispose();
});
