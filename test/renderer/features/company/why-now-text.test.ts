import { describe, expect, it } from 'vitest';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import {
  WHY_NOW_MAX,
  whyNowClauses,
  whyNowLine,
  whyNowSentence,
  whyNowShort,
} from '../../../../renderer/features/company/why-now/why-now-text.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 26, 9);

const raised: NonNullable<WhyNow['round']> = {
  roundId: 'r1',
  stage: 'Series A',
  amount: { text: '12M', value: 12e6, precision: 'rounded', currency: 'EUR' },
  announcedOn: '2026-11-05',
  lead: { name: 'Ninepin', isOnly: true },
  stamp: { source: 'rounds', fetchedAtMs: NOW - DAY },
};
const hiring: NonNullable<WhyNow['hiring']> = {
  departments: ['sales'],
  count: 4,
  isAtLeast: false,
  sinceMs: Date.UTC(2026, 10, 12, 23),
  fetchedAtMs: NOW - 2 * DAY,
};
const all: WhyNow = { companyId: 'a', round: raised, hiring, closesAtMs: NOW + 9 * DAY };
const nothing: WhyNow = { companyId: 'a', round: null, hiring: null, closesAtMs: null };
const line = (facts: Partial<WhyNow>) => whyNowLine({ ...nothing, ...facts }, NOW);
const roundLine = (change: Partial<typeof raised>) => line({ round: { ...raised, lead: null, ...change } });

describe('the why-now line', () => {
  it('gives the round, its lead investor, hiring and the contact window, in this order', () => {
    expect(whyNowLine(all, NOW)).toBe(
      'Raised €12M Series A 21 days ago, led by Ninepin · hiring 4 in sales since 12 Nov · contact window closes in 9 days',
    );
    expect(whyNowClauses(all, NOW).map((clause) => clause.map(({ kind }) => kind))).toEqual([
      ['round', 'investor'],
      ['hiring'],
      ['window'],
    ]);
  });
  it('omits unknown facts', () => {
    expect(line({ hiring, closesAtMs: NOW + DAY / 2 })).toBe(
      'Hiring 4 in sales since 12 Nov · contact window closes within a day',
    );
    expect(line({ closesAtMs: NOW + 9 * DAY })).toBe('Contact window closes in 9 days');
    expect(line({})).toBe('');
    expect(whyNowLine(null, NOW)).toBe('');
  });
  it('leaves out a contact window that has closed since the facts were read', () => {
    expect(line({ closesAtMs: NOW })).toBe('');
  });
  it('leaves out the contact window beside a window chip', () => {
    expect(whyNowLine(all, NOW, { window: false })).toBe(
      'Raised €12M Series A 21 days ago, led by Ninepin · hiring 4 in sales since 12 Nov',
    );
  });
  it.each([
    [{ amount: null }, 'Raised a Series A round 21 days ago'],
    [{ amount: null, stage: 'Angel' }, 'Raised an Angel round 21 days ago'],
    [{ stage: null }, 'Raised €12M 21 days ago'],
    [{ amount: null, stage: null }, 'Raised a round 21 days ago'],
    [{ stage: 'Debt' }, 'Raised €12M in debt financing 21 days ago'],
    [{ amount: null, stage: 'debt' }, 'Raised debt 21 days ago'],
    [{ stage: 'Bootstrapped' }, 'Raised €12M 21 days ago'],
    [{ amount: null, stage: 'Bootstrapped' }, ''],
    [{ announcedOn: '2026-11-26' }, 'Raised €12M Series A today'],
    [{ announcedOn: '2026-11-27' }, ''],
    [{ announcedOn: '2025-11-05' }, 'Raised €12M Series A on 5 Nov 2025'],
    [
      { amount: { text: 'NOK 72M', value: 72e6, precision: 'exact' as const, currency: 'NOK' } },
      'Raised NOK 72M Series A 21 days ago',
    ],
  ])('of a round with %j is %j', (change, expected) => {
    expect(roundLine(change)).toBe(expected);
  });
  it('mentions several lead investors, and possible further open roles', () => {
    expect(roundLine({ lead: { name: 'Ninepin', isOnly: false } })).toContain(', co-led by Ninepin');
    expect(line({ hiring: { ...hiring, isAtLeast: true, departments: ['sales', 'hr'] } })).toBe(
      'Hiring at least 4 in sales and HR since 12 Nov',
    );
    expect(line({ hiring: { ...hiring, departments: [], sinceMs: null } })).toBe('Hiring 4');
  });
  it('shortens a long name, and then leaves out clauses from the end', () => {
    const long = (name: string, stage = 'Series A'): WhyNow => ({
      ...all,
      round: { ...raised, stage, lead: { name, isOnly: true } },
    });
    const shortened = whyNowLine(long('Ninepin Partners and Friends Ventures'), NOW);
    expect(shortened).toBe(
      'Raised €12M Series A 21 days ago, led by Ninepin Partners and Fr… · hiring 4 in sales since 12 Nov',
    );
    const longest = whyNowLine(long('N'.repeat(400), 'S'.repeat(90)), NOW);
    expect(longest).toBe(
      `Raised €12M ${'S'.repeat(29)}… 21 days ago, led by ${'N'.repeat(23)}… · hiring 4 in sales since 12 Nov`,
    );
    expect(longest.length).toBeLessThanOrEqual(WHY_NOW_MAX);
  });
  it('keeps hostile names inert and inside their clause', () => {
    const name = '<b>\u202eA</b>\n · hiring 99 in sales';
    const [first] = whyNowClauses({ ...all, round: { ...raised, lead: { name, isOnly: true } } }, NOW);
    expect(first?.[1]?.text).toBe('<b>A</b> - hiring 99 in…');
  });
});

