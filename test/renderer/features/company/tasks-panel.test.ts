import { expect, test } from 'vitest';
import { z } from 'zod';
import { compiled } from '../../support/compiled.ts';
import { NOW_MS } from '../../fixture/time.ts';

/* The tasks of a company, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

async function textWith(open: readonly { readonly followUp: object | null }[]): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/company/user-data/TasksPanel.svelte');
  const app = { drafts: { tasks: { of: () => undefined } } };
  const value = { open, done: [], today: '2026-05-14', total: open.length };
  const tasks = { companyId: 'halden', reading: { value, error: null } };
  const { body } = renderedSchema.parse({
    body: render(component, { props: { app, tasks, nowMs: NOW_MS } }).body,
  });
  return body.replaceAll(/<[^>]*>/g, ' ');
}

test('a company without tasks has an empty state that mentions follow-ups open elsewhere', async () => {
  expect(await textWith([])).toContain('No open tasks.');
  expect(await textWith([{ followUp: {} }])).toContain('No open tasks other than follow-ups.');
});

test('a task that an assistant added says so', async () => {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/company/user-data/TaskRow.svelte');
  const task = { title: 'Call back', followUp: null, doneAtMs: null, dueOn: null, snoozedUntil: null };
  const text = (addedBy?: string): string =>
    renderedSchema
      .parse({
        body: render(component, { props: { task: { ...task, addedBy }, today: '2026-05-14', nowMs: NOW_MS } })
          .body,
      })
      .body.replaceAll(/<[^>]*>/g, ' ');
  expect(text('Desk\u202e Assistant')).toContain('added by Desk Assistant');
  expect(text()).not.toContain('added by');
});
