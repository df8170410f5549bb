import type { Api } from '../../../shared/contract/index.ts';
import { countryName, matchingCountries } from '../../lib/countries.ts';
import { isOtherName, relatedIndustries } from './filters/related-industries.ts';
import { typedAmounts, typedPeriod, type TypedAmounts, type TypedPart } from './typed-amounts.ts';
import { CONNECTING, COUNTRY_NAMES, FILLER, NEGATIONS, PLACE_WORDS } from './typed-words.ts';

/** The filters found in a typed line such as `Series A fintech in Germany, last 7 days`. */
export interface TypedSearch extends TypedAmounts {
  readonly countries: readonly string[];
  readonly stages: readonly string[];
  readonly industries: readonly string[];
  /** The number of days to search, including today; null if the line contains no period. */
  readonly days: number | null;
}
export interface DescribedSearch extends TypedSearch {
  /** The words that belong to no filter, in the order of the line. Adjacent words form a single entry. */
  readonly unknown: readonly string[];
  /** The number of filters found in the line. */
  readonly count: number;
}
interface TypedSearches {
  /** Finds the filters in a sentence, and the words that belong to no filter. */
  readonly describe: (text: string) => Promise<DescribedSearch>;
  /**
   * Returns the filters if every word belongs to a filter and the line contains at least two filters;
   * otherwise null.
   */
  readonly exactly: (text: string) => Promise<TypedSearch | null>;
}

type Field = 'countries' | 'stages' | 'industries';
interface Named {
  readonly field: Field;
  readonly values: readonly string[];
  /** Whether the name is an adjective or a region, and could therefore also be part of a company's name. */
  readonly isWeak?: boolean;
}
interface Found {
  readonly named: readonly Named[];
  readonly unknown: readonly string[];
}
interface Line {
  readonly parts: readonly (readonly string[])[];
  readonly days: number | null;
  readonly amounts: TypedAmounts | null;
}
type LookUp = (phrase: string) => Promise<Named | null>;

export const TYPED_TEXT_MAX = 200;
const WORDS_MAX = 40;
/** Maximum number of words in a name such as `United Arab Emirates` or `data and analytics`. */
const PHRASE_MAX = 4;
/** From this size on, a region is reduced to the countries that the service lists. */
const LARGE_REGION = 20;
const NO_AMOUNTS: TypedAmounts = { minAmount: null, maxAmount: null, currency: null };

/**
 * Creates functions that find the filters in a typed line. Suggestions for a phrase are loaded only once. The
 * functions use only stored data, so they are free.
 */
export function createTypedSearch(api: Api): TypedSearches {
  const known = new Map<string, Promise<Named | null>>();
  const stages = { all: null as Promise<readonly string[]> | null };
  const stagesOf = async (): Promise<readonly string[]> => {
    const { values } = await api.search.suggest({ field: 'stages', text: '' });
    return values.map(({ value }) => value);
  };
  const lookUp: LookUp = (phrase) => {
    const found = known.get(phrase) ?? nameOf(api, phrase, () => (stages.all ??= stagesOf()));
    known.set(phrase, found);
    return found;
  };
  return {
    describe: async (text) => {
      const line = splitLine(text);
      const found = await namesIn(line, lookUp, false);
      return { ...filtersOf(line, found.named), unknown: found.unknown, count: countOf(line, found.named) };
    },
    exactly: async (text) => {
      const line = splitLine(text);
      const found = await namesIn(line, lookUp, true);
      if (found.unknown.length > 0) return null;
      const strong = found.named.filter(({ isWeak }) => isWeak !== true);
      return countOf(line, strong) < 2 ? null : filtersOf(line, found.named);
    },
  };
}

const countOf = ({ days, amounts }: Line, named: readonly Named[]): number =>
  named.length + (days === null ? 0 : 1) + (amounts === null ? 0 : 1);

function filtersOf({ days, amounts }: Line, named: readonly Named[]): TypedSearch {
  const valuesOf = (wanted: Field) => [
    ...new Set(named.flatMap(({ field, values }) => (field === wanted ? values : []))),
  ];
  return {
    countries: valuesOf('countries'),
    stages: valuesOf('stages'),
    industries: valuesOf('industries'),
    days,
    ...(amounts ?? NO_AMOUNTS),
  };
}

/**
 * Removes the period and the amounts, and splits the line where they were. The words on both sides of a
 * removed part therefore never form a name.
 */
function splitLine(typed: string): Line {
  const text = typed.slice(0, TYPED_TEXT_MAX).replace(/\s+/g, ' ').trim();
  const period = usable(typedPeriod(text));
  // Overwrites the period with placeholder characters, so the positions of the amounts stay correct.
  const rest = period === null ? text : blank(text, period);
  const amounts = usable(typedAmounts(rest));
  const cuts = [period, amounts].flatMap((part) => (part === null ? [] : [part]));
  const parts: string[][] = [];
  let at = 0;
  for (const { start, end } of [
    ...cuts.toSorted((a, b) => a.start - b.start),
    { start: text.length, end: 0 },
  ]) {
    parts.push(wordsOf(text.slice(at, start)));
    at = end;
  }
  return { parts, days: period?.value ?? null, amounts: amounts?.value ?? null };
}

const usable = <Value>(part: TypedPart<Value> | null) => (part === null || part.value === null ? null : part);
const blank = (text: string, { start, end }: TypedPart<unknown>): string =>
  `${text.slice(0, start)}${'\u0000'.repeat(end - start)}${text.slice(end)}`;

