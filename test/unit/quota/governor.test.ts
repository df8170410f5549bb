import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/app-failure.ts';
import { BUDGETS, budgetStatusSchema, ledgerRowSchema, receiptSchema } from '../../../shared/model/budget.ts';
import type { GovernedCall } from '../../../electron/core/service-api/governed-request.ts';
import { TransportFailure } from '../../../electron/core/ports.ts';
import {
  START_MS,
  budgetOf,
  cost,
  createGoverned,
  detailCall,
  listCall,
  statsCall,
  type Governed,
} from '../../support/quota/manual-governor.ts';
import { failureOf } from '../../support/common/failure.ts';

const rowsOf = ({ governor }: Governed) => governor.ledger(0, 50).rows;
const lastRow = (governed: Governed) => rowsOf(governed)[0];

/**
 * Creates a governor that has already received a response. Without one, it would send only one request at a
 * time.
 */
async function confirmed(options: Parameters<typeof createGoverned>[0] = {}): Promise<Governed> {
  const governed = createGoverned(options);
  await governed.spend({
    ...listCall(1),
    endpoint: 'health',
    canonical: '/health',
    worst: cost(1, 0),
    rowsRequested: null,
  });
  return governed;
}

describe('request', () => {
  it('is reserved on disk before it is sent and stored before it is settled, and returns a receipt', async () => {
    const governed = await confirmed();
    const steps: string[] = [];
    const running = governed.run(listCall(25), { store: () => steps.push(lastRow(governed)?.state ?? '') });
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(1);
    expect(lastRow(governed)).toMatchObject({ state: 'reserved', reserved: cost(1, 25, 1), cost: null });
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({
      used: 0,
      reserved: 25,
      left: 2_975,
    });
    await governed.clock.advance(400);
    governed.sent[0]?.answer({ rows: 9 });
    const { receipt, serverNowMs } = await running;
    expect(steps).toEqual(['reserved']);
    expect(lastRow(governed)).toMatchObject({
      state: 'spent',
      cost: cost(1, 9, 1),
      status: 200,
      durationMs: 400,
    });
    expect(receiptSchema.parse(receipt)).toMatchObject({
      reserved: cost(1, 25, 1),
      cost: cost(1, 9, 1),
      outcome: 'spent',
      binding: { budget: 'page-turns', left: 199 },
    });
    expect(Math.abs(serverNowMs - START_MS)).toBeLessThan(2_000);
    for (const row of rowsOf(governed)) ledgerRowSchema.parse(row);
  });

  it('counts a company once a day', async () => {
    const governed = await confirmed();
    expect((await governed.spend(detailCall('a'))).receipt.cost).toEqual(cost(1, 1, 0, 1));
    expect(governed.governor.preview(detailCall('a')).cost).toEqual(cost(1, 1, 0, 0));
    expect(
      (await governed.spend({ ...detailCall('a'), endpoint: 'contacts', canonical: '/a/c' }, 4)).receipt.cost,
    ).toEqual(cost(1, 4, 0, 0));
    await governed.clock.advance(86_400_000);
    expect(governed.governor.preview(detailCall('a')).cost).toEqual(cost(1, 1, 0, 1));
  });

  it.each([
    ['exact', ['exact', 'exact']],
    ['up-to', ['exact', 'up-to']],
    ['about', ['exact', 'up-to', 'about']],
  ] as const)('together with others has a total that is %s', async (total, parts) => {
    const governed = await confirmed();
    const calls = parts.map((certainty, at) => ({ ...detailCall(`c${at}`), certainty }));
    expect(governed.governor.previewAll(calls)).toMatchObject({
      certainty: total,
      cost: { records: parts.length },
    });
  });

  it('is sent once for two identical concurrent calls', async () => {
    const governed = await confirmed();
    const first = governed.run(listCall(25));
    const second = governed.run(listCall(25), { accepted: cost(0, 0) });
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(1);
    governed.sent[0]?.answer({ rows: 3 });
    expect((await first).receipt).toEqual((await second).receipt);
    expect(rowsOf(governed)).toHaveLength(2);
    void governed.run(listCall(25));
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(1);
  });

  it('is rejected with the new price if the price rose above the accepted one', async () => {
    const governed = await confirmed();
    const failure = await failureOf(governed.run(detailCall('a'), { accepted: cost(1, 1, 0, 0) }));
    expect(failure).toMatchObject({
      kind: 'price-changed',
      preview: { cost: cost(1, 1, 0, 1), binding: 'month-requests' },
    });
    expect(lastRow(governed)).toMatchObject({ state: 'refused', refusedBudget: null });
    expect(governed.sent).toHaveLength(0);
  });

  it('beyond a budget is rejected with the budget’s name, and recorded in the ledger', async () => {
    const governed = await confirmed({ limits: { 'month-records': 30 } });
    expect(await failureOf(governed.run(listCall(50)))).toEqual({
      kind: 'quota-exhausted',
      budget: 'month-records',
      resetsAtMs: Date.UTC(2026, 5, 1),
      alternatives: ['fetch-fewer-rows', 'read-library', 'read-inbox', 'wait'],
    });
    expect(lastRow(governed)).toMatchObject({ state: 'refused', refusedBudget: 'month-records', cost: null });
  });

  it('is charged even if its response cannot be stored', async () => {
    const governed = await confirmed();
    const running = governed.run(listCall(25), {
      store: () => {
        throw new AppFailure({ kind: 'storage', reason: 'full' });
      },
    });
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ rows: 7 });
    expect(await failureOf(running)).toMatchObject({ kind: 'storage' });
    expect(lastRow(governed)).toMatchObject({ state: 'spent', cost: cost(1, 7, 1) });
  });

  it('publishes every change of state', async () => {
    const governed = await confirmed();
    const before = governed.published();
    await governed.spend(detailCall('a'));
    expect(governed.published()).toBeGreaterThanOrEqual(before + 2);
  });
});

