import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PlanProposal } from '../../../../shared/model/plan.ts';
import { compiled } from '../../support/compiled.ts';

/* The plan at the bottom of Today, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

async function dockText(skipReasons: PlanProposal['skipReasons']): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/today/PlanDock.svelte');
  const nothing = (): void => undefined;
  const skipped = skipReasons.reduce((sum, { count }) => sum + count, 0);
  const props = {
    app: { clock: { nowMs: 0 }, connection: { state: 'online' } },
    plan: {
      proposal: { items: [], skips: [], skipped, skipReasons, recordsToday: 0 },
      shownRun: null,
      isRunning: false,
    },
    approve: nothing,
    details: nothing,
    rules: nothing,
  };
  const { body } = renderedSchema.parse({ body: render(component, { props }).body });
  return body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('the line of skipped requests counts them by reason, and they cost nothing', async () => {
  const text = await dockText([
    { why: 'below-fit', count: 1_204 },
    { why: 'done', count: 2 },
  ]);
  expect(text).toMatch(/Skipped 1,206: 1,204 below your minimum fit · 2 marked as done 0 records$/);
});

test('a plan without records for today says so', async () => {
  expect(await dockText([{ why: 'no-room', count: 3 }])).toMatch(
    /No records left today\. .*Skipped 3: 3 beyond today’s records/,
  );
});
