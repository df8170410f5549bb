import { afterEach, expect, test, vi } from 'vitest';
import type { Api } from '../../../../shared/contract/index.ts';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import { WhyNowLines } from '../../../../renderer/features/company/why-now/why-now-lines.svelte.ts';

/* The why-now lines of the companies in a list. */

const hiringIn = (companyId: string, count: number): WhyNow => ({
  companyId,
  round: null,
  hiring: { departments: [], count, isAtLeast: false, sinceMs: null, fetchedAtMs: 0 },
  closesAtMs: null,
});

function created(reply: (ids: readonly string[]) => Promise<WhyNow[]>) {
  const changed: (() => void)[] = [];
  const whyNow = vi.fn(async ({ ids }: { ids: readonly string[] }) => ({ companies: await reply(ids) }));
  const onChanged = (listener: () => void): (() => void) => {
    changed.push(listener);
    return () => undefined;
  };
  const api = { library: { whyNow, onChanged }, market: { onChanged }, demo: { onChanged } };
  const lines = new WhyNowLines(api as unknown as Api);
  return { lines, whyNow, change: () => changed[0]?.() };
}
afterEach(() => vi.restoreAllMocks());

test('are read once for each company, in pages of 50', async () => {
  const { lines, whyNow } = created(async (ids) => ids.slice(0, 1).map((id) => hiringIn(id, 2)));
  const ids = Array.from({ length: 60 }, (_, at) => `c${at}`);
  await lines.load([...ids, 'c0']);
  await lines.load(ids);
  expect(whyNow.mock.calls.map(([{ ids: asked }]) => asked.length)).toEqual([50, 10]);
  expect([lines.lineOf('c0', 0), lines.lineOf('c1', 0), lines.lineOf('c99', 0)]).toEqual([
    'Hiring 2',
    '',
    null,
  ]);
});

test('are read again after a change, and a late reply from before it is dropped', async () => {
  const replies: ((found: WhyNow[]) => void)[] = [];
  const { lines, change } = created(() => new Promise((resolve) => replies.push(resolve)));
  const first = lines.load(['a']);
  change();
  const second = lines.load(['a']);
  replies[1]?.([hiringIn('a', 3)]);
  replies[0]?.([hiringIn('a', 1)]);
  await Promise.all([first, second]);
  expect(lines.lineOf('a', 0)).toBe('Hiring 3');
});

test('are requested again if reading failed', async () => {
  let works = false;
  const { lines } = created(async (ids) => {
    if (!works) throw new Error('closed');
    return ids.map((id) => hiringIn(id, 1));
  });
  await lines.load(['a']);
  expect(lines.lineOf('a', 0)).toBeNull();
  works = true;
  await lines.load(['a']);
  expect(lines.lineOf('a', 0)).toBe('Hiring 1');
});
