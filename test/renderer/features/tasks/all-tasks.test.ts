import { expect, test } from 'vitest';
import type * as AllTasksModule from '../../../../renderer/features/tasks/all-tasks.svelte.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { startTestApp } from '../../../support/app/test-app.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
const DAY_MS = 86_400_000;

test('lists the tasks of all companies by due date, finds some, and follows changes', async () => {
  const { AllTasks } = (await load('/renderer/features/tasks/all-tasks.svelte.ts')) as typeof AllTasksModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  const { today } = await api.tasks.due({ offset: 0, limit: 1 });
  const day = (offset: number): string => localDate(Date.parse(`${today}T12:00:00`) + offset * DAY_MS);
  const add = async (companyId: string, title: string, dueOn: string | null, dueTime: string | null = null) =>
    (await api.tasks.add({ companyIds: [companyId], title, dueOn, dueTime })).ids;
  await add('a', 'Send the offer', day(3));
  const ids = await add('b', 'Call them', day(-1));
  await add('c', 'Some day', null);
  await add('c', 'Answer', today);
  await add('c', 'Meet them', today, '15:00');
  let now = '12:00';
  const all = new AllTasks(api, () => Date.parse(`${today}T${now}:00`));
  await all.reading.refresh();
  const shown = () => all.groups.map(({ group, tasks }) => [group, ...tasks.map(({ title }) => title)]);
  expect(shown()).toEqual([
    ['overdue', 'Call them'],
    ['today', 'Answer', 'Meet them'],
    ['later', 'Send the offer'],
    ['no-day', 'Some day'],
  ]);
  now = '15:01';
  await all.reading.refresh();
  expect(shown().slice(0, 2)).toEqual([
    ['overdue', 'Call them', 'Meet them'],
    ['today', 'Answer'],
  ]);
  await all.find('offer');
  expect(shown()).toEqual([['later', 'Send the offer']]);
  await all.find('');
  await api.tasks.setDone({ ids, done: true });
  await expect.poll(() => all.reading.value?.done).toBe(1);
  await all.show(true);
  expect(shown()).toEqual([['done', 'Call them']]);
  all.dispose();
  await core.dispose();
});

test('loads more tasks than fit on a page', async () => {
  const { AllTasks } = (await load('/renderer/features/tasks/all-tasks.svelte.ts')) as typeof AllTasksModule;
  const core = await startTestApp({ demo: true });
  const companyIds = Array.from({ length: 50 }, (_, at) => `company-${at}`);
  for (const title of ['One', 'Two']) await core.api.tasks.add({ companyIds, title, dueOn: null });
  const all = new AllTasks(core.api, () => Date.now());
  await all.reading.refresh();
  expect([all.reading.value?.tasks.length, all.reading.value?.total]).toEqual([50, 100]);
  await all.showMore();
  expect(all.reading.value?.tasks.length).toBe(100);
  all.dispose();
  await core.dispose();
});
