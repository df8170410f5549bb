import { describe, expect, test } from 'vitest';
import { changeLine } from '../../../../renderer/features/lists/watched/change-text.ts';
import { requestName, offlineLine } from '../../../../renderer/session/offline/offline-text.ts';
import { costOnLaterDay } from '../../../../renderer/session/queue-when-offline.ts';
import { recordsOf } from '../../../../renderer/features/lists/watched/watch-options.ts';
import type * as WatchModule from '../../../../renderer/features/lists/watched/watched-lists.svelte.ts';
import type * as FailureModule from '../../../../shared/app-failure.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { Cost, Preview, Receipt } from '../../../../shared/model/budget.ts';
import type { OfflineCall } from '../../../../shared/contract/offline.ts';
import type { DueCompany } from '../../../../shared/model/watch.ts';
import { compiled } from '../../support/compiled.ts';

/* Tests the text shown for watched lists and the offline queue, and the refresh of due companies. */
const load = compiled();
const NOW = Date.UTC(2026, 5, 10);
const DAY = 86_400_000;
const COST: Cost = { requests: 1, records: 1, pageTurns: 0, companies: 1 };
const times = (count: number): Cost => ({ requests: count, records: count, pageTurns: 0, companies: count });

describe('a detected change', () => {
  const amount = (text: string, value: number) => ({
    text,
    value,
    precision: 'exact' as const,
    currency: 'EUR',
  });
  test.each([
    [
      { kind: 'new-round', roundId: 'r', stage: 'Series B', amount: amount('€14M', 14e6), announcedOn: null },
      'New round: Series B, €14M',
    ],
    [
      {
        kind: 'new-round',
        roundId: 'r',
        stage: 'Seed',
        amount: { ...amount('5M', 5e6), precision: 'rounded' },
        announcedOn: null,
      },
      'New round: Seed, about €5M',
    ],
    [{ kind: 'new-round', roundId: 'r', stage: null, amount: null, announcedOn: null }, 'New round'],
    [
      {
        kind: 'round-changed',
        roundId: 'r',
        announcedOn: null,
        stage: { was: 'Seed', now: 'Series\u202E A' },
        amount: { was: amount('€2M', 2e6), now: amount('€5M', 5e6) },
      },
      'Stage changed from Seed to Series A · Amount changed from €2M to €5M',
    ],
    [
      { kind: 'roles', opened: 2, gone: 1, titles: ['Engineer', 'Seller'] },
      '2 new open roles: Engineer, Seller · 1 open role no longer listed',
    ],
    [
      { kind: 'news', articles: 3, titles: ['A site in Spain'] },
      'News: 3 articles, including “A site in Spain”',
    ],
    [
      { kind: 'contacts-closing', announcedOn: 'x', closesAtMs: NOW + 2.3 * DAY },
      'Contact window closes in about 3 days',
    ],
    [
      { kind: 'contacts-closing', announcedOn: 'x', closesAtMs: NOW - 1 },
      'Contact window was about to close',
    ],
  ] as const)('%j', (change, line) => {
    expect(changeLine(change as Parameters<typeof changeLine>[0], NOW)).toBe(line);
  });
});

test.each([
  ['100', 100],
  [' 1,000 ', 1_000],
  ['0', 0],
  ['100001', null],
  ['many', null],
  ['', null],
  ['1.5', null],
])('parses %j as a monthly allowance of %j', (text, records) => {
  expect(recordsOf(text)).toBe(records);
});

describe('queued fetches', () => {
  const call = (state: OfflineCall['state'], records = 1): OfflineCall => ({
    id: '1',
    ask: { kind: 'profile', companyId: 'c1' },
    about: 'Acme',
    screen: 'company',
    state,
    assistant: null,
    accepted: { ...COST, records },
    now: null,
    error: null,
    receipt: null,
    requestedAtMs: NOW,
  });
  test('are summed up in one line with their cost and the decisions needed', () => {
    expect(offlineLine([call('waiting', 4), call('running', 2)])).toBe(
      '2 requests are waiting for the network (up to 6 records)',
    );
    expect(offlineLine([call('waiting'), call('dearer'), call('unknown')])).toBe(
      '1 request is waiting for the network (up to 1 record); 2 requests need your decision',
    );
    expect(offlineLine([call('done')])).toBe('1 queued request done');
    expect(offlineLine([])).toBeNull();
  });
  test('count the company on the day of the request; a search has none', () => {
    const withoutCompany = { ...COST, companies: 0 };
    expect(costOnLaterDay({ kind: 'profile', companyId: 'c1' }, withoutCompany)).toEqual(COST);
    expect(costOnLaterDay({ kind: 'saved-search', searchId: '1' }, withoutCompany)).toEqual(withoutCompany);
  });
  test('are named by their data and company', () => {
    expect(requestName({ kind: 'panel', companyId: 'c1', panel: 'news' }, 'Ac\u202Eme')).toBe(
      'News for Acme',
    );
    expect(requestName({ kind: 'saved-search', searchId: '1' }, 'Berlin')).toBe('Saved search “Berlin”');
  });
});

