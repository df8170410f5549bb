import { describe, expect, test } from 'vitest';
import { BUDGETS, type Preview, type PriceLine, type Receipt } from '../../../shared/model/budget.ts';
import {
  budgetLeftText,
  budgetName,
  shortCostText,
  decisionText,
  amountWithCertainty,
  priceBasisText,
  priceExplanations,
  priceParts,
  nothingLeftText,
  priceTitle,
  lineCostText,
  priceSentence,
  receiptSentence,
} from '../../../renderer/ui/text/price-text.ts';

const RESET = Date.UTC(2026, 5, 1);
const line = (part: Partial<PriceLine>): PriceLine => ({
  budget: 'month-records',
  cost: 25,
  certainty: 'up-to',
  left: 1_388,
  leftAfter: 1_363,
  limit: 3_000,
  resetsAtMs: RESET,
  binds: true,
  learnedAtMs: null,
  overPace: false,
  ...part,
});
const cost = (records: number) => ({ requests: 1, records, pageTurns: 0, companies: 0 });
const preview = (part: Partial<Preview>): Preview => ({
  cost: { requests: 1, records: 25, pageTurns: 0, companies: 0 },
  certainty: 'up-to',
  lines: [line({})],
  binding: 'month-records',
  decision: { kind: 'go' },
  instead: null,
  ...part,
});

test('the basis of an amount of zero mentions only that a company was already counted today', () => {
  const company = line({ budget: 'companies-day', cost: 0 });
  expect(priceBasisText(company, { isCompanyCounted: true })).toBe('already counted today');
  expect(priceBasisText(company, {})).toBe('');
  expect(priceBasisText(line({ cost: 0 }), { isCompanyCounted: true })).toBe('');
  expect(priceBasisText(line({}), {})).toBe('published price');
  expect(priceBasisText(line({ learnedAtMs: Date.UTC(2026, 4, 3) }), {})).toBe('measured 3 May');
});

test('a price that includes the filter options names both parts', () => {
  const both = preview({ cost: cost(26), also: { endpoint: 'filters', cost: cost(1) } });
  expect(priceParts(both)).toBe(
    'Up to 25 records for results, plus 1 to refresh the filter options, such as industries (at most once a week)',
  );
  expect(priceParts(preview({ also: { endpoint: 'filters', cost: cost(0) } }))).toBeNull();
  expect(priceParts(preview({}))).toBeNull();
});

test('the price details explain the record for filter options, and page turns', () => {
  expect(priceExplanations(preview({}))).toEqual([]);
  expect(priceExplanations(preview({ certainty: 'about' }))).toEqual([
    '“About” marks an estimate: the service sets no maximum, and you pay for each record it returns.',
  ]);
  expect(
    priceExplanations(
      preview({
        lines: [line({}), line({ budget: 'page-turns', cost: 1 })],
        also: { endpoint: 'filters', cost: cost(1) },
      }),
    ),
  ).toEqual([
    'The filter options (industries, technologies, tags) are refreshed at most once a week.',
    'A page turn is one page fetched from a list of results.',
  ]);
  expect(priceExplanations(preview({ lines: [line({ budget: 'page-turns', cost: 0 })] }))).toEqual([]);
});

describe('a price', () => {
  test('shows the records', () => expect(priceSentence(preview({}))).toBe('up to 25 records'));
  test('of one record needs no qualifier', () =>
    expect(priceSentence(preview({ cost: cost(1) }))).toBe('1 record'));
  test('is exact if the cost is', () =>
    expect(priceSentence(preview({ cost: cost(1), certainty: 'exact' }))).toBe('1 record'));
  test('is an estimate if the service sets no bound', () =>
    expect(priceSentence(preview({ cost: cost(6), certainty: 'about' }))).toBe('about 6 records'));
  test('shows records even if another limit runs out first', () => {
    const lines = [line({ budget: 'page-turns', cost: 1 }), line({ binds: false })];
    expect(priceSentence(preview({ lines, binding: 'page-turns' }))).toBe('up to 25 records');
  });
  test('shows the expected records and the maximum if they differ', () => {
    expect(priceSentence(preview({ expectedRecords: 15 }))).toBe('about 15, at most 25 records');
    expect(priceSentence(preview({ expectedRecords: 25 }))).toBe('up to 25 records');
    const estimate = preview({ cost: cost(10), certainty: 'about', expectedRecords: 3 });
    expect(priceSentence(estimate)).toBe('about 3, rarely over 10 records');
    expect(lineCostText({ cost: 10, certainty: 'about' }, estimate)).toBe('rarely over 10');
    expect(lineCostText({ cost: 10, certainty: 'about' }, preview({}))).toBe('about 10');
  });
  test('states that nothing is expected', () => {
    expect(priceSentence(preview({ expectedRecords: 0 }))).toBe('0 matches, nothing to fetch');
    expect(priceTitle('Run search', preview({ expectedRecords: 0 }))).toBe(
      'Run search: 0 matches, nothing to fetch',
    );
  });
  test('shows requests if there are no records', () => {
    const cost = { requests: 1, records: 0, pageTurns: 0, companies: 0 };
    expect(priceSentence(preview({ cost, certainty: 'exact' }))).toBe('1 request');
  });
  test('is null if free', () => {
    const cost = { requests: 0, records: 0, pageTurns: 0, companies: 0 };
    expect(priceSentence(preview({ cost, lines: [line({ cost: 0 })] }))).toBeNull();
  });
  test('has a title', () =>
    expect(priceTitle('Run search', preview({}))).toBe('Run search: up to 25 records'));
  test('zero is exact', () => {
    expect(amountWithCertainty(0, 'up-to')).toBe('0');
    expect(amountWithCertainty(25, 'up-to')).toBe('up to 25');
  });
});

