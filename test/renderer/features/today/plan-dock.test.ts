import { expect, test } from 'vitest';
import { z } from 'zod';
import type { PlanSkip } from '../../../../shared/model/plan.ts';
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

async function dockText(skips: readonly PlanSkip[], skipped: number): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/today/PlanDock.svelte');
  const nothing = (): void => undefined;
  const props = {
    app: { clock: { nowMs: 0 }, connection: { state: 'online' } },
    plan: { proposal: { items: [], skips, skipped, recordsToday: 0 }, shownRun: null, isRunning: false },
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
