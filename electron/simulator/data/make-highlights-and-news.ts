import { suffixAmount } from './amount.ts';
import { DAY_MS, HOUR_MS } from './calendar.ts';
import { OUTLETS } from './names.ts';
import { opaqueId, type Random } from './random.ts';
import type { Company, Round } from './company-model.ts';

export interface Highlight {
  readonly id: string;
  readonly highlight: string;
  readonly source: 'news' | 'ai';
  readonly createdAtMs: number;
}

export interface Article {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly fundingId: string;
  readonly createdAtMs: number;
}

type Sentence = (company: Company, number: number) => string;

const FACTS: readonly Sentence[] = [
  (company) => `Plans a second office outside ${company.city} within a year`,
  (_, number) => `Doubled its paying customers to ${number * 4} since the previous round`,
  (company) =>
    `Hires for ${company.sector.verticals[0]?.toLowerCase() ?? 'its product'} first, according to its founders`,
  (_, number) => `Team grew from ${number} to ${Math.round(number * 1.6)} people in twelve months`,
  (company) => `Signed a first customer among ${company.sector.audiences[0] ?? 'large companies'} abroad`,
  (_, number) => `Reports ${number} per cent lower cost for its pilot customers`,
  (company) => `Works with the university of ${company.city} on its next product`,
  (company) => `Opened its product to ${company.sector.audiences[1] ?? 'smaller customers'} this season`,
];

/** Creates up to two highlights for each round; 15% of companies have none. */
export function makeHighlights(company: Company, random: Random): Highlight[] {
  if (random.chance(0.15)) return [];
  const facts = random.sample(FACTS, FACTS.length);
  return company.rounds.flatMap((round, roundIndex) =>
    facts.slice(roundIndex * 2, roundIndex * 2 + random.int(1, 2)).map((fact, index) => ({
      id: opaqueId('hlt', company.recordSeed, roundIndex, index),
      highlight: fact(company, random.int(8, 90)),
      source: random.chance(0.6) ? 'ai' : 'news',
      createdAtMs: round.publishedAtMs + random.int(0, 72) * HOUR_MS,
    })),
  );
}

const HEADLINES: readonly ((company: Company, round: Round) => string)[] = [
  (company, round) =>
    round.amount === null
      ? `${company.name} raises an undisclosed sum`
      : `${company.name} raises ${round.currency} ${suffixAmount(round.amount)}`,
  (company, round) =>
    `${round.investors[0]?.name ?? 'Its own customers'} backs ${company.name} of ${company.city}`,
  (company) => `What ${company.name} wants to change for ${company.sector.audiences[0] ?? 'its customers'}`,
];

/** Creates up to three articles about each round. */
export function makeNews(company: Company, random: Random): Article[] {
  return company.rounds.flatMap((round, roundIndex) => {
    const count = random.chance(0.75) ? random.int(1, HEADLINES.length) : 0;
    return HEADLINES.slice(0, count).map((headline, index) => ({
      id: opaqueId('nws', company.recordSeed, roundIndex, index),
      title: headline(company, round),
      url: `https://${random.pick(OUTLETS)}.example/${company.slug}-${roundIndex + 1}-${index + 1}`,
      fundingId: round.id,
      createdAtMs: round.publishedAtMs + random.int(0, 3) * DAY_MS,
    }));
  });
}
