import { expect, test } from 'vitest';
import { cellTexts, cellTimes } from '../../../../renderer/features/lists/company-row-text.ts';
import { contactWindowText } from '../../../../renderer/ui/text/contact-window-text.ts';
import type { LibraryRow } from '../../../../shared/model/company.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const row: LibraryRow = {
  companyId: 'cmp_1',
  name: 'Kelpcraft\u202e Power',
  countryCode: 'DE',
  countryName: null,
  industry: 'Energy\nand more',
  stage: 'Series A',
  announcedOn: '2026-11-17',
  amount: { text: '6300000', value: 6_300_000, precision: 'exact', currency: 'EUR' },
  window: { state: 'open', closesAtMs: NOW + 9 * DAY_MS },
  stamp: { source: 'fundings', fetchedAtMs: NOW - 3 * DAY_MS },
  watchlists: ['Warm', 'Cold'],
  hasNote: false,
  hasPeople: false,
};

test('makes the texts of a row safe to show', () => {
  expect(cellTexts(row)).toMatchObject({
    monogram: 'Ke',
    name: 'Kelpcraft Power',
    country: 'Germany',
    countryCode: 'DE',
    industry: 'Energy and more',
    stage: 'Series A',
    amount: '€6.3M',
    amountTitle: '6300000',
    isAmountRounded: false,
    lists: 'on Warm, Cold',
    tags: '',
    status: '',
  });
});

test('marks an amount as rounded if it comes from a rounded text', () => {
  const amount = { text: '5M', value: 5_000_000, precision: 'rounded', currency: 'EUR' } as const;
  expect(cellTexts({ ...row, amount })).toMatchObject({
    amount: '€5M',
    amountTitle: 'About €5M, received as 5M',
    isAmountRounded: true,
  });
});

test('leaves unknown values empty, and shows an unknown amount as undisclosed', () => {
  const bare = { ...row, name: '\u200b', countryCode: null, industry: null, stage: null, amount: null };
  expect(cellTexts({ ...bare, watchlists: [] })).toMatchObject({
    monogram: '–',
    name: 'Unnamed',
    country: '',
    countryCode: '',
    industry: '',
    stage: '',
    amount: 'undisclosed',
    amountTitle: undefined,
    isAmountUnknown: true,
    lists: '',
  });
});

test('updates ages and contact windows with the clock', () => {
  expect(cellTimes(row, NOW)).toMatchObject({
    age: '3 d',
    ageEnd: ' ago',
    isStale: false,
    window: { text: '9 d left' },
  });
  expect(cellTimes(row, NOW + 12 * DAY_MS)).toMatchObject({
    age: '15 d',
    isStale: true,
    window: { text: 'closed', tone: 'gone' },
  });
});

test('names the source of a webhook event after its age, unless the text would not fit', () => {
  const endAt = (ageMs: number): string => {
    const stamp = { source: 'webhook', fetchedAtMs: NOW - ageMs } as const;
    const { age, ageEnd } = cellTimes({ ...row, stamp }, NOW);
    return `${age}${ageEnd}`;
  };
  expect([endAt(1_000), endAt(120_000)]).toEqual(['just now', '2 min · webhook']);
});

test('shows the time left of a contact window, and how urgent it is', () => {
  const open = (days: number) => contactWindowText({ state: 'open', closesAtMs: NOW + days * DAY_MS }, NOW);
  expect([open(28), open(10), open(4), open(3)].map(({ tone }) => tone)).toEqual([
    'plain',
    'soon',
    'soon',
    'now',
  ]);
  expect([open(28).text, open(3).text, open(0.4).text]).toEqual(['28 d left', '3 d left', '<1 d left']);
  expect(open(3).title).toMatch(
    /^Contacts can be fetched for 30 days after a round is announced\. Contact window closes in about 3 days: /,
  );
  expect(contactWindowText({ state: 'open', closesAtMs: NOW + DAY_MS }, NOW, true).text).toBe(
    'fetch contacts within 24 hours',
  );
});

test.each([2, 20])('shows without a deadline that the contacts were fetched (%i days left)', (days) => {
  const open = { state: 'open', closesAtMs: NOW + days * DAY_MS } as const;
  const fetched = { ...open, contacts: 'fetched' } as const;
  expect(contactWindowText(fetched, NOW)).toMatchObject({
    text: 'ready',
    tone: 'plain',
    title: expect.stringMatching(
      /^Contacts fetched\. Contact window closes .*Fetched contacts stay in your library after that\.$/,
    ),
  });
  expect(contactWindowText(fetched, NOW, true)).toMatchObject({
    text: expect.stringMatching(/^contacts fetched · window closes \d+ \w+$/),
    tone: 'plain',
  });
  expect(contactWindowText({ ...open, contacts: 'none' }, NOW)).toMatchObject({
    text: 'no contacts',
    tone: 'plain',
  });
});

test('names revealed contacts, which are available without an end', () => {
  const revealed = { state: 'open', closesAtMs: null, isRevealed: true } as const;
  expect(contactWindowText(revealed, NOW)).toEqual({
    text: 'revealed',
    title: 'Contacts were revealed in the dashboard, so they stay available',
    tone: 'plain',
  });
  expect(contactWindowText(revealed, NOW, true).text).toBe('contacts revealed');
});

test('shows "no date" only if it is not known whether the contact window is open', () => {
  const textOf = (state: 'open' | 'unknown') => contactWindowText({ state, closesAtMs: null }, NOW).text;
  expect([textOf('unknown'), textOf('open')]).toEqual(['no date', 'open']);
});