describe('the line for a message', () => {
  it('addresses the recipient in a sentence, and leaves out the contact window', () => {
    expect(whyNowSentence(all, NOW)).toBe(
      'you raised your €12M Series A three weeks ago, led by Ninepin, and have been hiring 4 in sales since 12 Nov',
    );
  });
  it('has a short form with the first clause only', () => {
    expect(whyNowShort(all, NOW)).toBe('you raised your €12M Series A three weeks ago, led by Ninepin');
    expect(whyNowShort({ ...all, round: null }, NOW)).toBe('you have been hiring 4 in sales since 12 Nov');
  });
  it.each([
    [{ amount: null }, 'you raised your Series A round three weeks ago'],
    [{ amount: null, stage: null }, 'you raised your round three weeks ago'],
    [{ stage: null }, 'you raised €12M three weeks ago'],
    [{ stage: 'Debt' }, 'you raised €12M in debt financing three weeks ago'],
  ])('of a round with %j is %j', (change, expected) => {
    expect(whyNowShort({ ...nothing, round: { ...raised, lead: null, ...change } }, NOW)).toBe(expected);
  });
  it('rounds the amount as a person would', () => {
    const amount = { text: '8780000', value: 8_780_000, precision: 'exact', currency: 'EUR' } as const;
    const round = { ...raised, lead: null, amount };
    expect(whyNowShort({ ...nothing, round }, NOW)).toBe('you raised your €8.8M Series A three weeks ago');
    expect(whyNowLine({ ...nothing, round }, NOW)).toBe('Raised €8.78M Series A 21 days ago');
  });
  it('is at most as long as a line', () => {
    const lead = { name: 'N'.repeat(48), isOnly: true };
    const sentence = whyNowSentence({ ...all, round: { ...raised, stage: 'S'.repeat(20), lead } }, NOW) ?? '';
    expect(sentence.length).toBeLessThanOrEqual(WHY_NOW_MAX);
    expect(sentence).not.toContain('hiring');
  });
  it('does not exist if nothing is known', () => {
    expect([whyNowSentence(nothing, NOW), whyNowShort(null, NOW)]).toEqual([null, null]);
  });
});
