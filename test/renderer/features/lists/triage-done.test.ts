import { expect, test } from 'vitest';
import { z } from 'zod';
import { compiled } from '../../support/compiled.ts';

/* The summary at the end of a list, rendered to HTML. */
const load = compiled();

async function textWith(tally: object, savingCounts: boolean): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load('/renderer/features/lists/triage/TriageDone.svelte');
  const none = { done: 0, snoozed: 0, saved: 0, noted: 0, tasks: 0, followUps: 0 };
  const triage = { tally: { ...none, ...tally }, savingCounts, isFinished: true, isEndClosed: false };
  const { body } = z
    .object({ body: z.string() })
    .parse({ body: render(component, { props: { triage, whole: true } }).body });
  return body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('states what counts as handled, and then what else the user did', async () => {
  const tally = { done: 16, snoozed: 1, saved: 4, noted: 1, followUps: 2 };
  expect(await textWith(tally, false)).toBe(
    'All done. 16 done and 1 snoozed. Also 4 saved, 1 note written and 2 follow-ups planned.',
  );
  expect(await textWith(tally, true)).toBe(
    'All done. 16 done, 1 snoozed and 4 saved. Also 1 note written and 2 follow-ups planned.',
  );
  expect(await textWith({}, false)).toBe('All done. Every company here is done or snoozed.');
  expect(await textWith({}, true)).toBe('All done. Every company here is done, snoozed or saved.');
});
