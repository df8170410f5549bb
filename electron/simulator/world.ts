import { createRandom, type Random } from './random.ts';
import { PLACES, type Place } from './places.ts';
import { ENDINGS, INVESTORS, MODELS, SECTORS, SUFFIXES, TECH_CATEGORIES, type Sector } from './sectors.ts';

export const DAY_MS = 86_400_000;

export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly category: string;
}
export interface Round {
  readonly id: string;
  readonly companyId: string;
  readonly stage: string;
  /** In the company's currency; null: undisclosed. */
  readonly amount: number | null;
  readonly currency: string;
  readonly amountUsd: number | null;
  /** Announcement, UTC midnight. */
  readonly announcedMs: number;
  /** When the service learns of it: 0–14 days later. Invisible before. */
  readonly publishedMs: number;
  readonly investors: readonly { readonly name: string; readonly type: 'lead' | 'participant' }[];
}
export interface Company {
  readonly id: string;
  readonly index: number;
  readonly name: string;
  readonly slug: string;
  readonly place: Place;
  readonly description: string;
  readonly industries: readonly string[];
  readonly tags: readonly Tag[];
  readonly size: string;
  readonly technologies: readonly { readonly name: string; readonly category: string }[];
  readonly hasContacts: boolean;
  readonly roles: readonly { readonly department: string; readonly seniority: string }[];
  /** Oldest first. */
  readonly rounds: readonly Round[];
}
export interface World {
  readonly seed: number;
  readonly epochMs: number;
  readonly companies: readonly Company[];
  readonly byId: ReadonlyMap<string, Company>;
  /** Every round with its company, newest announcement first. */
  readonly events: readonly { readonly round: Round; readonly company: Company }[];
}

export const SIZES = ['1-10', '11-50', '51-200', '201-1000', '1000+'] as const;
export const STAGES = [
  'Pre-Seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C+',
  'Debt',
  'Bootstrapped',
  'undisclosed',
] as const;
const LADDER = ['Pre-Seed', 'Seed', 'Series A', 'Series B', 'Series C+'] as const;
const USD_RANGE: Readonly<Record<string, readonly [number, number]>> = {
  'Pre-Seed': [0.2, 1.5],
  Seed: [1, 6],
  'Series A': [6, 25],
  'Series B': [20, 70],
  'Series C+': [60, 320],
  Debt: [3, 40],
};
const DEPARTMENTS = [
  'it',
  'sales',
  'marketing',
  'design',
  'finance',
  'hr',
  'operations',
  'support',
  'management',
  'executive',
] as const;
const SENIORITIES = ['junior', 'mid', 'senior', 'manager', 'director', 'executive'] as const;

/** Share of companies that raise only after the epoch, so that time travel brings news for 400 days. */
const FUTURE_SHARE = 1.5;
const FUTURE_DAYS = 400;

/** The whole invented world, from its seed alone. `companies` is how many are visible around the epoch. */
export function createWorld(seed: number, companies: number, epochMs: number): World {
  const all: Company[] = [];
  const names = new Set<string>();
  const total = companies + Math.round(companies * FUTURE_SHARE);
  for (let index = 0; index < total; index += 1)
    all.push(createCompany(seed, index, index >= companies, epochMs, names));
  const events = all
    .flatMap((company) => company.rounds.map((round) => ({ round, company })))
    .sort((a, b) => b.round.announcedMs - a.round.announcedMs || (a.round.id < b.round.id ? -1 : 1));
  return {
    seed,
    epochMs,
    companies: all,
    byId: new Map(all.map((company) => [company.id, company])),
    events,
  };
}

function createCompany(
  seed: number,
  index: number,
  future: boolean,
  epochMs: number,
  names: Set<string>,
): Company {
  const random = createRandom(seed, 'company', index);
  const place = random.weighted(PLACES.map((entry) => [entry, entry.weight] as const));
  const sector = random.pick(SECTORS);
  const name = uniqueName(random, sector, names);
  const id = `cmp_${idText(random)}`;
  return {
    id,
    index,
    name,
    slug: slugOf(name),
    place,
    description: `${random.pick(sector.products)}, for ${random.pick(sector.buyers)}. ${random.pick(sector.proofs)}.`,
    industries: [sector.industry, ...random.sample(sector.also, random.int(0, 1))],
    tags: tagsOf(random, sector),
    size: random.weighted(SIZES.map((size, rank) => [size, [30, 34, 22, 10, 4][rank] ?? 1] as const)),
    technologies: technologiesOf(random),
    hasContacts: random.chance(0.88),
    roles: random.chance(0.45) ? rolesOf(random) : [],
    rounds: roundsOf(random, id, place, future, epochMs),
  };
}

