import { expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../../shared/contract/kit.ts';
import type { BudgetStatus } from '../../../shared/model/budget.ts';
import type { contract } from '../../../shared/contract/index.ts';
import { App } from '../../../renderer/session/app.svelte.ts';
import { commandFor, matchingCommands } from '../../../renderer/session/commands/command.ts';
import { frameCommands } from '../../../renderer/frame/frame-commands.ts';
import { DueTasks } from '../../../renderer/features/tasks/due-tasks.svelte.ts';
import { proposalsOf } from '../../../renderer/features/assistants/index.ts';
import { contactsProposal } from '../fixture/assistants/proposals.ts';
import { allowedPrice } from '../fixture/quota.ts';
import { compiled } from '../support/compiled.ts';
import { stubKeep } from '../support/keep-state.ts';
import { createFixture, STATES } from '../fixture/host.ts';

/* The navigation, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });
async function meterHtml(atLeast: boolean): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/frame/rail/QuotaMeter.svelte');
  const budget = {
    ...{ budget: 'month-records', used: 83, reserved: 0, unknown: 0, others: null, limit: 3_000 },
    ...{ left: 2_917, resetsAtMs: null, limitSource: 'documented', closedUntilMs: null, atLeast },
  } satisfies BudgetStatus;
  return renderedSchema.parse({ body: render(component, { props: { budget, onclick: nothing } }).body }).body;
}

const nothing = (): void => undefined;

async function railHtml(dueTasks: number, proposals = 0): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/frame/rail/Rail.svelte');
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  app.commands.add(frameCommands(app, { openPalette: nothing, openShortcuts: nothing, openTasks: nothing }));
  app.stateFor('due-tasks', () => new DueTasks(app.api)).count = dueTasks;
  const world = { price: allowedPrice };
  const expiresAtMs = app.clock.nowMs + 60_000;
  proposalsOf(app).all = Array.from({ length: proposals }, (_, at) =>
    contactsProposal(world, String(at), { expiresAtMs }),
  );
  return renderedSchema.parse({ body: render(component, { props: { app } }).body }).body;
}

test('the navigation opens all tasks, with their key and the number of due tasks', async () => {
  const html = await railHtml(3);
  const tasks = /<button[^>]*title="Tasks \(G K\)"[^>]*>.*?<\/button>/s.exec(html)?.[0] ?? '';
  expect(tasks).toContain('aria-haspopup="dialog"');
  expect(tasks).toContain('>Tasks<');
  expect(tasks).toMatch(/aria-label="3 due today or overdue" title="3 due today or overdue"[^>]*>3</);
  expect(html).toContain('title="Today (G T)"');
  expect(await railHtml(0)).not.toContain('due today');
});

test('the navigation names the command palette by what it does', async () => {
  expect(await railHtml(0)).toMatch(
    /<button[^>]*title="Find or run… \(command palette\): [^>]*>.*?>Find or run…</s,
  );
});

test('the navigation opens Help', async () => {
  const html = await railHtml(0);
  expect(html).toMatch(/<button[^>]*aria-haspopup="dialog"[^>]*title="Help: guide, [^>]*>.*?>Help</s);
});

test('the navigation shows beside Today how many proposals of assistants are waiting', async () => {
  const entry = (html: string): string => /<a[^>]*href="#today".*?<\/a>/s.exec(html)?.[0] ?? '';
  expect(entry(await railHtml(0, 2))).toMatch(/aria-label="2 proposals waiting"[^>]*>2</);
  const without = entry(await railHtml(0));
  expect(without).toContain('>Today<');
  expect(without).not.toContain('waiting');
});

test('the palette finds the plan for the rest of the month by what it is about', () => {
  const app = stubKeep(new App(createApi<typeof contract>(createFixture(STATES.account).port)));
  const overlays = { openPalette: nothing, openShortcuts: nothing, openTasks: nothing };
  const commands = frameCommands(app, overlays).map((command) => ({ ...command, available: () => true }));
  for (const text of ['month end', 'expire', 'expiring', 'rest of the month'])
    expect(matchingCommands(commands, text).map(({ id }) => id)).toContain('go.month-end');
  // The same keys open it on every screen. `A` only approves.
  expect(commandFor(commands, 'g m')?.id).toBe('go.month-end');
  expect(commandFor(commands, 'a')).toBeUndefined();
});

test('the meter shows "up to" like the Quota screen if other devices may have used more', async () => {
  const most = await meterHtml(true);
  expect(most).toContain('up to 2,917 left');
  expect(most).toMatch(
    /title="The service hasn’t reported .* you may have fewer records left\. Opens Quota\."/,
  );
  const exact = await meterHtml(false);
  expect(exact).not.toMatch(/up to/i);
  expect(exact).toContain('title="Records left this month. Records used on your other devices,');
});
