import { describe, expect, test } from 'vitest';
import type {
  BudgetStatus,
  Cost,
  LearnedCost,
  LedgerRow,
  Preview,
  QueueEntry,
  Receipt,
} from '../../../../shared/model/budget.ts';
import type { FundingsQuery, ListQuery } from '../../../../shared/model/query.ts';
import type { MissingDays, ResultSet, SearchPlan } from '../../../../shared/model/search.ts';
import { quota as quotaStrings } from '../../../../renderer/features/quota/strings.ts';
import { forecastStrings } from '../../../../renderer/features/quota/forecast-strings.ts';
import { parseAllowance } from '../../../../renderer/features/quota/parse-allowance.ts';
import { affordablePage, remainingPages } from '../../../../renderer/features/search/affordable-rows.ts';
import { addReceipts, isWithin } from '../../../../shared/add-costs.ts';
import { learnedOn, learnedSentences } from '../../../../renderer/features/quota/measured-cost-text.ts';
import {
  ledgerChargeText,
  ledgerRecordsText,
  ledgerResult,
} from '../../../../renderer/features/quota/ledger/ledger-text.ts';
import {
  countLine,
  storedTexts,
  missingText,
  shortBudget,
} from '../../../../renderer/features/search/search-plan-text.ts';
import { searchPlan } from '../../../../renderer/features/search/search-plan-strings.ts';
import { decisionText, priceNotices } from '../../../../renderer/ui/text/price-text.ts';
import { entryDetails, entryName, queueLine } from '../../../../renderer/frame/status/queue-text.ts';
import { isSpendingCap, refusalOf } from '../../../../renderer/session/price-refusal.ts';
import { errorText } from '../../../../renderer/ui/text/error-text.ts';

const UTC = { timeZone: 'UTC' };
const NOW = Date.UTC(2026, 4, 14, 9, 40);
const RESET = Date.UTC(2026, 4, 15);
const cost = (change: Partial<Cost> = {}): Cost => ({
  requests: 1,
  records: 0,
  pageTurns: 0,
  companies: 0,
  ...change,
});
const QUERY: FundingsQuery = {
  fundingDateStart: '2026-05-08',
  fundingDateEnd: '2026-05-14',
  limit: 50,
  offset: 0,
  countries: [],
  stages: [],
  industries: [],
  technologies: [],
  investors: [],
  companySizes: [],
  tags: [],
  validatedContacts: false,
  hasOpenRoles: false,
  hiringDepartments: [],
  hiringSeniority: [],
};
const preview = (decision: Preview['decision'] = { kind: 'go' }, change: Partial<Preview> = {}): Preview => ({
  cost: cost({ records: 50 }),
  certainty: 'up-to',
  lines: [],
  binding: 'month-records',
  decision,
  instead: null,
  ...change,
});
const refused = (affordableRows: number | null, allowance: 'all' | null = 'all'): Preview['decision'] => ({
  kind: 'refuse',
  budget: 'month-records',
  resetsAtMs: RESET,
  alternatives: ['read-library'],
  affordableRows,
  allowance,
});

describe('a refusal by a spending cap', () => {
  test('names the cap, how many rows fit and where to change it', () => {
    const words = decisionText(refused(12), NOW);
    expect(words?.short).toBe('over your spending cap');
    expect(words?.sentence).toMatch(
      /^This request would exceed your spending cap for all requests\. You can still fetch 12 results\. .*Change the cap in Quota → Spending caps\.$/,
    );
  });
  test('has the same text before and after the request', () => {
    const error = refusalOf(preview(refused(null)));
    expect(error).toMatchObject({ kind: 'quota-exhausted', allowance: 'all' });
    expect(isSpendingCap(error)).toBe(true);
    expect(error && errorText(error, NOW).title).toBe(
      'This request would exceed your spending cap for all requests',
    );
    expect(isSpendingCap(refusalOf(preview(refused(null, null))))).toBe(false);
    expect(refusalOf(preview())).toBeNull();
  });
  test('is marked as such in the ledger', () => {
    const row: LedgerRow = {
      id: 1,
      atMs: NOW,
      endpoint: 'fundings',
      call: '',
      companyId: null,
      companyName: null,
      screen: 'search',
      reason: 'You',
      state: 'refused',
      reserved: cost(),
      cost: null,
      status: null,
      durationMs: null,
      refusedBudget: 'month-records',
      refusedAllowance: 'background',
      lane: 'watchlist',
    };
    expect(ledgerResult(row)).toEqual({ text: 'refused: spending cap', tone: 'bad' });
    expect(ledgerResult({ ...row, refusedAllowance: null }).text).toBe('refused: records this month');
    const spent = { ...row, state: 'spent', refusedBudget: null, refusedAllowance: null } as const;
    const empty = { requests: 1, records: 0, pageTurns: 1, companies: 0 };
    expect(ledgerResult({ ...spent, cost: empty })).toMatchObject({
      text: 'no records',
      title: 'Charged: 1 request, 1 page turn',
    });
    expect(ledgerResult({ ...spent, cost: { ...empty, records: 3 } }).text).toBe('charged');
    // The columns of costs name records in every row.
    expect([ledgerRecordsText(empty), ledgerRecordsText({ ...empty, records: 1 })]).toEqual([
      '0 records',
      '1 record',
    ]);
    // A request whose response was lost counts as spent, so the text must not be "nothing".
    const lost = { ...spent, state: 'unknown', cost: null, reserved: { ...empty, records: 25 } } as const;
    expect(ledgerChargeText(lost)).toMatch(/^unknown, counted as 1 request, 25 records/);
    expect(ledgerChargeText({ ...lost, state: 'reserved' })).toBe('not known yet');
    expect(ledgerChargeText(row)).toBe('nothing');
  });
});

