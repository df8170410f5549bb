import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Progress, ProgressKind } from '../../../shared/model/progress.ts';
import { dayPlan } from '../../../renderer/features/today/strings.ts';
import { compiled } from '../support/compiled.ts';

/* Renders a task in the status bar's popover to HTML. */
const load = compiled();

async function buttonsOf(kind: ProgressKind): Promise<readonly string[]> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/ui/feedback/Progress.svelte');
  const work: Progress = {
    id: '1',
    kind,
    done: 1,
    total: 4,
    startedAtMs: 0,
    cost: null,
    canCancel: true,
    isStopping: false,
  };
  const actions = { oncancel: () => undefined, onstop: () => undefined };
  const { body } = z
    .object({ body: z.string() })
    .parse({ body: render(component, { props: { work, ...actions } }).body });
  return [...body.matchAll(/<button.*?<\/button>/gs)].map(([html]) => html.replaceAll(/<[^>]*>/g, '').trim());
}

test('a plan is paused and stopped with the same words as on Today, other tasks are cancelled', async () => {
  expect(await buttonsOf('plan')).toEqual([dayPlan.run.pause, dayPlan.run.stop]);
  expect(await buttonsOf('plan')).toEqual(['Pause plan', 'Stop plan']);
  expect(await buttonsOf('load-all')).toEqual(['Cancel']);
});
