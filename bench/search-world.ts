import { get, num, run, transaction, type WriteDb } from '../electron/core/database/sql.ts';
import { fold } from '../shared/fold-diacritics.ts';
import { insertInvestors } from './lib/search-investors.ts';

/*
 * Synthetic companies, always the same for the same seed. A company has a name of two words, a description of
 * 20 to 50 words, industries, tags and technologies. Words are made of syllables and follow Zipf's law: the
 * n-th most frequent word occurs about 1/n as often as the first.
 */

export interface MadeCompany {
  readonly at: number;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly country: string;
  readonly stage: string;
  readonly announcedOn: string;
  readonly industries: readonly string[];
  readonly tags: readonly string[];
  readonly technologies: readonly string[];
}

export type Random = () => number;
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
export const pick = <T>(random: Random, of: readonly T[]): T => {
  const value = of[Math.floor(random() * of.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
};
/** Picks a value at random; the n-th value is picked about 1/n as often as the first. */
const pickZipf = <T>(random: Random, of: readonly T[]): T =>
  pick(() => (of.length ** random() - 1) / of.length, of);

const ONSETS =
  's t p c b m r d f a h l w g e n i o k v st tr pr cr pl br ch sh gr con in re de un ex over'.split(' ');
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ea', 'io'];
const CODAS = ['', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'ck', 'st', 'ng'];

function makeWords(random: Random, count: number): string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const syllables = 1 + Math.floor(random() * 3);
    let word = '';
    for (let at = 0; at <= syllables; at += 1)
      word += pick(random, ONSETS) + pick(random, VOWELS) + pick(random, CODAS);
    words.add(word);
  }
  return [...words];
}

const STAGES = [
  'Seed',
  'Series A',
  'Series B',
  'Pre-Seed',
  'Series C',
  'Grant',
  'Angel',
  'Series D',
  'Debt',
  'Series E',
  'IPO',
  'Other',
];
const CURRENCIES = ['USD', 'EUR', 'GBP', 'INR', 'JPY', 'SEK'];

export function* makeCompanies(count: number, seed = 1): Generator<MadeCompany> {
  const random = createRandom(seed);
  const words = makeWords(random, 20_000);
  const titled = (all: readonly string[]): string =>
    all.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
  const industries = Array.from({ length: 60 }, () => titled([pick(random, words), pick(random, words)]));
  const tags = Array.from({ length: 300 }, () => pick(random, words));
  const technologies = Array.from({ length: 500 }, () => titled([pick(random, words)]));
  const countries = Array.from({ length: 60 }, (_, at) =>
    String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26)),
  );
  const someOf = (of: readonly string[], least: number, most: number): string[] => [
    ...new Set(
      Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => pickZipf(random, of)),
    ),
  ];
  for (let at = 0; at < count; at += 1)
    yield {
      at,
      id: `cmp_${at.toString(36).padStart(6, '0')}${Math.floor(random() * 2 ** 32).toString(36)}`,
      name: titled([pick(random, words), pickZipf(random, words)]),
      description: Array.from({ length: 20 + Math.floor(random() * 31) }, () => pickZipf(random, words)).join(
        ' ',
      ),
      country: pickZipf(random, countries),
      stage: pickZipf(random, STAGES),
      announcedOn: new Date(Date.UTC(2027, 5, 1) - Math.floor(random() * 1_400) * 86_400_000)
        .toISOString()
        .slice(0, 10),
      industries: someOf(industries, 1, 3),
      tags: someOf(tags, 0, 4),
      technologies: someOf(technologies, 0, 8),
    };
}

const FILLED_AT_ONCE = 5_000;

/**
 * Inserts companies directly into an open `cache.db`, because fetching them from the service would take
 * hours.
 */