test('parses an allowance as a whole number up to a million, or as none', () => {
  expect(['', '  ', '0', '90', '1,200', '1 000 000'].map(parseAllowance)).toEqual([
    null,
    null,
    0,
    90,
    1_200,
    1_000_000,
  ]);
  expect(['-1', '1.5', 'ten', '1000001', '12,3'].map(parseAllowance)).toEqual(Array(5).fill(undefined));
});

const rounds = (change: Partial<FundingsQuery> = {}): ListQuery => ({
  list: 'fundings',
  query: { ...QUERY, ...change },
});

test('offers a smaller page if only some rows fit', () => {
  expect(affordablePage(rounds(), preview(refused(12)))).toEqual(rounds({ limit: 12 }));
  expect(
    [refused(0), refused(null), refused(50)].map((each) => affordablePage(rounds(), preview(each))),
  ).toEqual([null, null, null]);
  expect([affordablePage(rounds(), preview()), affordablePage(rounds(), null)]).toEqual([null, null]);
});

test('adds receipts of pages: the sum of the costs, and the budget after the last one', () => {
  const receipt = (records: number, left: number): Receipt => ({
    ledgerId: left,
    atMs: NOW,
    reserved: cost({ records: 50 }),
    cost: cost({ records }),
    outcome: 'spent',
    binding: { budget: 'month-records', left, resetsAtMs: RESET },
  });
  const all = addReceipts(addReceipts(null, receipt(50, 950)), receipt(37, 913));
  expect(all.cost).toEqual(cost({ requests: 2, records: 87 }));
  expect(all.reserved.records).toBe(100);
  expect(all.binding.left).toBe(913);
  expect(isWithin(all.cost, cost({ requests: 2, records: 87 }))).toBe(true);
  expect(isWithin(all.cost, cost({ requests: 2, records: 86 }))).toBe(false);
});

test('does not request shown pages again with the remaining ones', () => {
  const all = { pages: 3, rows: 137, loaded: 0, cost: cost({ requests: 3, records: 137, pageTurns: 3 }) };
  const set: ResultSet = {
    setId: '1',
    question: rounds(),
    total: 137,
    loaded: 50,
    state: 'partial',
    fetchedAtMs: NOW,
    origin: 'service',
  };
  const next = rounds({ offset: 50 });
  // Queries that differ only in page size or key order are the same query.
  const { limit: _limit, ...filters } = QUERY;
  expect(
    remainingPages(all, { set, question: { list: 'fundings', query: { limit: 10, ...filters } }, next }),
  ).toEqual({
    pages: 2,
    rows: 87,
    cost: cost({ requests: 2, records: 87, pageTurns: 2 }),
  });
  expect(remainingPages(all, { set, question: rounds({ stages: ['Seed'] }), next })).toBeNull();
  // A search for companies is a different query from a search for rounds, even with equal filters.
  expect(remainingPages(all, { set, question: { list: 'companies', query: QUERY }, next })).toBeNull();
  expect(remainingPages(all, { set, question: rounds(), next: null })).toBeNull();
  expect(remainingPages(all, { set: null, question: rounds(), next })).toBeNull();
});

