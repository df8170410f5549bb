import type {
  AccountCheck,
  CheckedCost,
  CheckedRequest,
} from '../../../../shared/model/account/account-check.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { fullCostText } from '../../../ui/text/price-text.ts';
import { requestStrings } from '../../../ui/text/request-strings.ts';
import { accountCheckStrings as strings } from './account-check-strings.ts';

const isWithin = ({ counted, least, most }: CheckedCost): boolean =>
  counted === null || (counted >= least && counted <= most);

/** Returns one line for each difference that the check found in fields, headers and costs. */
function differencesOf({ requests, costs }: AccountCheck): readonly string[] {
  return [
    ...fieldLines(requests),
    ...headerLines(requests),
    ...costs.filter((cost) => !isWithin(cost)).map(costLine),
  ];
}

function fieldLines(requests: readonly CheckedRequest[]): readonly string[] {
  const lines = requests.flatMap(({ endpoint, differences }) =>
    differences.map(
      ({ kind, field }) =>
        `${requestStrings.endpoints[endpoint]}: ${strings.kinds[kind]}: ${safeLine(field, 200)}`,
    ),
  );
  // The check requests `/stats` twice, and both responses usually have the same differences. Removes the
  // duplicate lines.
  return [...new Set(lines)];
}

function headerLines(requests: readonly CheckedRequest[]): readonly string[] {
  const made = requests.filter(({ result }) => result === 'ok');
  const counts = new Map<string, number>();
  for (const { headers } of made)
    for (const { name, problem } of headers) {
      const line = `${strings.headers}: ${safeLine(name, 60)}: ${strings.headerProblems[problem]}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  return [...counts].map(([line, count]) => `${line}, ${strings.inResponses(count, made.length)}`);
}

function costLine(cost: CheckedCost): string {
  const { unit, counted, least, most } = cost;
  const line = `${strings.costs}: ${
    counted === null
      ? strings.notCounted(strings.units[unit])
      : strings.counted(strings.units[unit], counted, least, most)
  }`;
  return counted !== null && counted > most ? `${line}. ${strings.moreCounted}` : line;
}

function requestLine({ endpoint, result, status, differences, headers }: CheckedRequest): string {
  const count = differences.length + headers.length;
  const outcome =
    result === 'ok' && count > 0 ? strings.differs(count).replace(/:$/, '') : strings.results[result];
  const detail = status === null ? '' : `, ${strings.status(status)}`;
  return `${requestStrings.endpoints[endpoint]}: ${outcome}${detail}`;
}

/**
 * Formats the check as lines of plain text, for the screen and for a bug report. The lines contain numbers,
 * field names and header names, but no values from the service.
 */
export function accountCheckLines(check: AccountCheck, version: string): readonly string[] {
  const { atMs, requests, costs, spent } = check;
  const differences = differencesOf(check);
  const isComplete = requests.every(({ result }) => result === 'ok') && costs.length > 0;
  const when = new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
  return [
    strings.heading(when, safeLine(version, 60)),
    strings.spent(fullCostText(spent)),
    ...requests.map(requestLine),
    ...costs.filter(isWithin).map(costLine),
    ...(isComplete ? [] : [strings.incomplete]),
    ...(differences.length === 0
      ? isComplete
        ? [strings.same]
        : []
      : [strings.differs(differences.length)]),
    ...differences.map((line) => `- ${line}`),
  ];
}
