import { expect, it } from 'vitest';
import { newsByRound } from '../../../../renderer/features/company/panels/news-groups.ts';
import type { Article, Round } from '../../../../shared/model/company.ts';

const round = (roundId: string): Round => ({
  roundId,
  stage: 'Seed',
  amount: null,
  amountUsd: null,
  announcedOn: null,
  investors: null,
  storedInvestors: 0,
  stamp: { source: 'rounds', fetchedAtMs: 0 },
});
const article = (articleId: string, roundId: string | null): Article => ({
  articleId,
  title: articleId,
  url: null,
  roundId,
  createdAtMs: null,
});

it('groups news by round, with news of unknown rounds last', () => {
  const groups = newsByRound(
    [article('a', 'r2'), article('b', null), article('c', 'r1'), article('d', 'gone'), article('e', 'r2')],
    [round('r1'), round('r2'), round('r3')],
  );
  expect(
    groups.map((group) => [group.round?.roundId ?? null, group.articles.map((each) => each.articleId)]),
  ).toEqual([
    ['r1', ['c']],
    ['r2', ['a', 'e']],
    [null, ['b', 'd']],
  ]);
});
