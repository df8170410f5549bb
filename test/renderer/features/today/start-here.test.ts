import { describe, expect, it } from 'vitest';
import type { CompanyRow } from '../../../../shared/model/company.ts';
import type { CompanyMatches } from '../../../../shared/model/plan.ts';
import type { DueFollowUp } from '../../../../shared/model/settings/follow-ups.ts';
import { chooseStart, type StartHere } from '../../../../renderer/features/today/start-here.ts';
import {
  todayLines,
  type TodayCompany,
  type TodayLists,
} from '../../../../renderer/features/today/today-lines.ts';

const NOW = Date.UTC(2026, 4, 14, 9);
const DAY = 86_400_000;

const company = (id: string, fit: number | undefined, change: Partial<CompanyRow> = {}): TodayCompany => ({
  row: {
    companyId: id,
    name: id,
    countryCode: null,
    countryName: null,
    industry: null,
    stage: null,
    amount: null,
    announcedOn: null,
    window: { state: 'open', closesAtMs: NOW + 25 * DAY },
    stamp: { source: 'fundings', fetchedAtMs: NOW },
    ...(fit === undefined ? {} : { fit }),
    ...change,
  },
  newsAtMs: null,
  isReceived: false,
});
const ready = (id: string, fit: number): TodayCompany => ({ ...company(id, fit), contacts: 'fetched' });

const NONE = { followUps: 0, ready: 0, news: 0, caughtUp: 0, closing: 0, contacted: 0, tasks: 0 };
const EMPTY = { followUps: [], ready: [], news: [], caughtUp: [], closing: [], contacted: [], tasks: [] };
type Matches = Readonly<Record<string, CompanyMatches['matches']>>;
const startOf = (
  lists: Partial<TodayLists>,
  matches: Matches = {},
  { hasStarted = false } = {},
): StartHere | null =>
  chooseStart(todayLines({ ...EMPTY, unloaded: NONE, ...lists }), {
    nowMs: NOW,
    hasStarted,
    matchesOf: (companyId) => matches[companyId],
  });
const idOf = (...args: Parameters<typeof startOf>): string | null => startOf(...args)?.companyId ?? null;
const match = (strong: number, weak = 0, stored = 4) => ({ strong, weak, stored });

describe('the company to start with on Today', () => {
  it('is the first one with stored contacts, which the mark says', () => {
    const lists = { ready: [ready('a', 64), ready('b', 50)], news: [company('c', 100), company('d', 100)] };
    expect(startOf(lists, { a: match(1) })).toEqual({
      companyId: 'a',
      reason: 'contacts ready',
      reasons: ['contacts ready', 'fit 64', '1 matching contact'],
    });
    expect(startOf(lists, { a: match(0, 2) })?.reasons.at(-1)).toBe('2 weak matches');
    // The matches are unknown, such as while contacts are locked.
    expect(idOf(lists)).toBe('a');
  });

  it('is the next one if none of the contacts of the first has a buyer role', () => {
    const lists = { ready: [ready('a', 100), ready('b', 64)], news: [company('c', 100)] };
    expect(idOf(lists, { a: match(0) })).toBe('b');
    expect(idOf(lists, { a: match(0), b: match(0) })).toBe('c');
    expect(idOf(lists, { a: match(0), b: match(0), c: match(0) })).toBeNull();
  });

  it('is the best fit of the first section with a suitable one if no company has stored contacts', () => {
    const window = { state: 'open', closesAtMs: NOW + 4 * DAY } as const;
    const lists = {
      news: [company('a', 64)],
      caughtUp: [company('b', 80), company('c', 100), company('d', 100, { window })],
      closing: [company('e', 100, { window })],
    };
    expect(idOf(lists)).toBe('a');
    expect(idOf({ ready: [ready('r', 90)], ...lists }, { r: match(0), a: match(0) })).toBe('d');
  });

  it('is, of two companies with the same fit, the one whose contact window closes first', () => {
    const window = { state: 'open', closesAtMs: NOW + 4 * DAY } as const;
    const lists = { closing: [company('b', 100), company('c', 100, { window })] };
    expect(startOf(lists, { c: match(3), b: null })).toEqual({
      companyId: 'c',
      reason: 'fit 100',
      reasons: ['fit 100', '3 matching contacts', 'contact window closes in about 4 days'],
    });
    expect(startOf({ closing: [company('a', undefined, { window }), company('b', undefined)] })?.reason).toBe(
      'contact window closes in about 4 days',
    );
  });

  it('can be written to, and is not already the user’s', () => {
    const news = [
      company('closed', 100, { window: { state: 'closed', closesAtMs: null } }),
      company('none', 100, { window: { state: 'open', closesAtMs: NOW + DAY, contacts: 'none' } }),
      company('ours', 100, { ours: { kind: 'customer', isCertain: true } }),
      company('perhaps-ours', 90, { ours: { kind: 'customer', isCertain: false } }),
      company('other', 80),
    ];
    expect(idOf({ news })).toBe('perhaps-ours');
    const contacted: TodayCompany = { ...company('contacted', 100), contacts: 'contacted' };
    expect(idOf({ news: [company('a', 10)], contacted: [contacted] })).toBe('a');
  });

  it('is no longer marked once a company of the day was handled, because the order then says what is next', () => {
    const lists = { ready: [ready('a', 64)], news: [company('b', 100)] };
    expect(startOf(lists, {}, { hasStarted: true })).toBeNull();
  });

  it('is missing if there is nothing to choose, or no reason to give, or follow-ups come first', () => {
    const followUp = { entryId: '1', companyId: 'f', taskIds: ['7'] } as unknown as DueFollowUp;
    expect(idOf({ news: [company('a', 64)] })).toBeNull();
    expect(idOf({ news: [company('a', undefined), company('b', undefined)] })).toBeNull();
    expect(idOf({ news: [company('a', 0), company('b', 0)] })).toBeNull();
    expect(idOf({ followUps: [followUp], news: [company('a', 64)] })).toBeNull();
  });
});