export function fillCache(db: WriteDb, companies: Iterable<MadeCompany>, nowMs: number): void {
  const random = createRandom(2);
  const ofInvestors = createRandom(4);
  const keys = { tag: new Map<string, number>(), technology: new Map<string, number>() };
  const keyOf = (table: 'tag' | 'technology', name: string): number => {
    const known = keys[table].get(name);
    if (known !== undefined) return known;
    const sql =
      table === 'tag'
        ? 'INSERT INTO tag (name) VALUES (:name)'
        : "INSERT INTO technology (name, categories) VALUES (:name, '[]')";
    const key = run(db, sql, { name }).lastId;
    keys[table].set(name, key);
    return key;
  };
  let count = 0;
  for (const some of inGroups(companies, FILLED_AT_ONCE)) {
    transaction(db, () => {
      for (const company of some) {
        insert(db, company, random, nowMs, keyOf);
        insertInvestors(db, company, ofInvestors, nowMs);
      }
    });
    count += some.length;
  }
  const row = get(db, 'SELECT count(*) AS n FROM company');
  if (row === null || num(row, 'n') < count) throw new Error('the companies were not stored');
}

/** Splits a sequence into arrays of `size`. One array with a million companies would need too much memory. */
function* inGroups<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const value of values) {
    group.push(value);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function insert(
  db: WriteDb,
  company: MadeCompany,
  random: Random,
  nowMs: number,
  keyOf: (table: 'tag' | 'technology', name: string) => number,
): void {
  const {
    id: companyId,
    industries,
    tags,
    technologies,
    name,
    country,
    stage,
    announcedOn,
    description,
  } = company;
  const amount = Math.round(random() * 500) * 100_000;
  run(
    db,
    `INSERT INTO company (company_id, name, name_folded, country_code, industry, stage, amount_text,
       amount_value, amount_precision, amount_currency, announced_on, source, fetched_at_ms, first_seen_at_ms, field_claims,
       description)
     VALUES (:companyId, :name, :folded, :country, :industry, :stage, :text, :amount, 'exact', :currency,
       :announcedOn, 'fundings', :atMs, :atMs, '{}', :description)`,
    {
      companyId,
      name,
      folded: fold(name),
      country,
      industry: industries[0] ?? null,
      stage,
      amount,
      announcedOn,
      description,
      text: String(amount),
      currency: pick(random, CURRENCIES),
      atMs: nowMs - Math.floor(random() * 60) * 86_400_000,
    },
  );
  industries.forEach((each, position) =>
    run(db, 'INSERT INTO company_industry VALUES (:companyId, :position, :name)', {
      companyId,
      position,
      name: each,
    }),
  );
  tags.forEach((each, position) =>
    run(db, 'INSERT INTO company_tag VALUES (:companyId, :position, :key)', {
      companyId,
      position,
      key: keyOf('tag', each),
    }),
  );
  technologies.forEach((each, position) =>
    run(db, 'INSERT INTO company_technology VALUES (:companyId, :position, :key)', {
      companyId,
      position,
      key: keyOf('technology', each),
    }),
  );
}

export type Kind = 'prefix' | 'term+prefix' | 'term+prefix+filters';
export const KINDS: readonly Kind[] = ['prefix', 'term+prefix', 'term+prefix+filters'];
export interface Question {
  readonly kind: Kind;
  readonly words: readonly string[];
  readonly filters: { readonly country: string; readonly stage: string; readonly industry: string } | null;
}

/**
 * Returns distinct queries as users type them: the first letters of a word in the library, alone or after a
 * complete word.
 */
export function makeQuestions(companies: readonly MadeCompany[], count: number): Question[] {
  const random = createRandom(3);
  const questions = new Map<string, Question>();
  while (questions.size < count) {
    const kind = KINDS[questions.size % KINDS.length] ?? 'prefix';
    const company = pick(random, companies);
    const words = [...company.name.toLowerCase().split(' '), ...company.description.split(' ')];
    const beginning = pick(random, words).slice(0, 2 + Math.floor(random() * 4));
    const { country, stage, industries } = company;
    const filters = kind === 'term+prefix+filters' ? { country, stage, industry: industries[0] ?? '' } : null;
    const typed = kind === 'prefix' ? [beginning] : [pick(random, words), beginning];
    const key = JSON.stringify([typed, filters]);
    if (!questions.has(key)) questions.set(key, { kind, words: typed, filters });
  }
  return [...questions.values()];
}
