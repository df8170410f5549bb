import type { Article, Round } from '../../../../shared/model/company.ts';

interface NewsGroup {
  /** The round that the articles are about; null if it is unknown or not stored. */
  readonly round: Round | null;
  readonly articles: readonly Article[];
}

/**
 * Groups articles by round, in the order of the rounds. Articles without a stored round come last. Articles
 * in a group keep their order.
 */
export function newsByRound(articles: readonly Article[], rounds: readonly Round[]): readonly NewsGroup[] {
  const known = new Set(rounds.map(({ roundId }) => roundId));
  const groups = rounds.map((round) => ({
    round,
    articles: articles.filter(({ roundId }) => roundId === round.roundId),
  }));
  const rest = articles.filter(({ roundId }) => roundId === null || !known.has(roundId));
  return [...groups, { round: null, articles: rest }].filter((group) => group.articles.length > 0);
}