function uniqueName(random: Random, sector: Sector, names: Set<string>): string {
  for (let tries = 0; ; tries += 1) {
    const stem = random.chance(0.7) ? random.pick(sector.stems) : random.pick(random.pick(SECTORS).stems);
    const ending = random.pick(ENDINGS).trim();
    // Past a few hundred companies plain names run out; two stems make room for thousands more.
    const core =
      tries > 2 ? `${stem} ${random.pick(random.pick(SECTORS).stems)}${ending}` : `${stem}${ending}`;
    const name = `${core} ${random.pick(SUFFIXES)}`.trim();
    if (names.has(name)) continue;
    names.add(name);
    return name;
  }
}

const idText = (random: Random): string =>
  Array.from({ length: 12 }, () => random.pick([...'0123456789abcdefghjkmnpqrstvwxyz'])).join('');
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
const tagOf = ([name, category]: readonly [string, string]): Tag => ({
  id: `tag_${slugOf(name)}`,
  name,
  slug: slugOf(name),
  category,
});

export const ALL_TAGS: readonly Tag[] = [
  ...new Map(
    [
      ...SECTORS.flatMap(({ tags }) => tags),
      ...MODELS,
      ['early revenue', 'stage'] as const,
      ['profitable', 'stage'] as const,
    ].map((entry) => [entry[0], tagOf(entry)]),
  ).values(),
];

function tagsOf(random: Random, sector: Sector): readonly Tag[] {
  const chosen: (readonly [string, string])[] = [
    ...random.sample(sector.tags, random.int(1, 2)),
    random.pick(MODELS),
  ];
  if (random.chance(0.2)) chosen.push([random.chance(0.5) ? 'early revenue' : 'profitable', 'stage']);
  return chosen.map(tagOf);
}

function technologiesOf(random: Random): Company['technologies'] {
  return Object.entries(TECH_CATEGORIES).flatMap(([category, names]) =>
    random.sample(names, random.int(0, 3)).map((name) => ({ name, category })),
  );
}

const rolesOf = (random: Random): Company['roles'] =>
  Array.from({ length: random.int(1, 9) }, () => ({
    department: random.pick(DEPARTMENTS),
    seniority: random.pick(SENIORITIES),
  }));

function roundsOf(
  random: Random,
  companyId: string,
  place: Place,
  future: boolean,
  epochMs: number,
): Round[] {
  const latestDay = latestRoundDay(random, future);
  const count = random.weighted([
    [1, 50],
    [2, 28],
    [3, 14],
    [4, 6],
    [5, 2],
  ] as const);
  let rung = Math.min(LADDER.length - 1, count - 1 + random.int(0, 1));
  let day = latestDay;
  const rounds: Round[] = [];
  for (let made = 0; made < count && rung >= 0; made += 1) {
    rounds.unshift(createRound(random, companyId, place, stageAt(random, rung), epochMs + day * DAY_MS));
    rung -= 1;
    day -= random.int(240, 620);
  }
  return rounds;
}

/** Days from the epoch. Dense in the 60 days before it, thin before, steady after. */
function latestRoundDay(random: Random, future: boolean): number {
  if (future) return random.int(1, FUTURE_DAYS);
  return random.chance(0.72) ? -random.int(0, 60) : -random.int(61, 420);
}

function stageAt(random: Random, rung: number): string {
  if (random.chance(0.04)) return 'Debt';
  if (random.chance(0.03)) return random.chance(0.5) ? 'undisclosed' : 'Undisclosed';
  return LADDER[rung] ?? 'Seed';
}

function createRound(
  random: Random,
  companyId: string,
  place: Place,
  stage: string,
  announcedMs: number,
): Round {
  const range = USD_RANGE[stage];
  const undisclosed = range === undefined || random.chance(0.05);
  const usd = undisclosed
    ? null
    : roundTo(range[0] + (range[1] - range[0]) * random.next() ** 2, 2) * 1_000_000;
  const investors = random.sample(INVESTORS, random.int(undisclosed ? 0 : 1, 4));
  return {
    id: `fnd_${idText(random)}`,
    companyId,
    stage,
    amount: usd === null ? null : roundTo(usd * place.perUsd, 2),
    currency: place.currency,
    amountUsd: usd,
    announcedMs,
    publishedMs: announcedMs + random.int(0, 13) * DAY_MS + random.int(6, 20) * 3_600_000,
    investors: investors.map((name, position) => ({ name, type: position === 0 ? 'lead' : 'participant' })),
  };
}

/** To so many leading digits, as press releases do. */
function roundTo(value: number, digits: number): number {
  const factor = 10 ** (Math.floor(Math.log10(value)) - digits + 1);
  return Math.round(Math.round(value / factor) * factor * 100) / 100;
}