describe('a decision', () => {
  test('to go has no text', () => expect(decisionText({ kind: 'go' }, 0)).toBeNull());
  test('to wait states the time', () =>
    expect(decisionText({ kind: 'wait', why: 'minute', untilMs: 23_000 }, 0)).toEqual({
      short: 'available in 23 s',
      sentence: 'The service will accept the next request in 23 s.',
    }));
  test('to refuse names the budget and its reset', () => {
    const refused = decisionText(
      {
        kind: 'refuse',
        budget: 'page-turns',
        resetsAtMs: RESET,
        alternatives: [],
        affordableRows: null,
        allowance: null,
      },
      0,
    );
    expect(refused?.short).toBe('no page turns left this month');
    expect(refused?.sentence).toMatch(/^No page turns left this month\. Resets .* UTC\.$/);
  });
  test('to refuse names how many rows still fit', () => {
    const refused = decisionText(
      {
        kind: 'refuse',
        budget: 'month-records',
        resetsAtMs: RESET,
        alternatives: [],
        affordableRows: 12,
        allowance: null,
      },
      0,
    );
    expect(refused?.sentence).toContain(
      'Not enough records left this month. You can still fetch 12 results.',
    );
  });
});

describe('a receipt', () => {
  const receipt = (part: Partial<Receipt>): Receipt => ({
    ledgerId: 1,
    atMs: 0,
    reserved: { requests: 1, records: 25, pageTurns: 0, companies: 0 },
    cost: { requests: 1, records: 18, pageTurns: 0, companies: 0 },
    outcome: 'spent',
    binding: { budget: 'month-records', left: 1_388, resetsAtMs: RESET },
    ...part,
  });
  test('shows the actual cost', () =>
    expect(receiptSentence(receipt({}))).toBe('18 records of up to 25. 1,388 left.'));
  test.each([
    [5, '5 records. 1,388 left.'],
    [31, '31 records. 1,388 left.'],
  ])('names no maximum where the price was an estimate (%i records)', (records, text) => {
    const cost = { ...receipt({}).cost, records };
    expect(receiptSentence(receipt({ cost, isEstimate: true }))).toBe(text);
    expect(receiptSentence(receipt({ outcome: 'unknown', isEstimate: true }))).toMatch(
      /^No response: about 25/,
    );
  });
  test('leaves out the reserved amount if all of it was spent', () =>
    expect(receiptSentence(receipt({ cost: receipt({}).reserved }))).toBe('25 records. 1,388 left.'));
  test('names another limiting budget', () =>
    expect(
      receiptSentence(receipt({ binding: { budget: 'companies-day', left: 1, resetsAtMs: RESET } })),
    ).toBe('18 records of up to 25. Companies today: 1 left.'));
  test('shows the records that are left if page turns run out first', () => {
    const turns = receipt({ binding: { budget: 'page-turns', left: 1, resetsAtMs: RESET } });
    const budgets = [
      { budget: 'day', left: 274, atLeast: false },
      { budget: 'month-records', left: 612, atLeast: false },
    ] as const;
    expect(receiptSentence(turns, budgets)).toBe('18 records of up to 25. 612 left.');
    expect(receiptSentence(turns)).toBe('18 records of up to 25.');
    expect(budgetLeftText(turns.binding)).toBe('Page turns this month: 1 left');
  });
  test('shows that a request was free', () =>
    expect(receiptSentence(receipt({ outcome: 'free' }))).toBe('No charge. 1,388 records left.'));
  test('names the unit of what is left after a free request', () => {
    const budgets = [{ budget: 'month-records', left: 1_388, atLeast: true }] as const;
    expect(receiptSentence(receipt({ outcome: 'free' }), budgets)).toBe(
      'No charge. Up to 1,388 records left.',
    );
    const none = { requests: 1, records: 0, pageTurns: 0, companies: 0 };
    const binding = { budget: 'day', left: 1, resetsAtMs: RESET } as const;
    expect(receiptSentence(receipt({ outcome: 'free', reserved: none, cost: none, binding }))).toBe(
      'No charge. 1 request left.',
    );
  });
  test('an unknown result counts as spent', () =>
    expect(receiptSentence(receipt({ outcome: 'unknown' }))).toBe(
      'No response: up to 25 records counted as spent. 1,388 left.',
    ));
  test('counts requests if there are no records', () => {
    const cost = { requests: 1, records: 0, pageTurns: 0, companies: 0 };
    const binding = { budget: 'day', left: 274, resetsAtMs: RESET } as const;
    expect(receiptSentence(receipt({ cost, reserved: cost, binding }))).toBe('1 request. 274 left.');
    expect(shortCostText(cost)).toBe('1 request');
  });
});

test('every budget has its own name', () => {
  expect(new Set(BUDGETS.map(budgetName)).size).toBe(BUDGETS.length);
  expect(new Set(BUDGETS.map(nothingLeftText)).size).toBe(BUDGETS.length);
});