describe('the plan of a search', () => {
  const plan = (change: Partial<SearchPlan>): SearchPlan => ({
    ask: preview(),
    library: null,
    loadedToday: null,
    missing: [],
    count: null,
    all: null,
    probe: null,
    pageSize: { rows: 25, why: 'unknown', least: 15 },
    unlisted: [],
    rounds: null,
    ...change,
  });
  const all = { pages: 3, rows: 137, loaded: 0, cost: cost({ requests: 3, records: 137, pageTurns: 3 }) };
  test('shows the number of matches and when they were counted', () => {
    const count = { total: 1_240, atMs: NOW - 26 * 60_000 };
    expect(countLine(plan({ count, all }), NOW, UTC)).toEqual({
      matches: '1,240 matches',
      counted: 'counted 09:14',
    });
    expect(countLine(plan({}), NOW, UTC)).toBeNull();
    expect(countLine(plan({ count: { ...count, total: 0 } }), NOW, UTC)?.matches).toBe('0 matches');
    expect(searchPlan.costs(all.cost)).toBe('137 records, 3 requests, 3 page turns');
  });
  test('shows what is stored', () => {
    const library = { rows: 40, asOfMs: NOW, complete: false };
    const texts = (change: Partial<SearchPlan>, isCompanies = false): string =>
      storedTexts(plan(change), isCompanies, NOW).join(' ');
    expect(texts({ library })).toMatch(/^40 matches already in your library, fetched \d\d:\d\d\.$/);
    expect([texts({ library: { ...library, complete: true } }), texts({})]).toEqual(['', '']);
    expect(texts({ library: { ...library, rows: 1 } })).toMatch(/^1 match already in your library, /);
    expect(texts({ library: { ...library, rows: 0 } })).toMatch(
      /^No matches in your library as of \d\d:\d\d\.$/,
    );
    // The library's text reports that there are no matches only if the service has never counted them.
    const none = { ...library, rows: 0, complete: true };
    expect(texts({ library: none })).toMatch(/^No matches in your library as of \d\d:\d\d\.$/);
    expect(texts({ library: none, count: { total: 0, atMs: NOW } })).toBe('');
    expect(texts({ loadedToday: { rows: 25, asOfMs: NOW } })).toMatch(
      /^25 matches already in your library, /,
    );
    expect(texts({ rounds: library }, true)).toMatch(/^40 matching rounds already in your library, fetched/);
  });
  test('names the days that were not requested or may have new rows', () => {
    const days = (why: MissingDays['why'], how: MissingDays['how'] = 'fetch'): MissingDays => ({
      question: rounds({ fundingDateStart: '2026-05-12' }),
      why,
      how,
      preview: preview(),
    });
    expect(missingText(days('may-be-new', 'recheck'), NOW).button).toBe('Find new rounds from 12 – 14 May');
    expect(missingText(days('may-be-new'), NOW)).toEqual({
      text: 'Your library already covers these dates, but the service may have added rounds from 12 – 14 May since the last fetch.',
      button: 'Fetch only rounds from 12 – 14 May',
    });
    expect(missingText(days('never'), NOW)).toMatchObject({
      text: 'Your library doesn’t cover 12 – 14 May yet.',
    });
    const none = { rows: 0, asOfMs: NOW, complete: false };
    const texts = (why: MissingDays['why']) =>
      storedTexts(plan({ library: none, missing: [days(why)] }), false, NOW);
    expect(texts('may-be-new')).toEqual([
      'No matches in your library for these dates, but the service may have added rounds from 12 – 14 May since the last fetch.',
    ]);
    expect(texts('never')[0]).toMatch(
      /^No matches in your library as of \d\d:\d\d\. Your library doesn’t cover 12 – 14 May yet\.$/,
    );
  });
  test('names a budget that is too small for all rows, but not the minute budget, which only delays', () => {
    const budgetWith = (budget: BudgetStatus['budget'], left: number): BudgetStatus => ({
      budget,
      used: 0,
      reserved: 0,
      unknown: 0,
      others: 0,
      limit: 3_000,
      left,
      resetsAtMs: RESET,
      limitSource: 'stats',
      closedUntilMs: null,
      atLeast: false,
    });
    const enough = [
      budgetWith('minute', 0),
      budgetWith('month-records', 137),
      budgetWith('page-turns', 3),
      budgetWith('day', 3),
    ];
    expect(shortBudget(all.cost, enough)).toBeNull();
    expect(shortBudget(all.cost, [...enough, budgetWith('page-turns', 2)])).toBe('page-turns');
    expect(shortBudget(all.cost, [budgetWith('export', 136)])).toBe('export');
  });
});

