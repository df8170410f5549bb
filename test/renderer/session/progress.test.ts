import { expect, test } from 'vitest';
import type * as LoadAllModule from '../../../renderer/features/search/load-all.svelte.ts';
import type * as ProgressModule from '../../../renderer/session/progress.svelte.ts';
import { progressLine, progressText } from '../../../renderer/ui/text/progress-text.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Progress } from '../../../shared/model/progress.ts';
import { compiled } from '../support/compiled.ts';

const load = compiled();
const NOW = 1_000_000;
const work = (change: Partial<Progress> = {}): Progress => ({
  id: '1',
  kind: 'plan',
  done: 4,
  total: 6,
  startedAtMs: NOW - 8_000,
  cost: null,
  canCancel: true,
  isStopping: false,
  ...change,
});
const COST = { requests: 4, records: 21, pageTurns: 0, companies: 0 };

test('shows the progress of work, its cost so far and the time left', () => {
  const text = progressText(work({ cost: COST }), NOW);
  expect(text.summary).toMatch(/^4 of 6 requests · .*21 records.* so far$/);
  expect(text).toMatchObject({ title: 'Running plan', left: 'about 4 s left', share: 4 / 6 });
});

test('counts one step in the singular', () => {
  expect(progressText(work({ kind: 'load-all', done: 1, total: 1 }), NOW).summary).toBe('1 of 1 page');
  expect(progressText(work({ kind: 'export', done: 0, total: 1 }), NOW).summary).toBe('0 of 1 file');
  expect(progressText(work({ kind: 'index', done: 1, total: null }), NOW).summary).toBe('1 company');
  expect(progressText(work({ kind: 'index', done: 2, total: null }), NOW).summary).toBe('2 companies');
});

test('omits the time left and the share if they are unknown', () => {
  expect(progressText(work({ kind: 'restore', done: 0, total: null }), NOW)).toMatchObject({
    summary: '',
    left: null,
    share: null,
  });
  expect(progressText(work({ startedAtMs: NOW - 1_000 }), NOW).left).toBeNull();
  expect(progressText(work({ done: 0 }), NOW).left).toBeNull();
  expect(progressText(work({ done: 6 }), NOW).left).toBeNull();
  expect(progressText(work({ total: 0, done: 0 }), NOW).share).toBeNull();
});

test('shows work in one line of the status bar', () => {
  expect(progressLine([])).toBeNull();
  expect(progressLine([work()])).toBe('Running plan: 4 of 6');
  const others = [work({ kind: 'backup' }), work({ kind: 'index' })];
  expect(progressLine([work({ total: null }), ...others])).toBe('Running plan · 2 more in progress');
});

function createCore() {
  const cancelled: string[] = [];
  let listener: (payload: { works: readonly Progress[] }) => void = () => undefined;
  const api = {
    progress: {
      list: () => Promise.resolve({ works: [work({ id: 'core', startedAtMs: 5 })] }),
      cancel: ({ id }: { id: string }) => {
        cancelled.push(id);
        return Promise.resolve({ cancelled: true });
      },
      onChanged: (fn: typeof listener) => {
        listener = fn;
        return () => undefined;
      },
    },
    search: { price: () => Promise.resolve({ cost: { ...COST, requests: 1, records: 10 } }) },
  } as unknown as Api;
  return { api, cancelled, push: (works: readonly Progress[]) => listener({ works }) };
}

test('lists work of the core and of the page, and cancels each where it runs', async () => {
  const { ProgressState } = (await load('/renderer/session/progress.svelte.ts')) as typeof ProgressModule;
  const { api, cancelled, push } = createCore();
  const state = new ProgressState(api);
  state.start();
  await expect.poll(() => state.works.length).toBe(1);
  let stops = 0;
  const own = state.begin('load-all', 3, () => (stops += 1));
  own.step(1, COST);
  expect(state.works.map(({ id }) => id)).toEqual(['core', 'page-1']);
  expect(state.of('load-all')).toMatchObject({ done: 1, cost: COST, canCancel: true });
  await state.cancel({ id: 'page-1' });
  await state.cancel({ id: 'page-1' });
  await state.cancel({ id: 'core' });
  expect([stops, cancelled]).toEqual([1, ['core']]);
  expect(state.of('load-all')).toMatchObject({ isStopping: true, canCancel: false });
  own.end();
  push([]);
  expect(state.works).toEqual([]);
});

test('reports each loaded page, and stops after the current page when cancelled', async () => {
  const { LoadAll } = (await load('/renderer/features/search/load-all.svelte.ts')) as typeof LoadAllModule;
  const { api } = createCore();
  const steps: number[] = [];
  let ended = 0;
  let cancel = (): void => undefined;
  const progress = {
    begin: (_kind: string, _total: number | null, stop?: () => void) => {
      cancel = stop ?? cancel;
      return { step: (done: number) => void steps.push(done), end: () => void (ended += 1) };
    },
  };
  const all = new LoadAll(api);
  const question = { list: 'fundings', query: { limit: 10, offset: 0 } } as never;
  let reported: unknown = null;
  await all.run(
    question,
    { pages: 5, cost: { ...COST, requests: 9, records: 99 } },
    {
      page: () => {
        if (steps.length === 1) cancel();
        return Promise.resolve({ cost: { ...COST, requests: 1, records: 10 }, reserved: COST } as never);
      },
      next: () => question,
      progress,
      onreceipt: (receipt) => (reported = receipt),
    },
  );
  expect([steps, ended]).toEqual([[1, 2], 1]);
  expect(reported).toMatchObject({ cost: { records: 20 } });
});
