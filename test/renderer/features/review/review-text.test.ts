import { describe, expect, it } from 'vitest';
import { monthName } from '../../../../renderer/features/review/month-names.ts';
import { noteTextOf } from '../../../../renderer/features/review/review-note-text.ts';
import {
  comparedNotes,
  comparedRows,
  leadOf,
  spentNotes,
  spentRows,
  stepRows,
  suggestionText,
} from '../../../../renderer/features/review/review-text.ts';
import type { MonthlyReview } from '../../../../shared/model/review/monthly-review.ts';
import { REVIEW_NOTE_MAX } from '../../../../shared/model/review/review-values.ts';
import { reviewOf } from '../../fixture/reviews.ts';

const april = reviewOf('2026-04');
const sentence = (review: MonthlyReview): string =>
  leadOf(review)
    .map(({ text }) => text)
    .join('');
const withSteps = (change: Readonly<Record<string, number>>): MonthlyReview => ({
  ...april,
  steps: april.steps.map(({ step }) => ({ step, companies: change[step] ?? 0 })),
});

describe('the text of a monthly review', () => {
  it('begins with one sentence that could stand alone', () => {
    expect(sentence(april)).toBe(
      'You spent 2,922 of 3,000 records and contacted 38 companies. 9 replied, 4 met with you, 1\u00A0became a customer. 78 records expired.',
    );
    expect(sentence(withSteps({}))).toBe(
      'You spent 2,922 of 3,000 records and contacted no companies. 78 records expired.',
    );
    expect(sentence(withSteps({ contacted: 1 }))).toContain('contacted 1 company. No one replied. 78');
    expect(sentence({ ...withSteps({ contacted: 2, won: 2 }), wonName: 'Signed' })).toContain(
      'contacted 2 companies. 2 reached “Signed”. 78',
    );
  });

  it.each([
    [{ won: 1 }, 'contacted no companies. 1\u00A0became a customer. 78'],
    [{ contacted: 3, won: 1 }, 'contacted 3 companies. 1\u00A0became a customer. 78'],
    [{ contacted: 3, meeting: 1 }, 'contacted 3 companies. 1 met with you. 78'],
    [{ meeting: 2, won: 2 }, 'contacted no companies. 2 met with you, 2\u00A0became customers. 78'],
    [{ replied: 1 }, 'contacted no companies. 1 replied. 78'],
    [{ contacted: 3 }, 'contacted 3 companies. No one replied. 78'],
  ])('names only the results above 0: %j', (steps, expected) => {
    expect(sentence(withSteps(steps))).toContain(expected);
  });

  it('has the share of each group in everything that was spent', () => {
    expect(spentRows(april).map(({ count, part }) => [count, part])).toEqual([
      [1_210, '41%'],
      [773, '26%'],
      [402, '14%'],
      [136, '5%'],
      [90, '3%'],
    ]);
    const few = { ...april.spending, records: { used: 30_000, limit: 30_000, expired: 0 } };
    expect(spentRows({ ...april, spending: few }).at(-1)?.part).toBe('less than 1%');
    expect(spentNotes(april)).toEqual([
      'Other devices used 311 more records, counted only in the total.',
      '2 requests have an unknown result. Their records count as spent.',
    ]);
  });

  it('names the values that are unknown', () => {
    expect(comparedRows(april)).toEqual([
      { name: 'Records per reply', value: '325', was: 'was 410' },
      { name: 'Days from round to first contact', value: '9', was: null },
      { name: 'Replies per 100 companies contacted', value: '24', was: 'was 19' },
    ]);
    const none = { recordsPerReply: null, repliesPer100: null, daysToFirstContact: null };
    expect(comparedRows({ ...april, rates: none }).map(({ value }) => value)).toEqual([
      'no replies',
      'not enough data',
      'not enough data',
    ]);
    expect(comparedRows({ ...april, rates: none, before: null })).toEqual([]);
    const free = { ...none, recordsPerReply: 0 };
    expect(
      comparedRows({ ...april, rates: free, before: { month: '2026-03', expired: 512, rates: free } })[0],
    ).toEqual({ name: 'Records per reply', value: 'no records used', was: null });
    expect(comparedNotes(april)).toEqual([]);
    expect(comparedNotes({ ...april, before: null })).toEqual(['March has no data to compare.']);
    const before = { month: '2026-03', expired: 512, rates: none };
    expect(comparedNotes({ ...april, before })).toEqual([
      'March has too few contacted companies and replies to compare.',
    ]);
    expect(stepRows({ ...april, wonName: null }).map(({ name }) => name)).toContain('Won');
    expect(stepRows({ ...withSteps({}), wonName: null }).map(({ name }) => name)).not.toContain('Won');
  });

  it('gives the evidence of each suggestion', () => {
    expect(april.suggestions.map((each) => suggestionText(each, april.month))).toEqual([
      {
        title: 'Load more results per request to save page turns',
        evidence: 'The page turn limit stopped 12 requests on 3 days.',
        target: 'quota',
      },
      {
        title: 'Fetch contacts only at companies where someone matches your buyer roles',
        evidence: 'You spent 212 records on contacts at 23 companies that you haven’t contacted.',
        target: 'rules',
      },
      {
        title: 'Run “Storage and *grid*” less often or narrow it',
        evidence: 'The search found 61 new rounds at 58 companies. You contacted none of them.',
        target: 'searches',
      },
    ]);
    const contacts = { kind: 'unused-contacts', records: 212, companies: 23, hasRoles: false } as const;
    for (const isOnlyMatches of [false, true])
      expect(suggestionText({ ...contacts, isOnlyMatches }, '2026-04')).toMatchObject({
        title: 'Set buyer roles so that plans include contacts only where someone matches',
        target: 'roles',
      });
    const expired = { kind: 'expired', records: 512, limit: 3_000, before: 78 } as const;
    expect(suggestionText(expired, '2026-04').evidence).toBe(
      '512 of 3,000 records expired. In March, 78 expired.',
    );
  });

  it('becomes a note of the same figures, in which names are no Markdown', () => {
    const text = noteTextOf(april);
    expect(text).toContain(`**2,922 of 3,000 records**`);
    expect(text).toContain('- Replied: 9\n');
    expect(text).toContain('**What to change in May**');
    expect(text).toContain(String.raw`**Run “Storage and \*grid\*” less often or narrow it.**`);
    expect(text.length).toBeLessThan(REVIEW_NOTE_MAX);
    expect(monthName('2026-12')).toBe('December');
  });
});
