import { expect, test } from 'vitest';
import type * as DueTasksModule from '../../../../renderer/features/tasks/due-tasks.svelte.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { startTestApp } from '../../../support/app/test-app.ts';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
const DAY_MS = 86_400_000;

test('counts the open tasks that are due today or overdue, and follows changes', async () => {
  const { DueTasks } = (await load('/renderer/features/tasks/due-tasks.svelte.ts')) as typeof DueTasksModule;
  const core = await startTestApp({ demo: true });
  const { api } = core;
  const { today } = await api.tasks.due({ offset: 0, limit: 1 });
  const add = async (title: string, days: number | null) => {
    const dueOn = days === null ? null : localDate(Date.parse(`${today}T12:00:00`) + days * DAY_MS);
    return (await api.tasks.add({ companyIds: ['a'], title, dueOn })).ids;
  };
  const ids = await add('Answer', 0);
  await add('Call them', -1);
  await add('Send the offer', 1);
  await add('Some day', null);
  const due = new DueTasks(api);
  await due.refresh();
  expect(due.count).toBe(2);
  await api.tasks.setDone({ ids, done: true });
  await expect.poll(() => due.count).toBe(1);
  due.dispose();
  await core.dispose();
});