const wordsOf = (text: string): string[] =>
  text
    .split(/(?:[\s;:·/()"“”]|,(?!\d))+/)
    .map((word) => word.replace(/[.?!]+$/, '').replace(/(?<=\p{L})-(?:based|stage|funded)$/iu, ''))
    .filter(Boolean);

/**
 * Finds the longest name at each position. With `isExact`, stops at the first word that belongs to no name.
 */
async function namesIn({ parts }: Line, lookUp: LookUp, isExact: boolean): Promise<Found> {
  const named: Named[] = [];
  const unknown: string[] = [];
  let isNegated = false;
  let read = 0;
  for (const words of parts) {
    /** The unknown words that directly precede the current position. */
    let gap: string[] = [];
    const closeGap = (): void => {
      if (gap.length > 0) unknown.push(gap.join(' '));
      gap = [];
    };
    for (let at = 0; at < words.length;) {
      const word = words[at] ?? '';
      const isSkipped = CONNECTING.has(word.toLowerCase()) || (!isExact && FILLER.has(word.toLowerCase()));
      isNegated ||= NEGATIONS.has(word.toLowerCase()) || (!isExact && read >= WORDS_MAX);
      read += 1;
      const found = isNegated ? null : await nameAt(words, at, lookUp, named.at(-1));
      if (found !== null) {
        closeGap();
        named.push(found.name);
        at += found.length;
        continue;
      }
      if (isNegated || !isSkipped) gap.push(word);
      else closeGap();
      at += 1;
      if (isExact && gap.length > 0) return { named, unknown: gap };
    }
    closeGap();
  }
  return { named, unknown };
}

async function nameAt(
  words: readonly string[],
  at: number,
  lookUp: LookUp,
  before: Named | undefined,
): Promise<{ readonly name: Named; readonly length: number } | null> {
  const word = words[at] ?? '';
  // In `Series A or B`, each letter is a stage. A lower-case `a` is more likely to be the article.
  if (before?.field === 'stages' && /^series/i.test(before.values[0] ?? '') && /^(?:A|[b-h])$/i.test(word)) {
    const stage = word === 'a' ? null : await lookUp(`Series ${word.toUpperCase()}`);
    if (stage !== null) return { name: stage, length: 1 };
  }
  for (let length = Math.min(PHRASE_MAX, words.length - at); length > 0; length -= 1) {
    // Looks up the longest phrase first. If it is a name, the shorter phrases need not be looked up.
    const name = await lookUp(words.slice(at, at + length).join(' '));
    if (name !== null) return { name, length };
  }
  return null;
}

async function nameOf(
  api: Api,
  phrase: string,
  stages: () => Promise<readonly string[]>,
): Promise<Named | null> {
  const wanted = phrase.toLowerCase();
  if (CONNECTING.has(wanted)) return null;
  // Other names of industries are checked before countries. Otherwise, `AI` would select Anguilla, because AI
  // is also that country's code.
  if (isOtherName(phrase)) return { field: 'industries', values: [await relatedIndustry(api, phrase)] };
  const country = countryNamed(phrase);
  if (country !== null) return { field: 'countries', values: [country] };
  const places = PLACE_WORDS[wanted];
  if (places !== undefined) return { field: 'countries', values: await listedOf(api, places), isWeak: true };
  const stage = stageNamed(wanted, await stages());
  if (stage !== null) return { field: 'stages', values: [stage] };
  const { values } = await api.search.suggest({ field: 'industries', text: phrase });
  const same = values.find(({ value }) => value.toLowerCase() === wanted);
  return same === undefined ? null : { field: 'industries', values: [same.value] };
}

/**
 * Returns the countries of a region that the service lists. Returns all of them if it lists none, or if its list
 * is not stored.
 */
async function listedOf(api: Api, places: readonly string[]): Promise<readonly string[]> {
  if (places.length < LARGE_REGION) return places;
  const { values } = await api.search.suggest({ field: 'countries', text: '' });
  const listed = places.filter((place) => values.some(({ value }) => value === place));
  return listed.length === 0 ? places : listed;
}

async function relatedIndustry(api: Api, phrase: string): Promise<string> {
  const exact = await api.search.suggest({ field: 'industries', text: phrase });
  const same = exact.values.find(({ value }) => value.toLowerCase() === phrase.toLowerCase());
  if (same !== undefined) return same.value;
  for (const text of relatedIndustries(phrase)) {
    const { values } = await api.search.suggest({ field: 'industries', text });
    const [first] = values;
    if (first !== undefined) return first.value;
  }
  return phrase;
}

/** Finds a stage in any spelling, such as `preseed`. Later series belong to `Series C+` (spec §2.12). */
function stageNamed(wanted: string, stages: readonly string[]): string | null {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '');
  const find = (text: string) => stages.find((stage) => plain(stage) === text) ?? null;
  const text = plain(wanted);
  return find(text) ?? (/^series[c-h]\+?$/.test(text) ? find('seriesc+') : null);
}

function countryNamed(phrase: string): string | null {
  const wanted = phrase.toLowerCase().replaceAll('.', '');
  const other = COUNTRY_NAMES[wanted];
  if (other !== undefined) return other;
  const found = matchingCountries(phrase).values.find(
    // Country codes count only in capitals, because `in`, `it` and `no` are also words.
    ({ value }) => value === phrase || countryName(value).toLowerCase() === wanted,
  );
  return found?.value ?? null;
}