describe('result of', () => {
  const endings: Array<[string, (governed: Governed) => void, object, object]> = [
    [
      'a response that is not JSON',
      ({ sent }) => sent[0]?.answer({ value: null }),
      { kind: 'network', reason: 'not-json' },
      { state: 'spent', cost: cost(1, 25, 1) },
    ],
    [
      '404',
      ({ sent }) => sent[0]?.answer({ status: 404 }),
      { kind: 'upstream', status: 404 },
      { state: 'released', cost: null, status: 404 },
    ],
    [
      '502',
      ({ sent }) => sent[0]?.answer({ status: 502, value: null }),
      { kind: 'upstream', status: 502 },
      { state: 'released' },
    ],
    [
      '402',
      ({ sent }) => sent[0]?.answer({ status: 402 }),
      { kind: 'unauthorized', reason: 'plan' },
      { state: 'released' },
    ],
    [
      '403',
      ({ sent }) => sent[0]?.answer({ status: 403 }),
      { kind: 'unauthorized', reason: 'plan' },
      { state: 'released' },
    ],
    [
      'no response, not sent',
      ({ sent }) => sent[0]?.fail(new TransportFailure('offline', false)),
      { kind: 'network', reason: 'offline' },
      { state: 'released' },
    ],
    [
      'no response, sent',
      ({ sent }) => sent[0]?.fail(new TransportFailure('timeout', true)),
      { kind: 'network', reason: 'timeout' },
      { state: 'unknown', cost: null },
    ],
    [
      'a response cut off after status 200',
      ({ sent }) => sent[0]?.fail(new TransportFailure('too-large', true, 200)),
      { kind: 'network', reason: 'too-large' },
      { state: 'spent', cost: cost(1, 25, 1), status: 200 },
    ],
    [
      'a response cut off after status 302',
      ({ sent }) => sent[0]?.fail(new TransportFailure('redirect', true, 302)),
      { kind: 'network', reason: 'redirect' },
      { state: 'released', status: 302 },
    ],
    [
      'a redirect with a hidden status',
      ({ sent }) => sent[0]?.fail(new TransportFailure('redirect', true)),
      { kind: 'network', reason: 'redirect' },
      { state: 'released', status: null },
    ],
    [
      'a missing key',
      ({ sent }) => sent[0]?.fail(new AppFailure({ kind: 'unauthorized', reason: 'key-locked' })),
      { kind: 'unauthorized', reason: 'key-locked' },
      { state: 'released' },
    ],
  ];
  it.each(endings)('%s', async (_name, end, failure, row) => {
    const governed = await confirmed();
    // Background calls are not retried, so the failure comes from the first and only attempt.
    const running = governed.run(listCall(25), { lane: 'watchlist' });
    await governed.clock.advance(0);
    end(governed);
    expect(await failureOf(running)).toMatchObject(failure);
    expect(lastRow(governed)).toMatchObject(row);
  });

  it.each([
    [503, 1],
    [200, 2],
  ])('%s without a Date header sets the clock only if the service itself responded', async (status, sent) => {
    const governed = createGoverned({ skewMs: 3 * 3_600_000 });
    const ended = governed.run(listCall(25), { lane: 'watchlist' }).catch(() => null);
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status, headers: { date: 'none' } });
    await ended;
    // The governor sends two requests at a time only once the service's time is known. Before that, it sends
    // one.
    for (const id of ['a', 'b']) governed.run(detailCall(id)).catch(() => null);
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(sent);
  });

  it.each<[string, GovernedCall, number]>([
    ['a list', listCall(25), 0],
    ['a page of roles', { ...listCall(25), endpoint: 'open-roles' as const, companyId: 'a' }, 1],
    ['contacts', { ...detailCall('a'), endpoint: 'contacts' as const }, 1],
  ])('no rows: %s', async (_name, call, records) => {
    const governed = await confirmed();
    const { receipt } = await governed.spend(call, 0);
    // An empty response about a company may or may not cost a record (register no. 26). The app assumes that
    // it does.
    expect(receipt.cost.records).toBe(records);
  });

  it('a 401 blocks all requests until the key is replaced', async () => {
    const governed = await confirmed();
    const running = governed.run(detailCall('a'));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status: 401 });
    expect(await failureOf(running)).toEqual({ kind: 'unauthorized', reason: 'key-refused' });
    expect(await failureOf(governed.run(detailCall('b')))).toEqual({
      kind: 'unauthorized',
      reason: 'key-refused',
    });
    expect(governed.sent).toHaveLength(0);
    expect(lastRow(governed)).toMatchObject({ state: 'refused' });
    governed.governor.keyReplaced('same-account');
    expect((await governed.spend(detailCall('b'))).receipt.outcome).toBe('spent');
  });

  it('an unknown result counts as spent', async () => {
    const governed = await confirmed();
    const running = governed.run(listCall(25));
    await governed.clock.advance(0);
    governed.sent[0]?.fail(new TransportFailure('connection', true));
    await failureOf(running);
    expect(budgetOf(governed.governor, 'month-records')).toMatchObject({ used: 0, unknown: 25, left: 2_975 });
  });
});