describe('refreshing due companies', () => {
  const due = (companyId: string): DueCompany => ({
    companyId,
    companyName: companyId,
    listId: '1',
    listName: 'Warm',
    fetchedAtMs: null,
    dueSinceMs: 0,
    cost: COST,
    value: 1,
    allowed: true,
  });
  const receipt: Receipt = {
    ledgerId: 1,
    atMs: 1,
    reserved: COST,
    cost: COST,
    outcome: 'spent',
    binding: { budget: 'month-records', left: 1, resetsAtMs: null },
  };
  const list = { id: '1', name: 'Warm', companies: 4, watched: true, refreshDays: 14, recordsAMonth: 9 };
  async function createWatch(refresh: (companyId: string) => Receipt, price = times(4)) {
    const requested: string[] = [];
    let markOurs: () => void = () => undefined;
    let dueIds = ['a', 'b', 'c', 'd'];
    const subscribe = (): (() => void) => () => undefined;
    const api = {
      watch: {
        lists: async () => ({ lists: [{ ...list, usedThisMonth: 0, due: 4, unseen: 0 }] }),
        feed: async () => ({ changes: [], total: 0, unseen: 0 }),
        due: async () => ({ companies: dueIds.map(due), total: dueIds.length }),
        duePrice: async () => ({ companies: 4, preview: { cost: price } as Preview }),
        refresh: async ({ companyId }: { companyId: string }) => {
          requested.push(companyId);
          return { receipt: refresh(companyId) };
        },
        onChanged: subscribe,
      },
      watchlists: { onChanged: subscribe },
      library: { onChanged: subscribe },
      ours: {
        onChanged: (listener: () => void) => {
          markOurs = listener;
          return () => undefined;
        },
      },
    } as unknown as Api;
    const { WatchedListsState } = (await load(
      '/renderer/features/lists/watched/watched-lists.svelte.ts',
    )) as typeof WatchModule;
    const watch = new WatchedListsState(api);
    await watch.refresh();
    const steps: number[] = [];
    let stop: (() => void) | undefined;
    const progress = {
      begin: (_kind: unknown, _total: unknown, cancel?: () => void) => {
        stop = cancel;
        return { step: (done: number) => void steps.push(done), of: () => undefined, end: () => undefined };
      },
    };
    const setOurs = (...ids: readonly string[]): void => {
      dueIds = dueIds.filter((id) => !ids.includes(id));
      markOurs();
    };
    const receipts: Receipt[] = [];
    const refreshDue = (): Promise<void> =>
      watch.refreshDueCompanies(
        progress as unknown as Parameters<typeof watch.refreshDueCompanies>[0],
        (all) => receipts.push(all),
      );
    return { watch, requested, steps, receipts, refreshDue, cancel: () => stop?.(), setOurs };
  }

  test('sends one request after the other and reports one receipt', async () => {
    const { requested, steps, receipts, refreshDue } = await createWatch(() => receipt);
    await refreshDue();
    expect([requested, steps]).toEqual([
      ['a', 'b', 'c', 'd'],
      [1, 2, 3, 4],
    ]);
    expect(receipts.map(({ cost }) => cost.records)).toEqual([4]);
  });
  test('leaves out a company that the user has marked as do not contact in the meantime', async () => {
    const { watch, requested, refreshDue, setOurs } = await createWatch(() => receipt);
    setOurs('a', 'c');
    await expect.poll(() => watch.due.length).toBe(2);
    await refreshDue();
    expect(requested).toEqual(['b', 'd']);
  });
  test('stops at the price that was shown for all of them', async () => {
    const { requested, refreshDue } = await createWatch(() => receipt, times(2));
    await refreshDue();
    expect(requested).toEqual(['a', 'b']);
  });
  test('continues after a company that the service no longer knows, stops at an error, and reports the cost', async () => {
    // Loads `AppFailure` in the same way as the tested state loads it. Otherwise, there would be two copies
    // of the class, and the state's `instanceof` checks would fail.
    const { AppFailure } = (await load('/shared/app-failure.ts')) as typeof FailureModule;
    const gone = new AppFailure({ kind: 'not-found', what: 'company' });
    const offline = new AppFailure({ kind: 'network', reason: 'offline' });
    const { requested, receipts, refreshDue, watch } = await createWatch((companyId) => {
      if (companyId === 'b') throw gone;
      if (companyId === 'd') throw offline;
      return receipt;
    });
    await expect(refreshDue()).rejects.toBe(offline);
    expect(requested).toEqual(['a', 'b', 'c', 'd']);
    expect(receipts.map(({ cost }) => cost.records)).toEqual([2]);
    expect(watch.busy).toBe(false);
  });
  test('stops after the current request when cancelled', async () => {
    const made = await createWatch((companyId) => {
      if (companyId === 'b') made.cancel();
      return receipt;
    });
    await made.refreshDue();
    expect(made.requested).toEqual(['a', 'b']);
  });
});
