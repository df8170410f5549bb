import type {
  MonthlyReview,
  ReviewRates,
  ReviewSuggestion,
} from '../../../shared/model/review/monthly-review.ts';
import { REVIEW_FIT, type ReviewStep } from '../../../shared/model/review/review-values.ts';
import { monthsAfter } from '../../../shared/model/review/months.ts';
import { countText, dayText, shareText } from '../../lib/format.ts';
import { safeName } from '../../lib/safe-text.ts';
import { monthName } from './month-names.ts';
import { review as strings } from './strings.ts';

/* Writes the text of the monthly review, for the screen and for the note. Pure. */

/** The default name of the status for companies that have become customers. */
const WON = 'Won';

export const countOf = ({ steps }: MonthlyReview, wanted: ReviewStep): number =>
  steps.find(({ step }) => step === wanted)?.companies ?? 0;

/** A part of the sentence at the top. */
interface LeadPart {
  readonly text: string;
  readonly isStrong: boolean;
}

const plain = (text: string): LeadPart => ({ text, isStrong: false });
const strong = (text: string): LeadPart => ({ text, isStrong: true });

/** Returns the sentences at the top of the review. They contain the most important figures. */
export function leadOf(review: MonthlyReview): readonly LeadPart[] {
  const { lead } = strings;
  const { used, limit, expired } = review.spending.records;
  const [contacted, replied, met, won] = (['contacted', 'replied', 'meeting', 'won'] as const).map((step) =>
    countOf(review, step),
  ) as [number, number, number, number];
  return [
    plain(`${lead.spent} `),
    strong(lead.records(used, limit)),
    plain(` ${lead.contacted} `),
    strong(lead.companies(contacted)),
    plain(`${lead.end} `),
    ...outcomeSentence({ contacted, replied, met, won }, safeName(review.wonName ?? WON)),
    plain(lead.expired(expired)),
  ];
}

/**
 * Returns the parts of the sentence about replies, meetings and customers. There are no parts if no one was
 * contacted and all three numbers are 0.
 */
function outcomeSentence(
  { contacted, replied, met, won }: Readonly<Record<'contacted' | 'replied' | 'met' | 'won', number>>,
  wonName: string,
): readonly LeadPart[] {
  const { lead } = strings;
  const parts = [
    ...(replied === 0 ? [] : [strong(lead.replied(replied))]),
    ...(met === 0 ? [] : [plain(lead.met(met))]),
    ...(won === 0 ? [] : [plain(wonName === WON ? lead.won(won) : lead.reached(won, wonName))]),
  ];
  if (parts.length === 0) return contacted === 0 ? [] : [strong(lead.noReply), plain(`${lead.end} `)];
  return [
    ...parts.flatMap((part, index) => (index === 0 ? [part] : [plain(', '), part])),
    plain(`${lead.end} `),
  ];
}

/** A row of a table with bars. `share` is the length of the row's bar, from 0 to 1. */
export interface BarRow {
  readonly name: string;
  readonly count: number;
  readonly share: number;
  /** The share of the total, as text; null if it is not shown. */
  readonly part: string | null;
}

export function spentRows({ spending }: MonthlyReview): readonly BarRow[] {
  const most = Math.max(1, ...spending.groups.map(({ records }) => records));
  const all = spending.records.used;
  return spending.groups.map(({ group, records }) => ({
    name: strings.spent.groups[group],
    count: records,
    share: records / most,
    part: all === 0 ? null : shareText(records / all),
  }));
}

export function stepRows({ steps, wonName }: MonthlyReview): readonly BarRow[] {
  const most = Math.max(1, ...steps.map(({ companies }) => companies));
  return steps
    .filter(({ step, companies }) => step !== 'won' || wonName !== null || companies > 0)
    .map(({ step, companies }) => ({
      name: step === 'won' && wonName !== null ? safeName(wonName) : strings.came.steps[step],
      count: companies,
      share: companies / most,
      part: null,
    }));
}

/** Returns notes that explain how the records were counted. */
export function spentNotes({ spending }: MonthlyReview): readonly string[] {
  const { elsewhere, unknown, isCalendarMonth, fromMs, untilMs } = spending;
  const utc = { timeZone: 'UTC' };
  return [
    ...(elsewhere === 0 ? [] : [strings.spent.elsewhere(elsewhere)]),
    ...(unknown === 0 ? [] : [strings.spent.unknown(unknown)]),
    ...(isCalendarMonth ? [] : [strings.spent.between(dayText(fromMs, utc), dayText(untilMs, utc))]),
  ];
}

export interface FactRow {
  readonly name: string;
  readonly value: string;
  /** The previous month's value, as text; null if unknown. */
  readonly was: string | null;
}

