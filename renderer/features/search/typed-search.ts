import type { Api } from '../../../shared/contract/index.ts';
import { countryName, matchingCountries } from '../../lib/countries.ts';
import { isOtherName, relatedIndustries } from './filters/related-industries.ts';

/** The filters that a typed line such as `Series A fintech in Germany, last 7 days` names. */
export interface TypedSearch {
  readonly countries: readonly string[];
  readonly stages: readonly string[];
  readonly industries: readonly string[];
  /** The number of days to search, including today; null if the line names none. */
  readonly days: number | null;
}
type Field = 'countries' | 'stages' | 'industries';
type Named = readonly [field: Field, value: string];

const TEXT_MAX = 120;
const WORDS_MAX = 14;
/** Names such as `United Arab Emirates` and `data and analytics` have at most this many words. */
const PHRASE_MAX = 4;
const DAYS_MAX = 365;
const PERIOD = /\b(?:in the |over the |from the )?(?:last|past) (?:(\d{1,3}) )?(days?|weeks?|months?)\b/i;
const DAYS_IN = { day: 1, week: 7, month: 30 } as const;
const CONNECTING = new Set([
  ...['a', 'an', 'and', 'at', 'companies', 'company', 'find', 'for', 'from', 'in', 'new', 'of', 'or'],
  ...['round', 'rounds', 'search', 'startup', 'startups', 'the', 'with'],
]);
const COUNTRY_NAMES: Readonly<Record<string, string>> = {
  america: 'US',
  britain: 'GB',
  england: 'GB',
  holland: 'NL',
  uk: 'GB',
  us: 'US',
  usa: 'US',
};

/**
 * Creates a function that finds the filters in a typed line. It returns null unless every word belongs to a
 * filter and the line names at least two. The suggestions for a phrase are loaded only once.
 */
export function createTypedSearch(api: Api): (text: string) => Promise<TypedSearch | null> {
  const known = new Map<string, Promise<Named | null>>();
  const lookUp = (phrase: string): Promise<Named | null> => {
    const found = known.get(phrase) ?? nameOf(api, phrase);
    known.set(phrase, found);
    return found;
  };
  return async (text) => {
    const period = PERIOD.exec(text);
    const days = period === null ? null : daysOf(period);
    const words = text
      .slice(0, TEXT_MAX)
      .replace(PERIOD, ' ')
      .split(/[\s,;·]+/)
      .filter(Boolean);
    if (words.length === 0 || words.length > WORDS_MAX || days === 0) return null;
    const named = await namesIn(words, lookUp);
    if (named === null || named.length + (days === null ? 0 : 1) < 2) return null;
    const valuesOf = (field: Field) => [
      ...new Set(named.flatMap(([each, value]) => (each === field ? [value] : []))),
    ];
    return {
      countries: valuesOf('countries'),
      stages: valuesOf('stages'),
      industries: valuesOf('industries'),
      days,
    };
  };
}

/** Returns the number of days of a period such as `last 2 weeks`; 0 if it is too long. */
function daysOf([, count, unit = 'days']: RegExpExecArray): number {
  const days = Number(count ?? 1) * DAYS_IN[unit.toLowerCase().replace(/s$/, '') as keyof typeof DAYS_IN];
  return days <= DAYS_MAX ? days : 0;
}

/** Finds the longest name at each position; null if a word belongs to none. */
async function namesIn(
  words: readonly string[],
  lookUp: (phrase: string) => Promise<Named | null>,
): Promise<readonly Named[] | null> {
  const named: Named[] = [];
  for (let at = 0; at < words.length;) {
    let length = Math.min(PHRASE_MAX, words.length - at);
    let found: Named | null = null;
    for (; length > 0 && found === null; length -= 1) {
      // One after the other, because a longer name makes the shorter ones unnecessary.
      found = await lookUp(words.slice(at, at + length).join(' '));
    }
    if (found !== null) {
      named.push(found);
      at += length + 1;
    } else if (CONNECTING.has((words[at] ?? '').toLowerCase())) at += 1;
    else return null;
  }
  return named;
}

async function nameOf(api: Api, phrase: string): Promise<Named | null> {
  const wanted = phrase.toLowerCase();
  if (CONNECTING.has(wanted)) return null;
  const country = countryNamed(phrase);
  if (country !== null) return ['countries', country];
  for (const field of ['stages', 'industries'] as const) {
    const { values } = await api.search.suggest({ field, text: phrase });
    const same = values.find(({ value }) => value.toLowerCase() === wanted);
    if (same !== undefined) return [field, same.value];
  }
  if (!isOtherName(phrase)) return null;
  for (const text of relatedIndustries(phrase)) {
    const { values } = await api.search.suggest({ field: 'industries', text });
    const [first] = values;
    if (first !== undefined) return ['industries', first.value];
  }
  return ['industries', phrase];
}

function countryNamed(phrase: string): string | null {
  const wanted = phrase.toLowerCase();
  const other = COUNTRY_NAMES[wanted];
  if (other !== undefined) return other;
  const found = matchingCountries(phrase).values.find(
    // Codes count only in capitals, because `in`, `it` and `no` are words as well.
    ({ value }) => value === phrase || countryName(value).toLowerCase() === wanted,
  );
  return found?.value ?? null;
}
