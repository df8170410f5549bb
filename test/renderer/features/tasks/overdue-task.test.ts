import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Task } from '../../../../shared/model/user-data.ts';
import { compiled } from '../../support/compiled.ts';

/* Tests that an overdue task looks the same in Today and in the list of tasks. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });
const NOW = Date.UTC(2026, 4, 14, 9, 40);
const DAY = '2026-05-14';
const task: Pick<
  Task,
  'title' | 'companyName' | 'dueOn' | 'dueTime' | 'snoozedUntil' | 'doneAtMs' | 'followUp'
> = {
  title: 'Call',
  companyName: 'Halden Grid',
  dueOn: '2026-05-12',
  dueTime: null,
  snoozedUntil: null,
  doneAtMs: null,
  followUp: null,
};

async function dueClasses(path: string, props: Record<string, unknown>): Promise<string | undefined> {
  const { render } = await load('svelte/server');
  const { default: component } = await load(path);
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  return /class="([^"]*)">overdue since/
    .exec(body)?.[1]
    ?.replaceAll(/svelte-\w+/g, '')
    .trim();
}

test('an overdue task has the same colour in Today and in the list of tasks', async () => {
  const inToday = await dueClasses('/renderer/features/today/TodayTask.svelte', {
    task,
    day: DAY,
    nowMs: NOW,
    selected: false,
    onfinish: () => undefined,
  });
  const inList = await dueClasses('/renderer/features/company/user-data/TaskRow.svelte', {
    task,
    today: DAY,
    nowMs: NOW,
  });
  expect(inToday).toContain('warn');
  expect(inToday).toBe(inList);
});
