import type { FundingsQuery } from '../../shared/model/query.ts';
import { countryName } from './countries.ts';
import { choiceOf, daysIn, rangeText } from './search-dates.ts';
import { search as words } from './words/search.ts';

/** A search in a few words: `United States, 30 days`, `Germany and Austria, Seed, 8 – 14 May`. */
export function searchTitle(query: FundingsQuery, askedAtMs: number): string {
  const range = { start: query.fundingDateStart, end: query.fundingDateEnd };
  const when =
    choiceOf(range, askedAtMs) === 'dates' ? rangeText(range, askedAtMs) : words.days(daysIn(range));
  const what = [few(query.stages), few(query.industries), query.search ? `“${query.search}”` : null];
  return [where(query.countries), ...what, when].filter((part) => part !== null && part !== '').join(', ');
}

function where(codes: readonly string[]): string {
  if (codes.length === 0) return words.everywhere;
  if (codes.length > 2) return words.manyCountries(codes.length);
  return codes.map(countryName).join(' and ');
}

const few = (values: readonly string[]): string | null =>
  values.length === 0
    ? null
    : values.length <= 2
      ? values.join(' and ')
      : `${values[0] ?? ''} and ${values.length - 1} more`;
