import { expect, test } from 'vitest';
import { z } from 'zod';
import { planItemSchema, type PlanProposal } from '../../../../shared/model/plan.ts';
import { compiled } from '../../support/compiled.ts';
import { allowedPrice } from '../../fixture/quota.ts';

/* The plan at the bottom of Today, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });

const cost = { requests: 1, records: 1, pageTurns: 0, companies: 1 };
const preview = allowedPrice(cost, 'exact');
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

function dockText(skipReasons: PlanProposal['skipReasons']): Promise<string> {
  const skipped = skipReasons.reduce((sum, { count }) => sum + count, 0);
  return renderText({
    proposal: { items: [], skips: [], skipped, skipReasons, recordsToday: 0 },
    isRunning: false,
  });
}

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
    month: { isLoaded: true, isOffered: false, plan: null },
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
  expect(text).toMatch(/Skipped 1,206 requests: 1,204 below your minimum fit · 2 marked as done 0 records$/);
});

test('a plan without records for today has an empty state', async () => {
  expect(await dockText([{ why: 'no-room', count: 3 }])).toMatch(
    /Today’s limits leave no room for more requests\. .*Skipped 3 requests: 3 over today’s limits/,
  );
});

test('the next plan is not offered while the approved one is running', async () => {
  const proposal = { items: [item], skips: [], skipped: 0, skipReasons: [], recordsToday: 60, preview };
  expect(await renderText({ proposal, isRunning: false })).toMatch(/Approve plan 1 record/);
  expect(await renderText({ proposal, isRunning: true })).toBe('');
});

test('requests for contacts are not called urgent, because some windows stay open for weeks', async () => {
  const why = { why: 'window', closesAtMs: 29 * 86_400_000 };
  const contacts = planItemSchema.parse({ ...item, key: 'contacts/Ada', kind: 'contacts', why });
  const proposal = { items: [contacts], skips: [], skipped: 0, skipReasons: [], recordsToday: 60, preview };
  const text = await renderText({ proposal, isRunning: false });
  expect(text).toContain('Contacts Ada');
  expect(text).not.toMatch(/clos/i);
});

test('the line of contacts shows the number of matches, and skipped companies the reason', async () => {
  const contacts = (name: string, strong: number, weak: number) => ({
    ...planItemSchema.parse({ ...item, key: `contacts/${name}`, kind: 'contacts', companyName: name }),
    matches: { strong, weak, stored: 9 },
  });
  const items = [contacts('Ada', 2, 0), contacts('Bo', 1, 1)];
  const skipReasons = [{ why: 'no-match', count: 3 }];
  const proposal = { items, skips: [], skipped: 3, skipReasons, recordsToday: 60, preview };
  const text = await renderText({ proposal, isRunning: false });
  expect(text).toMatch(/Contacts Ada, Bo · 3 of 18 match 2 records/);
  expect(text).toContain('Skipped 3 requests: 3 where no one matches your buyer roles');
  const weak = { ...proposal, items: [contacts('Cy', 0, 1)] };
  expect(await renderText({ proposal: weak, isRunning: false })).toContain('Cy · 1 of 9 is a weak match');
});

test('the line of profiles explains their purpose if they come before contacts', async () => {
  const first = planItemSchema.parse({ ...item, why: { why: 'profile-first' } });
  const dock = (items: readonly object[]) =>
    renderText({
      proposal: { items, skips: [], skipped: 0, skipReasons: [], recordsToday: 60, preview },
      isRunning: false,
    });
  expect(await dock([first])).toContain('Profiles Ada · to see whether anyone matches your buyer roles');
  expect(await dock([first, item])).not.toContain('matches');
});
