import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Preview } from '../../../../shared/model/budget.ts';
import { planItemSchema, type PlanSkip } from '../../../../shared/model/plan.ts';
import { compiled } from '../../support/compiled.ts';

/* The plan at the bottom of Today, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

const skipsOf = (...names: readonly string[]): PlanSkip[] =>
  names.map((companyName) => ({
    key: `profile/${companyName}`,
    kind: 'profile',
    companyId: companyName,
    companyName,
    searchId: null,
    searchName: null,
    why: { why: 'done' },
  }));

const cost = { requests: 1, records: 1, pageTurns: 0, companies: 1 };
const preview: Preview = {
  cost,
  certainty: 'exact',
  lines: [],
  binding: 'month-records',
  decision: { kind: 'go' },
  instead: null,
};
const item = planItemSchema.parse({
  key: 'profile/Ada',
  kind: 'profile',
  companyId: 'Ada',
  companyName: 'Ada',
  searchId: null,
  searchName: null,
  lane: 'watchlist',
  certainty: 'exact',
  value: 1,
  saves: null,
  cost,
  why: { why: 'listed' },
});

const dockText = (skips: readonly PlanSkip[], skipped: number): Promise<string> =>
  renderText({ proposal: { items: [], skips, skipped, recordsToday: 0 }, isRunning: false });

async function renderText(plan: {
  readonly proposal: object;
  /** Whether a plan that the user approved is still running. */
  readonly isRunning: boolean;
}): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/today/PlanDock.svelte');
  const nothing = (): void => undefined;
  const props = {
    app: { clock: { nowMs: 0 }, connection: { state: 'online' } },
    plan: { shownRun: null, busy: false, ...plan },
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

test('the line of skipped requests names three and says how many more there are', async () => {
  const text = await dockText(skipsOf('Ada', 'Bea', 'Cyd', 'Dot'), 12);
  expect(text).toMatch(
    /Skipped 12: Profile of Ada: .* · Profile of Bea: .* · Profile of Cyd: .* and 9 more$/,
  );
  expect(text).not.toContain('Dot');
});

test('the line of skipped requests says nothing more if it names all of them', async () => {
  const text = await dockText(skipsOf('Ada', 'Bea', 'Cyd'), 3);
  expect(text).toMatch(/Skipped 3: .*Profile of Cyd: marked as done$/);
});

test('the next plan is not offered while the approved one is running', async () => {
  const proposal = { items: [item], skips: [], skipped: 0, recordsToday: 60, preview };
  expect(await renderText({ proposal, isRunning: false })).toMatch(/Approve plan 1 record/);
  expect(await renderText({ proposal, isRunning: true })).toBe('');
});