export const expiredRows = ({ spending, closedWindows }: MonthlyReview): readonly FactRow[] => [
  fact(strings.expired.records, countText(spending.records.expired)),
  fact(strings.expired.pageTurns, countText(spending.pageTurns.expired)),
  ...(closedWindows === null ? [] : [fact(strings.expired.windows(REVIEW_FIT), countText(closedWindows))]),
];

export const expiredNotes = ({ before, spending }: MonthlyReview): readonly string[] => [
  ...(before === null ? [] : [strings.expired.before(monthName(before.month), before.expired)]),
  ...(spending.countedSinceMs === null
    ? []
    : [strings.expired.since(dayText(spending.countedSinceMs, { timeZone: 'UTC' }))]),
];

export function comparedRows({ rates, before }: MonthlyReview): readonly FactRow[] {
  const { compared } = strings;
  const row = (name: string, key: keyof ReviewRates, unknown: string): FactRow => {
    // If no records were used, a rate of 0 records per reply means nothing, so it is not shown.
    const rate = (of: ReviewRates | undefined): number | null =>
      key === 'recordsPerReply' && of?.[key] === 0 ? null : (of?.[key] ?? null);
    const [value, was] = [rate(rates), rate(before?.rates)];
    return {
      name,
      value: value === null ? unknown : rateText(value),
      was: was === null ? null : compared.was(rateText(was)),
    };
  };
  const rows = [
    row(
      compared.perReply,
      'recordsPerReply',
      rates.recordsPerReply === 0 ? compared.noRecords : compared.noReply,
    ),
    row(compared.days, 'daysToFirstContact', compared.tooFew),
    row(compared.replies, 'repliesPer100', compared.tooFew),
  ];
  // Shows no rows if this month has no rates and there is no previous month, because there is nothing to
  // compare.
  const hasRates = Object.values(rates).some((value) => value !== null);
  return before === null && !hasRates ? [] : rows;
}

/** Explains why the month is not compared with the previous one; empty if the months are compared. */
export function comparedNotes({ month, before }: MonthlyReview): readonly string[] {
  const { compared } = strings;
  if (before === null) return [compared.unknown(monthName(monthsAfter(month, -1)))];
  const isComparable = Object.values(before.rates).some((value) => value !== null);
  return isComparable ? [] : [compared.tooFewBefore(monthName(before.month))];
}

const rateText = (value: number): string => countText(Math.round(value));
const fact = (name: string, value: string): FactRow => ({ name, value, was: null });

/** The place where the user can act on a suggestion. */
export type SuggestionTarget = 'quota' | 'caps' | 'roles' | 'rules' | 'searches' | 'history';

interface SuggestionText {
  readonly title: string;
  readonly evidence: string;
  readonly target: SuggestionTarget;
}

export function suggestionText(suggestion: ReviewSuggestion, month: string): SuggestionText {
  const { change } = strings;
  switch (suggestion.kind) {
    case 'budget': {
      const { budget, requests, days } = suggestion;
      const evidence = change.limit(budget, requests, days);
      return { title: change.limitAdvice[budget], evidence, target: 'quota' };
    }
    case 'cap':
      return {
        title: change.capAdvice,
        evidence: change.cap(suggestion.requests, suggestion.days),
        target: 'caps',
      };
    case 'unused-contacts':
      return {
        // Without buyer roles, the rule about matches has no effect, so the user should set buyer roles
        // first.
        ...(!suggestion.hasRoles
          ? { title: change.setRoles, target: 'roles' as const }
          : {
              title: suggestion.isOnlyMatches ? change.whenWriting : change.matches,
              target: 'rules' as const,
            }),
        evidence: change.unused(suggestion.records, suggestion.companies),
      };
    case 'expired': {
      const { records, limit, before } = suggestion;
      const earlier =
        before === null ? [] : [change.expiredBefore(monthName(monthsAfter(month, -1)), before)];
      return {
        title: change.useMore,
        evidence: [change.expired(records, limit), ...earlier].join(' '),
        target: 'rules',
      };
    }
    case 'search':
      return {
        title: change.search(safeName(suggestion.name)),
        evidence: change.idle(suggestion.rounds, suggestion.companies),
        target: 'searches',
      };
    case 'empty': {
      const { requests, all, endpoint, ofEndpoint } = suggestion;
      return {
        title: change.empty,
        evidence: change.emptyOf(requests, all, endpoint, ofEndpoint),
        target: 'history',
      };
    }
  }
}

export const targetLabel: Readonly<Record<SuggestionTarget, string>> = {
  quota: strings.change.openQuota,
  caps: strings.change.openCaps,
  roles: strings.change.openRoles,
  rules: strings.change.openRules,
  searches: strings.change.openSearches,
  history: strings.change.openHistory,
};