describe('last receipt', () => {
  const last = ({ governor }: Governed) => governor.status().lastReceipt;
  const ofRecords = (left: number) => ({ budget: 'month-records', left });

  it('is the newest answered request, including background requests', async () => {
    const governed = createGoverned({ limits: { 'month-records': 100 } });
    expect(last(governed)).toBeNull();
    await governed.spend(detailCall('a'));
    expect(last(governed)).toMatchObject({ outcome: 'spent', isBackground: false, binding: ofRecords(99) });
    const running = governed.run(
      { ...detailCall('b'), endpoint: 'contacts', canonical: '/b/contacts' },
      { lane: 'watchlist' },
    );
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ rows: 1 });
    const { receipt } = await running;
    expect(last(governed)).toMatchObject({ ...receipt, isBackground: true, binding: ofRecords(98) });
  });

  it('shows the current balance, not the balance at that time', async () => {
    const governed = createGoverned({ limits: { 'month-records': 100 } });
    await governed.spend(detailCall('a'));
    expect(last(governed)?.binding).toMatchObject(ofRecords(99));
    governed.governor.setRecordLimit(60);
    expect(last(governed)?.binding).toMatchObject(ofRecords(59));
  });

  it('shows that a 404 was free and that a lost answer may count', async () => {
    const governed = await confirmed();
    const missing = governed.run(detailCall('a'));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status: 404, value: null });
    await failureOf(missing);
    expect(last(governed)).toMatchObject({ outcome: 'free', cost: cost(0, 0), reserved: cost(1, 1, 0, 1) });
    const lost = governed.run(listCall(25));
    await governed.clock.advance(0);
    governed.sent[0]?.fail(new TransportFailure('connection', true));
    await failureOf(lost);
    expect(last(governed)).toMatchObject({ outcome: 'unknown', reserved: cost(1, 25, 1) });
  });

  it('marks an estimate, even in the sum of background requests, because it is not a maximum', async () => {
    const governed = await confirmed();
    const calls = [detailCall('a'), { ...detailCall('b'), certainty: 'about' as const }, detailCall('c')];
    const receipts = [];
    for (const call of calls) {
      const running = governed.run(call, { lane: 'watchlist' });
      await governed.clock.advance(0);
      governed.sent[0]?.answer({ rows: 1 });
      receipts.push((await running).receipt.isEstimate);
    }
    expect(receipts).toEqual([undefined, true, undefined]);
    expect([last(governed)?.isEstimate, last(governed)?.burst.isEstimate]).toEqual([undefined, true]);
  });

  it('sums background requests that follow each other, and counts a lost answer in full', async () => {
    const governed = await confirmed();
    const inBackground = async (name: string, answer: () => void) => {
      const running = governed.run(detailCall(name), { lane: 'watchlist' });
      await governed.clock.advance(0);
      answer();
      await running.catch(() => undefined);
    };
    const answered = () => governed.sent[0]?.answer({ rows: 1 });
    await governed.spend(detailCall('a'));
    await inBackground('b', answered);
    expect(last(governed)?.burst).toMatchObject({ requests: 1, cost: { records: 1 } });
    await governed.clock.advance(59_000);
    await inBackground('c', answered);
    await inBackground('d', () => governed.sent[0]?.fail(new TransportFailure('connection', true)));
    expect(last(governed)?.burst).toMatchObject({
      requests: 3,
      cost: { requests: 3, records: 3 },
      reserved: { requests: 3, records: 3 },
      unknown: 1,
    });
    await governed.clock.advance(61_000);
    await inBackground('e', answered);
    expect(last(governed)?.burst).toMatchObject({ requests: 1, cost: { records: 1 }, unknown: 0 });
    await governed.spend(detailCall('f'));
    expect(last(governed)?.burst).toMatchObject({ requests: 1, cost: { records: 1 }, unknown: 0 });
  });

  it('ignores a request that never reached the service', async () => {
    const governed = await confirmed();
    await governed.spend(detailCall('a'));
    const before = last(governed);
    const unsent = governed.run(detailCall('b'), { lane: 'watchlist' });
    await governed.clock.advance(0);
    governed.sent[0]?.fail(new TransportFailure('connection', false));
    await failureOf(unsent);
    expect(last(governed)).toEqual(before);
  });
});

