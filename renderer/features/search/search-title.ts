import type { ListQuery } from '../../../shared/model/query.ts';
import { countryName } from '../../lib/countries.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { rangeChoiceOf, daysIn, rangeText } from '../../lib/date-ranges.ts';
import { search as strings } from './strings.ts';

/**
 * Returns a short title for a query, such as `United States, 30 days` or `Companies, Germany and Austria,
 * Seed, from 1M, 8 – 14 May`.
 */
export function searchTitle(question: ListQuery, requestedAtMs: number): string {
  const { list, query } = question;
  const range = { start: query.fundingDateStart, end: query.fundingDateEnd };
  const when =
    rangeChoiceOf(range, requestedAtMs) === 'dates'
      ? rangeText(range, requestedAtMs)
      : strings.days(daysIn(range));
  const { stages, industries, technologies, investors, companySizes, tags } = query;
  const parts = [
    list === 'companies' ? strings.lists.companies : null,
    where(query.countries),
    ...[stages, industries, technologies, investors, companySizes, tags].map(shortList),
    amountOf(question),
    query.validatedContacts ? strings.titles.validated : null,
    query.hasOpenRoles ? strings.titles.hiring : null,
    query.search ? `“${safe(query.search)}”` : null,
    when,
  ];
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

function where(codes: readonly string[]): string {
  if (codes.length === 0) return strings.everywhere;
  if (codes.length > 2) return strings.manyCountries(codes.length);
  return codes.map(countryName).join(' and ');
}

/** Describes the amount filter, such as `from 1M to 5M, EUR` or `up to 5M`. */
function amountOf({ list, query }: ListQuery): string | null {
  const [low, high] =
    list === 'fundings' ? [query.minAmount, query.maxAmount] : [query.minFunding, query.maxFunding];
  const bounds = [
    low === undefined ? null : strings.titles.from(low),
    high === undefined ? null : strings.titles[low === undefined ? 'upTo' : 'to'](high),
  ];
  const amounts = bounds.filter((bound) => bound !== null).join(' ');
  return [amounts, query.currency ?? ''].filter((part) => part !== '').join(', ') || null;
}

const VALUE_MAX = 60;
const safe = (value: string): string => safeLine(value, VALUE_MAX);

const shortList = (values: readonly string[]): string | null =>
  values.length === 0
    ? null
    : values.length <= 2
      ? values.map(safe).join(' and ')
      : strings.titles.more(safe(values[0] ?? ''), values.length - 1);
