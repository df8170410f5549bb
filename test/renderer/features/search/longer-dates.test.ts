import { expect, test } from 'vitest';
import { longerSearch } from '../../../../renderer/features/search/results/longer-dates.ts';
import type { ListQuery } from '../../../../shared/model/query.ts';

/* Tests when the screen offers a search of a longer period after an empty result. */

const NOW = Date.UTC(2026, 4, 14, 9, 40);
const asking = (start: string, end: string): ListQuery => ({
  list: 'fundings',
  query: {
    fundingDateStart: start,
    fundingDateEnd: end,
    limit: 25,
    offset: 0,
    countries: ['DE'],
    stages: ['Seed'],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    validatedContacts: false,
    hasOpenRoles: false,
    hiringDepartments: [],
    hiringSeniority: [],
  },
});

test('a shorter period that ends today is offered as 30 days, with the same filters', () => {
  for (const start of ['2026-05-14', '2026-05-08', '2026-04-16']) {
    const question = asking(start, '2026-05-14');
    expect(longerSearch({ question }, question, NOW)).toEqual({
      days: 30,
      question: asking('2026-04-15', '2026-05-14'),
    });
  }
});

test('30 days or a little more are offered as 90 days', () => {
  for (const start of ['2026-04-15', '2026-02-15']) {
    const question = asking(start, '2026-05-14');
    expect(longerSearch({ question }, question, NOW)).toEqual({
      days: 90,
      question: asking('2026-02-14', '2026-05-14'),
    });
  }
});

test('nothing is offered for 90 days or more, for the past, or for results of other filters', () => {
  for (const [start, end] of [
    ['2026-02-14', '2026-05-14'],
    ['2026-01-01', '2026-05-14'],
    ['2026-05-01', '2026-05-13'],
  ] as const) {
    const question = asking(start, end);
    expect(longerSearch({ question }, question, NOW)).toBeNull();
  }
  const question = asking('2026-05-08', '2026-05-14');
  expect(longerSearch(null, question, NOW)).toBeNull();
  expect(longerSearch({ question }, null, NOW)).toBeNull();
  expect(longerSearch({ question: asking('2026-05-07', '2026-05-13') }, question, NOW)).toBeNull();
});