describe('429', () => {
  const other = { ...listCall(5), canonical: '/other' };
  const noRecords = { ...statsCall, endpoint: 'health' as const, canonical: '/health', worst: cost(1, 0) };
  it.each([
    ['daily', 'day', [], [other, detailCall('n'), noRecords]],
    ['monthly', 'month-requests', [], [other, detailCall('n'), noRecords]],
    ['monthly_export', 'export', [noRecords], [other, detailCall('n')]],
    ['monthly_pagination', 'page-turns', [detailCall('n'), noRecords], [other]],
    ['daily_company_detail', 'companies-day', [other, noRecords, detailCall('known')], [detailCall('n')]],
  ])('of type %s closes its budget until the reset', async (limit_type, budget, open, closed) => {
    const governed = await confirmed();
    await governed.spend(detailCall('known'));
    const running = governed.run(listCall(5, 5));
    await governed.clock.advance(0);
    const limit = budgetOf(governed.governor, budget).limit;
    governed.sent[0]?.answer({ status: 429, body: { limit_type, limit, used: limit } });
    expect(await failureOf(running)).toMatchObject({ kind: 'quota-exhausted', budget });
    expect(budgetOf(governed.governor, budget)).toMatchObject({ left: 0, limitSource: 'refusal' });
    expect(budgetOf(governed.governor, budget).closedUntilMs).toBeGreaterThan(
      governed.governor.serverNowMs() + 3_600_000,
    );
    for (const call of closed)
      expect(await failureOf(governed.run(call))).toMatchObject({ kind: 'quota-exhausted', budget });
    for (const call of open) expect((await governed.spend(call)).receipt.outcome).toBe('spent');
  });

  it.each(['per_minute', 'brand_new'])(
    'of type %s pauses all requests and shows the pause',
    async (limit_type) => {
      const governed = await confirmed();
      const running = governed.run(listCall(5), { lane: 'watchlist' });
      await governed.clock.advance(0);
      governed.sent[0]?.answer({ status: 429, body: { limit_type, limit: 20, used: 20, retry_after: 60 } });
      expect(await failureOf(running)).toMatchObject({ kind: 'rate-limited' });
      const waiting = governed.run(detailCall('a'));
      await governed.clock.advance(50_000);
      expect(governed.sent).toHaveLength(0);
      expect(governed.governor.status()).toMatchObject({ inFlight: 1, binding: 'minute' });
      await governed.clock.advance(12_000);
      governed.sent[0]?.answer();
      expect((await waiting).receipt.outcome).toBe('spent');
    },
  );

  it('of type monthly closes the records budget if fewer records than requests are left', async () => {
    const governed = await confirmed();
    await governed.spend(listCall(50), 50);
    const running = governed.run(listCall(5));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({ status: 429, body: { limit_type: 'monthly', limit: 3_000, used: 3_000 } });
    expect(await failureOf(running)).toMatchObject({ budget: 'month-records' });
    expect(await failureOf(governed.run(detailCall('a')))).toMatchObject({ budget: 'month-records' });
  });

  it('received just after a reset does not close the new day', async () => {
    const governed = await confirmed();
    await governed.clock.advance(Date.UTC(2026, 4, 15) + 800 - START_MS);
    const running = governed.run(detailCall('a'));
    await governed.clock.advance(3_000);
    governed.sent[0]?.answer({ status: 429, body: { limit_type: 'daily', limit: 300, used: 300 } });
    expect(await failureOf(running)).toMatchObject({ budget: 'day' });
    await governed.clock.advance(61_000);
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ closedUntilMs: null, left: 300 });
  });
});

