import type { LibraryFilters, OutcomeFilter, RoundFilter } from '../../../shared/model/library.ts';
import { rangeText } from '../../lib/date-ranges.ts';
import type { FOUND_BY_WEBHOOK, FOUND_OTHERWISE } from '../../../shared/model/outcomes/outcome-values.ts';
import { calendarLongText, compactAmount } from '../../lib/format.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import { roleStrings } from '../../ui/text/role-strings.ts';
import { library as strings } from './strings.ts';

/* Texts of the filters for a company's rounds, open roles and outcome. */

export const departmentName = (department: LibraryFilters['departments'][number]): string =>
  roleStrings.departments[department];

/** Capitalises the words of a stage, because filters contain stages in lower case: `series b`. */
const stageName = (stage: string): string =>
  stage.replaceAll(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());

/** Formats the filter as `11 – 17 May 2026, Seed, €1M to €10M`. */
export function roundText(filter: RoundFilter): string {
  const { from, to, stages, currency, minAmount, maxAmount, investors, newest } = filter;
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
    // Passes `NaN` as the current time, to include the year in every date.
    rangeText({ start: from, end: to }, Number.NaN),
    ...(newest ? [strings.round.newest] : []),
    ...stages.map((stage) => safeLine(stageName(stage), 40)),
    ...(amounts.length === 0 && currency !== null ? [safeLine(currency, 20)] : amounts),
    ...investors.map((name) => strings.round.investor(safeName(name))),
  ].join(', ');
}

// Imports only the types of these constants. Importing the constants themselves would make the library's code
// load another file.
const SOURCES: Readonly<Record<string, string>> = {
  webhook: strings.outcome.webhook,
  other: strings.outcome.otherwise,
} satisfies Record<typeof FOUND_BY_WEBHOOK | typeof FOUND_OTHERWISE, string>;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The parts of the filter for an outcome, which the user can remove one by one. */
const OUTCOME_PARTS = ['step', 'source', 'from'] as const;
export type OutcomePart = (typeof OUTCOME_PARTS)[number];

/**
 * Returns a phrase for each part of the filter that is set, such as `replied or later`, `found by Nordics`
 * and `found since 28 Feb 2026`.
 *
 * @param searches the names of the saved searches; empty until they are loaded
 */
export function outcomeParts(
  { step, from, source }: OutcomeFilter,
  searches: readonly Named[],
): readonly { readonly part: OutcomePart; readonly text: string }[] {
  const { steps, orLater, since, search } = strings.outcome;
  const texts: Readonly<Record<OutcomePart, string | null>> = {
    // Every company has reached the step `found`, so this step is omitted if the text has another part.
    step: step === 'found' && (from !== null || source !== null) ? null : orLater(steps[step]),
    source:
      source === null
        ? null
        : (SOURCES[source] ?? search(searches.find(({ id }) => id === source)?.name ?? null)),
    from: from === null ? null : since(calendarLongText(from) ?? from),
  };
  return OUTCOME_PARTS.flatMap((part) => {
    const text = texts[part];
    return text === null ? [] : [{ part, text }];
  });
}

/** Returns the number of parts that the user can remove. */
export const outcomePartCount = (filter: OutcomeFilter): number => outcomeParts(filter, []).length;

export const outcomeText = (filter: OutcomeFilter, searches: readonly Named[]): string =>
  outcomeParts(filter, searches)
    .map(({ text }) => text)
    .join(', ');

/** Removes one part of the filter. Returns null if no other part is set. */
export function withoutPart(filter: OutcomeFilter, part: string): OutcomeFilter | null {
  const rest: OutcomeFilter = {
    step: part === 'step' ? 'found' : filter.step,
    from: part === 'from' ? null : filter.from,
    source: part === 'source' ? null : filter.source,
  };
  return rest.step === 'found' && rest.from === null && rest.source === null ? null : rest;
}
