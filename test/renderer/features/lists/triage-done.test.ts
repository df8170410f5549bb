import { expect, test } from 'vitest';
import { z } from 'zod';
import { compiled } from '../../support/compiled.ts';

/* The progress through a list and the summary at its end, rendered to HTML. */
const load = compiled();

async function textOf(file: string, props: object): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load(`/renderer/features/lists/triage/${file}`);
  const { body } = z.object({ body: z.string() }).parse({ body: render(component, { props }).body });
  return body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function textWith(tally: object, savingCounts: boolean): Promise<string> {
  const none = { done: 0, snoozed: 0, saved: 0, noted: 0, tasks: 0, followUps: 0 };
  const triage = { tally: { ...none, ...tally }, savingCounts, isFinished: true, isEndClosed: false };
  return textOf('TriageDone.svelte', { triage, whole: true });
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

test('while companies are only saved, the progress counts the saved companies', async () => {
  const progressOf = (handled: number, saved: number) =>
    textOf('TriageProgress.svelte', {
      triage: { progress: { handled, saved, total: 9 }, progressText: '', partsText: '' },
    });
  expect(await progressOf(0, 3)).toMatch(/^3 of 9 saved to a list \. Comp/);
  expect(await progressOf(2, 3)).toMatch(/^2 of 9 handled .*3 saved to a list$/);
  expect(await progressOf(0, 0)).toBe('');
});