describe('queue', () => {
  it('runs two requests at a time, one of them in the background, and prefers interactive lanes', async () => {
    const governed = await confirmed();
    for (const id of ['w1', 'w2']) void governed.run(detailCall(id), { lane: 'watchlist' });
    void governed.run(detailCall('c'), { lane: 'window-closing' });
    for (const id of ['i1', 'i2']) void governed.run(detailCall(id));
    await governed.clock.advance(0);
    const order: Array<string | null> = [];
    while (governed.sent.length > 0) {
      expect(governed.sent.length).toBeLessThanOrEqual(2);
      order.push(governed.sent[0]?.call.companyId ?? null);
      governed.sent[0]?.answer();
      await governed.clock.advance(0);
    }
    expect(order).toEqual(['w1', 'i1', 'i2', 'c', 'w2']);
  });

  it('runs one request at a time while the service’s time is a guess', async () => {
    const governed = createGoverned();
    for (const id of ['a', 'b', 'c']) void governed.run(detailCall(id));
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(1);
    governed.sent[0]?.answer();
    await governed.clock.advance(0);
    expect(governed.sent).toHaveLength(2);
  });

  it('sends /stats alone', async () => {
    const governed = await confirmed();
    void governed.run(detailCall('a'));
    void governed.run(statsCall);
    void governed.run(detailCall('b'));
    await governed.clock.advance(0);
    expect(governed.sent.map(({ call }) => call.endpoint)).toEqual(['company']);
    governed.sent[0]?.answer();
    await governed.clock.advance(0);
    expect(governed.sent.map(({ call }) => call.endpoint)).toEqual(['stats']);
    governed.sent[0]?.answer();
    await governed.clock.advance(0);
    expect(governed.sent.map(({ call }) => call.companyId)).toEqual(['b']);
  });

  it('counts a request until a minute after its completion, then sends the next one', async () => {
    const governed = await confirmed({ limits: { minute: 2 } });
    const slow = governed.run(detailCall('slow'));
    await governed.clock.advance(20_000);
    governed.sent[0]?.answer();
    await slow;
    const waiting = governed.run(detailCall('next'));
    void governed.run(detailCall('later'));
    const hopeless = failureOf(governed.run(detailCall('latest')));
    await governed.clock.advance(40_500);
    expect(governed.sent).toHaveLength(0);
    await governed.clock.advance(600);
    expect(governed.sent.map(({ call }) => call.companyId)).toEqual(['next']);
    await governed.clock.advance(19_000);
    governed.sent[0]?.answer();
    await waiting;
    await governed.clock.advance(2_000);
    expect(governed.sent.map(({ call }) => call.companyId)).toEqual(['later']);
    expect(await hopeless).toMatchObject({ kind: 'rate-limited' });
  });

  it('lets background requests wait without a time limit', async () => {
    const governed = await confirmed({ limits: { minute: 1 } });
    const calls = ['a', 'b', 'c'].map((id) => governed.run(detailCall(id), { lane: 'watchlist' }));
    for (const _call of calls) {
      await governed.clock.advance(62_000);
      governed.sent[0]?.answer();
      await governed.clock.advance(0);
    }
    expect(await Promise.all(calls)).toHaveLength(3);
  });

  it('is emptied on dispose; requests in flight become unknown', async () => {
    const governed = await confirmed();
    const running = ['a', 'b', 'c'].map((id) => failureOf(governed.run(detailCall(id))));
    await governed.clock.advance(0);
    const [first] = governed.sent;
    governed.governor.dispose();
    expect(first?.signal.aborted).toBe(true);
    for (const pending of [...governed.sent]) pending.fail(new TransportFailure('aborted', true));
    for (const failure of await Promise.all(running))
      expect(failure).toEqual({ kind: 'network', reason: 'aborted' });
    expect(rowsOf(governed).map(({ state }) => state)).toEqual(['unknown', 'unknown', 'spent']);
    expect(await failureOf(governed.run(detailCall('d')))).toEqual({ kind: 'network', reason: 'aborted' });
  });
});

