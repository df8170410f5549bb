import type { LibraryFilters, OutcomeFilter, RoundFilter } from '../../../shared/model/library.ts';
import { rangeText } from '../../lib/date-ranges.ts';
import type { FOUND_BY_WEBHOOK, FOUND_OTHERWISE } from '../../../shared/model/outcomes/outcome-values.ts';
import { calendarLongText, compactAmount } from '../../lib/format.ts';
import { safeLine } from '../../lib/safe-text.ts';
import { roleStrings } from '../../ui/text/role-strings.ts';
import { library as strings } from './strings.ts';

/* Texts of the filters for a company's rounds, open roles and outcome. */

export const departmentName = (department: LibraryFilters['departments'][number]): string =>
  roleStrings.departments[department];

/** Formats the filter as `11 – 17 May 2026, seed, €1M to €10M`. */
export function roundText({ from, to, stages, currency, minAmount, maxAmount, newest }: RoundFilter): string {
  const amount = (value: number): string =>
    compactAmount(value, currency === null ? null : currency.toUpperCase()) ?? String(value);
  const [least, most] = [minAmount, maxAmount].map((value) => (value === null ? null : amount(value)));
  const amounts =
    least != null && most != null
      ? [least === most ? least : strings.round.amounts(least, most)]
      : [
          ...(least == null ? [] : [strings.round.amountFrom(least)]),
          ...(most == null ? [] : [strings.round.amountTo(most)]),
        ];
  return [
    // Without a current year, dates have their year.
    rangeText({ start: from, end: to }, Number.NaN),
    ...(newest ? [strings.round.newest] : []),
    ...stages.map((stage) => safeLine(stage, 40)),
    ...(amounts.length === 0 && currency !== null ? [safeLine(currency, 20)] : amounts),
  ].join(', ');
}

// The values are types here, so that the code of the library does not need another file.
const SOURCES: Readonly<Record<string, string>> = {
  webhook: strings.outcome.webhook,
  other: strings.outcome.otherwise,
} satisfies Record<typeof FOUND_BY_WEBHOOK | typeof FOUND_OTHERWISE, string>;

/**
 * Formats the filter as `replied or later, found since 28 Feb 2026, from Nordics`.
 *
 * @param searches the names of the saved searches, by id; empty until they are loaded
 */
export function outcomeText(
  { step, from, source }: OutcomeFilter,
  searches: ReadonlyMap<string, string>,
): string {
  const { steps, orLater, since, search } = strings.outcome;
  return [
    orLater(steps[step]),
    ...(from === null ? [] : [since(calendarLongText(from) ?? from)]),
    ...(source === null ? [] : [SOURCES[source] ?? search(searches.get(source) ?? null)]),
  ].join(', ');
}
