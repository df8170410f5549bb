import type { Endpoint } from '../../../shared/model/budget.ts';
import { countryName } from '../../lib/countries.ts';
import { isDate, rangeText } from '../../lib/date-ranges.ts';
import { countText } from '../../lib/format.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { requestStrings as strings } from './request-strings.ts';

/** Parameters whose values are shown as received, in display order. */
const NAMED = ['stages', 'industries', 'technologies', 'investors', 'company_size', 'tags', 'search'];
const TEXT_MAX = 300;

/**
 * Describes a request in words, such as `Rounds: United States, Seed, 23 Oct – 21 Nov, results 26–50` or
 * `Contacts for this company`.
 *
 * @param call the path and query of the request
 */
export function requestText(endpoint: Endpoint, call: string, nowMs: number): string {
  const name = strings.endpoints[endpoint];
  if (endpoint !== 'fundings' && endpoint !== 'companies') return strings.ofCompany(name);
  const query = queryText(call, nowMs);
  return safeLine(query === '' ? name : strings.list(name, query), TEXT_MAX);
}

/**
 * Describes the filters and rows of a list request, such as `United States, Seed, 23 Oct – 21 Nov, results 26–50`.
 *
 * @param call the path and query of the request
 */
export function queryText(call: string, nowMs: number): string {
  const at = call.indexOf('?');
  if (at < 0) return '';
  const parameters = new URLSearchParams(call.slice(at + 1));
  const number = (key: string): number => Number(parameters.get(key) ?? 0);
  const [start, end] = [parameters.get('funding_date_start') ?? '', parameters.get('funding_date_end') ?? ''];
  const [offset, limit] = [number('offset'), number('limit')];
  return [
    ...valuesOf(parameters, 'countries').flatMap((value) => value.split(',').map(countryName)),
    ...NAMED.flatMap((key) => valuesOf(parameters, key)).map((value) => value.replaceAll(',', ', ')),
    amountOf(parameters),
    parameters.get('currency') ?? '',
    parameters.get('validated_contacts') === 'true' ? strings.filters.validated : '',
    parameters.get('has_open_roles') === 'true' ? strings.filters.hiring : '',
    isDate(start) && isDate(end) ? rangeText({ start, end }, nowMs) : '',
    limit > 0 ? strings.rows(offset + 1, offset + limit) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The service accepts list parameters in three formats, one of which is `key[]` (spec §4.2). */
const valuesOf = (parameters: URLSearchParams, key: string): readonly string[] => [
  ...parameters.getAll(key),
  ...parameters.getAll(`${key}[]`),
];

function amountOf(parameters: URLSearchParams): string {
  const bound = (side: 'min' | 'max'): string | null => {
    const text = parameters.get(`${side}_amount`) ?? parameters.get(`${side}_funding`);
    return text !== null && /^\d+$/.test(text) ? countText(Number(text)) : text;
  };
  const [low, high] = [bound('min'), bound('max')];
  return [low === null ? '' : strings.filters.from(low), high === null ? '' : strings.filters.to(high)]
    .filter((part) => part !== '')
    .join(' ');
}