describe('the queue', () => {
  const entry = (change: Partial<QueueEntry>): QueueEntry => ({
    id: 1,
    endpoint: 'contacts',
    call: '',
    companyId: 'h',
    companyName: 'Halden Grid',
    screen: 'company',
    reason: 'You',
    lane: 'interactive',
    cost: cost({ records: 6 }),
    state: 'waiting',
    waitsFor: 'minute',
    startsAtMs: NOW + 72_000,
    ...change,
  });
  const running = entry({ id: 2, state: 'under-way', waitsFor: null, startsAtMs: null });
  test('is summed up in one line with the time of the next request', () => {
    expect(queueLine([], NOW, UTC)).toBeNull();
    expect(queueLine([running], NOW, UTC)).toBe('1 request running');
    const soon = entry({ startsAtMs: NOW + 48_000 });
    expect(queueLine([running, entry({ waitsFor: 'turn' }), soon], NOW, UTC)).toBe(
      '1 request running, 2 requests waiting for the per-minute limit, next at 09:40:48',
    );
  });
  test('says what the plan waits for, with seconds only within a minute', () => {
    const planned = { screen: 'today', lane: 'window-closing', waitsFor: 'share' } as const;
    const line = (change: Partial<QueueEntry>) => queueLine([entry({ ...planned, ...change })], NOW, UTC);
    expect(line({})).toBe('Plan waiting for the per-minute limit, next at 09:41');
    expect(line({ startsAtMs: NOW + 60_000 })).toBe(
      'Plan waiting for the per-minute limit, next at 09:41:00',
    );
    expect(line({ lane: 'interactive', waitsFor: 'minute' })).toBe(
      '1 request waiting for the per-minute limit, next at 09:41',
    );
    expect(line({ waitsFor: 'reset', startsAtMs: RESET })).toBe(
      'Plan waiting for a limit to reset, next at 15 May 00:00',
    );
  });
  test('shows for each request its name, why it waits and when it is sent', () => {
    expect(entryName(entry({}))).toBe('Contacts for Halden Grid');
    expect(entryDetails(entry({}), NOW, UTC)).toBe(
      'Company · You · about 6 records · starts 09:41, as soon as the per-minute limit allows',
    );
    expect(entryDetails(running, NOW, UTC)).toBe('Company · You · about 6 records · running');
    expect(entryDetails(entry({ waitsFor: 'pace', startsAtMs: RESET }), NOW, UTC)).toContain(
      'starts 15 May 00:00',
    );
  });
});

test('describes measured costs per call, with the assumed cost if it differs', () => {
  const atMs = Date.UTC(2026, 4, 3, 12);
  const measured = (
    endpoint: LearnedCost['endpoint'],
    unit: LearnedCost['unit'],
    assumed: number,
    learned: number,
  ): LearnedCost => ({ endpoint, unit, assumed, learned, atMs });
  expect(
    learnedSentences([
      measured('stats', 'requests', 1, 1),
      measured('fundings', 'requests', 1, 1),
      measured('fundings', 'page-turns', 1, 0),
    ]),
  ).toEqual([
    'A usage check costs 1 request.',
    'A one-record search costs 1 request and no page turns (previously assumed: 1).',
  ]);
  expect(learnedOn([])).toBeNull();
  expect(learnedOn([measured('stats', 'requests', 1, 1)])).toBe('3 May');
});

test('warns of a budget ahead of pace, and suggests a cheaper call', () => {
  const line: Preview['lines'][number] = {
    budget: 'month-records',
    cost: 25,
    certainty: 'up-to',
    left: 100,
    leftAfter: 75,
    limit: 3_000,
    resetsAtMs: RESET,
    binds: true,
    learnedAtMs: null,
    overPace: true,
  };
  const instead: Preview['instead'] = {
    endpoint: 'company',
    why: 'profile-first',
    cost: cost({ records: 1 }),
    savesRecords: 24,
  };
  expect(priceNotices(preview({ kind: 'go' }, { lines: [line], instead }))).toEqual([
    'This request would put you above an even pace for records this month.',
    'The profile includes this data for 1 record, 24 fewer than this request.',
  ]);
  expect(priceNotices(preview())).toEqual([]);
});

test('explains why the usage is not confirmed, and shows the price of confirming it', () => {
  const { whyUnconfirmed } = quotaStrings;
  expect(whyUnconfirmed('1 request')).toBe(
    'Other devices on this account may have used some records. Confirming usage costs 1 request.',
  );
  expect(whyUnconfirmed(null)).toMatch(/Confirming usage is free\.$/);
});

test('names the unit of a use without a cap', () => {
  expect([forecastStrings.uncapped(6), forecastStrings.uncapped(1)]).toEqual([
    '6 records, no cap',
    '1 record, no cap',
  ]);
});
