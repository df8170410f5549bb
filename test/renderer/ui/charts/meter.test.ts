import { expect, test } from 'vitest';
import { z } from 'zod';
import { compiled } from '../../support/compiled.ts';

const load = compiled();
const renderedSchema = z.object({ body: z.string() });

/** Returns the position of the mark that shows an even pace. */
async function markPosition(due: number): Promise<string | undefined> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/ui/charts/Meter.svelte');
  const { body } = renderedSchema.parse(render(component, { props: { label: 'Records', value: 0.5, due } }));
  return /class="due[^"]*" style="left: ?([^;"]+)/.exec(body)?.[1];
}

test('the mark of the even pace moves only in visible steps', async () => {
  expect(await markPosition(0.925_594)).toBe('92.6%');
  expect(await markPosition(0.925_596)).toBe('92.6%');
  expect(await markPosition(0.926_6)).toBe('92.7%');
  expect(await markPosition(1.5)).toBe('100%');
});