describe('status', () => {
  it('has seven budgets, or eight with a test key, and matches the contract', async () => {
    const governed = await confirmed();
    const { budgets, binding, confirmedAtMs } = governed.governor.status();
    expect(budgets.map(({ budget }) => budget)).toEqual(BUDGETS.slice(0, 7));
    for (const budget of budgets) budgetStatusSchema.parse(budget);
    expect({ binding, confirmedAtMs }).toEqual({ binding: 'month-requests', confirmedAtMs: null });
    const running = governed.run(detailCall('a'));
    await governed.clock.advance(0);
    governed.sent[0]?.answer({
      headers: { 'x-ratelimit-test-key-monthly-limit': '250', 'x-ratelimit-daily-limit': '200' },
    });
    await running;
    expect(budgetOf(governed.governor, 'test-key')).toMatchObject({
      used: 2,
      limit: 250,
      limitSource: 'header',
    });
    expect(budgetOf(governed.governor, 'day')).toMatchObject({ used: 2, limit: 200, limitSource: 'header' });
  });

  it('returns pages of the ledger, newest first', async () => {
    const governed = await confirmed();
    for (const id of ['a', 'b', 'c']) await governed.spend(detailCall(id));
    const { rows, total } = governed.governor.ledger(1, 2);
    expect(total).toBe(4);
    expect(rows.map(({ companyId }) => companyId)).toEqual(['b', 'a']);
    expect(governed.governor.ledger(9, 50).rows).toEqual([]);
  });
});
