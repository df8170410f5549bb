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
import { allowanceOf } from '../../../../renderer/features/quota/parse-allowance.ts';
import { affordablePage, restOf } from '../../../../renderer/features/search/affordable-rows.ts';
import { addReceipts, isWithin } from '../../../../shared/add-costs.ts';
import { learnedOn, learnedSentences } from '../../../../renderer/features/quota/measured-cost-text.ts';
import { ledgerResult } from '../../../../renderer/features/quota/ledger-text.ts';
import {
  countLine,
  missingText,
  shortBudget,
} from '../../../../renderer/features/search/search-plan-text.ts';
import { decisionText, priceNotices } from '../../../../renderer/ui/text/price-text.ts';
import { entryDetails, entryName, queueLine } from '../../../../renderer/frame/status/queue-text.ts';
import { isOwnCap, refusalOf } from '../../../../renderer/session/price-refusal.ts';
import { errorText } from '../../../../renderer/ui/text/error-text.ts';

const UTC = { timeZone: 'UTC' };
const NOW = Date.UTC(2026, 4, 14, 9, 40);
const RESET = Date.UTC(2026, 4, 15);
const cost = (part: Partial<Cost> = {}): Cost => ({
  requests: 1,
  records: 0,
  pageTurns: 0,
  companies: 0,
  ...part,
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
const preview = (decision: Preview['decision'] = { kind: 'go' }, part: Partial<Preview> = {}): Preview => ({
  cost: cost({ records: 50 }),
  certainty: 'up-to',
  lines: [],
  binding: 'month-records',
  decision,
  instead: null,
  ...part,
});
const refused = (affordableRows: number | null, allowance: 'all' | null = 'all'): Preview['decision'] => ({
  kind: 'refuse',
  budget: 'month-records',
  resetsAtMs: RESET,
  alternatives: ['read-library'],
  affordableRows,
  allowance,
});

describe('a refusal by an own cap', () => {
  test('names it, says what fits and where to change it', () => {
    const words = decisionText(refused(12), NOW);
    expect(words?.short).toBe('over your own allowance');
    expect(words?.sentence).toMatch(
      /^Your own allowance for everything does not hold this\. 12 rows would still fit\. .*Quota, My allowances\.$/,
    );
  });
  test('is told before it is pressed as it would be after', () => {
    const error = refusalOf(preview(refused(null)));
    expect(error).toMatchObject({ kind: 'quota-exhausted', allowance: 'all' });
    expect(isOwnCap(error)).toBe(true);
    expect(error && errorText(error, NOW).title).toBe('Your own allowance for everything does not hold this');
    expect(isOwnCap(refusalOf(preview(refused(null, null))))).toBe(false);
    expect(refusalOf(preview())).toBeNull();
  });
  test('stands in the ledger as one', () => {
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
    expect(ledgerResult(row)).toEqual({ words: 'refused: own cap', tone: 'bad' });
    expect(ledgerResult({ ...row, refusedAllowance: null }).words).toBe('refused: records this month');
  });
});

test('an allowance is a whole number up to a million, or nothing', () => {
  expect(['', '  ', '0', '90', '1,200', '1 000 000'].map(allowanceOf)).toEqual([
    null,
    null,
    0,
    90,
    1_200,
    1_000_000,
  ]);
  expect(['-1', '1.5', 'ten', '1000001', '12,3'].map(allowanceOf)).toEqual(Array(5).fill(undefined));
});

const rounds = (change: Partial<FundingsQuery> = {}): ListQuery => ({
  list: 'fundings',
  query: { ...QUERY, ...change },
});

test('fewer rows are offered where some fit and fewer than were asked', () => {
  expect(affordablePage(rounds(), preview(refused(12)))).toEqual(rounds({ limit: 12 }));
  expect(
    [refused(0), refused(null), refused(50)].map((each) => affordablePage(rounds(), preview(each))),
  ).toEqual([null, null, null]);
  expect([affordablePage(rounds(), preview()), affordablePage(rounds(), null)]).toEqual([null, null]);
});

test('several pages are one receipt: all of their cost, what the last one left', () => {
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

test('pages that are shown are not bought again with the rest', () => {
  const all = { pages: 3, rows: 137, cost: cost({ requests: 3, records: 137, pageTurns: 3 }) };
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
  // Another number of rows at a time, and another order of writing, is the same question.
  const { limit: _limit, ...others } = QUERY;
  expect(restOf(all, { set, question: { list: 'fundings', query: { limit: 10, ...others } }, next })).toEqual(
    {
      pages: 2,
      rows: 87,
      cost: cost({ requests: 2, records: 87, pageTurns: 2 }),
    },
  );
  expect(restOf(all, { set, question: rounds({ stages: ['Seed'] }), next })).toBeNull();
  // The other list is another question, whatever stands in its filters.
  expect(restOf(all, { set, question: { list: 'companies', query: QUERY }, next })).toBeNull();
  expect(restOf(all, { set, question: rounds(), next: null })).toBeNull();
  expect(restOf(all, { set: null, question: rounds(), next })).toBeNull();
});

describe('the plan of a search', () => {
  const plan = (part: Partial<SearchPlan>): SearchPlan => ({
    ask: preview(),
    library: null,
    missing: [],
    count: null,
    all: null,
    probe: null,
    pageSize: { rows: 25, why: 'unknown', least: 15 },
    unlisted: [],
    rounds: null,
    ...part,
  });
  const all = { pages: 3, rows: 137, cost: cost({ requests: 3, records: 137, pageTurns: 3 }) };
  test('says how many match and what all of them cost', () => {
    const count = { total: 137, atMs: NOW - 26 * 60_000 };
    expect(countLine(plan({ count, all }), NOW, UTC)).toBe(
      '137 match, as of 09:14: all of them = 3 requests, 137 records, 3 page turns.',
    );
    expect(countLine(plan({}), NOW, UTC)).toBeNull();
    expect(countLine(plan({ count: { ...count, total: 0 } }), NOW, UTC)).toBe('0 match, as of 09:14.');
  });
  test('says how many of them can be reached', () => {
    const many = { pages: 10, rows: 500, cost: cost({ requests: 10, records: 500 }) };
    expect(countLine(plan({ count: { total: 1_240, atMs: NOW }, all: many }), NOW, UTC)).toBe(
      '1,240 match, as of 09:40: the 500 that can be reached = 10 requests, 500 records.',
    );
  });
  test('names the days that are missing or may be new', () => {
    const days = (why: MissingDays['why']): MissingDays => ({
      question: rounds({ fundingDateStart: '2026-05-12' }),
      why,
      preview: preview(),
    });
    expect(missingText(days('may-be-new'), NOW)).toEqual({
      said: 'Only 12 – 14 May may be new.',
      ask: 'Ask 12 – 14 May',
    });
    expect(missingText(days('never'), NOW)).toMatchObject({
      said: 'Only 12 – 14 May was never asked.',
    });
  });
  test('is not offered where a budget does not hold all of it; the minute only makes it wait', () => {
    const left = (budget: BudgetStatus['budget'], rest: number): BudgetStatus => ({
      budget,
      used: 0,
      reserved: 0,
      unknown: 0,
      others: 0,
      limit: 3_000,
      left: rest,
      resetsAtMs: RESET,
      limitSource: 'stats',
      closedUntilMs: null,
      atLeast: false,
    });
    const enough = [left('minute', 0), left('month-records', 137), left('page-turns', 3), left('day', 3)];
    expect(shortBudget(all.cost, enough)).toBeNull();
    expect(shortBudget(all.cost, [...enough, left('page-turns', 2)])).toBe('page-turns');
    expect(shortBudget(all.cost, [left('export', 136)])).toBe('export');
  });
});

describe('the queue', () => {
  const entry = (part: Partial<QueueEntry>): QueueEntry => ({
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
    goesAtMs: NOW + 72_000,
    ...part,
  });
  const underWay = entry({ id: 2, state: 'under-way', waitsFor: null, goesAtMs: null });
  test('is told in one line with the time of the next', () => {
    expect(queueLine([], NOW, UTC)).toBeNull();
    expect(queueLine([underWay], NOW, UTC)).toBe('1 request under way');
    expect(queueLine([underWay, entry({}), entry({ goesAtMs: NOW + 90_000 })], NOW, UTC)).toBe(
      '1 request under way, 2 waiting, next 09:41:12',
    );
  });
  test('says of each what it is, why it waits and when it goes', () => {
    expect(entryName(entry({}))).toBe('Contacts Halden Grid');
    expect(entryDetails(entry({}), NOW, UTC)).toBe(
      'Company · You · up to 6 records · goes 09:41:12, once the rolling minute has room',
    );
    expect(entryDetails(underWay, NOW, UTC)).toBe('Company · You · up to 6 records · under way');
    expect(entryDetails(entry({ waitsFor: 'pace', goesAtMs: RESET }), NOW, UTC)).toContain(
      'goes 15 May 00:00',
    );
  });
});

test('what calibration found is told call by call, with what was assumed where it differs', () => {
  const atMs = Date.UTC(2026, 4, 3, 12);
  const found = (
    endpoint: LearnedCost['endpoint'],
    unit: LearnedCost['unit'],
    assumed: number,
    learned: number,
  ): LearnedCost => ({ endpoint, unit, assumed, learned, atMs });
  expect(
    learnedSentences([
      found('stats', 'requests', 1, 1),
      found('fundings', 'requests', 1, 1),
      found('fundings', 'page-turns', 1, 0),
    ]),
  ).toEqual([
    'A reading takes 1 request.',
    'A first page of one row takes 1 request and no page turn (assumed 1).',
  ]);
  expect(learnedOn([])).toBeNull();
  expect(learnedOn([found('stats', 'requests', 1, 1)])).toBe('3 May');
});

test('a price tells what is ahead of an even pace and what would be cheaper', () => {
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
    'Ahead of an even pace: records this month.',
    'The profile answers this and more for 1 record: saves 24.',
  ]);
  expect(priceNotices(preview())).toEqual([]);
});
