import { assertNever } from '../../../shared/app-failure.ts';
import type {
  AllowanceScope,
  Alternative,
  Budget,
  BudgetStatus,
  Certainty,
  Cost,
  Decision,
  CheaperAlternative,
  Preview,
  PriceLine,
  Receipt,
} from '../../../shared/model/budget.ts';
import { isUnbounded } from '../../../shared/model/unbounded-endpoints.ts';
import { BUDGET_NAMES, HEDGE, priceWords, RARELY_OVER } from '../../../shared/price-words.ts';
import { countText, dayText, plural, resetText, waitText } from '../../lib/format.ts';
import { glossary } from './glossary-strings.ts';

type Unit = 'record' | 'request' | 'page turn' | 'company';

const UNITS: Readonly<Record<Budget, Unit>> = {
  minute: 'request',
  day: 'request',
  'month-requests': 'request',
  'month-records': 'record',
  'companies-day': 'company',
  'page-turns': 'page turn',
  export: 'record',
  'test-key': 'request',
};
const NOTHING_LEFT: Readonly<Record<Budget, string>> = {
  minute: 'No requests left this minute',
  day: 'No requests left today',
  'month-requests': 'No requests left this month',
  'month-records': 'No records left this month',
  'companies-day': 'Daily company limit reached',
  'page-turns': 'No page turns left this month',
  export: 'Monthly export limit reached',
  'test-key': 'No test-key requests left this month',
};
const NOT_ENOUGH_LEFT: Readonly<Record<Budget, string>> = {
  minute: 'Not enough requests left this minute',
  day: 'Not enough requests left today',
  'month-requests': 'Not enough requests left this month',
  'month-records': 'Not enough records left this month',
  'companies-day': 'Over the daily company limit',
  'page-turns': 'Not enough page turns left this month',
  export: 'Over the monthly export limit',
  'test-key': 'Not enough test-key requests left this month',
};
const ALTERNATIVE_TEXT: Readonly<Record<Alternative, string>> = {
  'read-library': 'Everything in your library',
  'read-inbox': 'Signals you’ve received',
  'fetch-known-companies': 'Profiles and contacts of companies already fetched today',
  'fetch-companies': 'Profiles and contacts',
  'fetch-fewer-rows': 'The same search with fewer results',
  search: 'Searches',
  wait: 'The same request after the limit resets',
};

export const budgetName = (budget: Budget): string => BUDGET_NAMES[budget];
export const nothingLeftText = (budget: Budget): string => NOTHING_LEFT[budget];
export const notEnoughLeftText = (budget: Budget): string => NOT_ENOUGH_LEFT[budget];
export const alternativeName = (alternative: Alternative): string => ALTERNATIVE_TEXT[alternative];

/** Formats an amount with its unit: `3 companies`, `1 page turn`. */
export function amountWithUnit(value: number, budget: Budget): string {
  const unit = UNITS[budget];
  return unit === 'company' ? plural(value, 'company', 'companies') : plural(value, unit);
}

/**
 * Formats an amount with its certainty: `up to 25`, `about 6` or, if exact, `1`. Zero is shown without a
 * qualifier.
 */
export const amountWithCertainty = (value: number, certainty: Certainty): string =>
  `${value === 0 ? '' : HEDGE[certainty]}${countText(value)}`;

/**
 * Formats the cost in a line of a price table: `up to 25`, or `rarely over 10` if fewer records are expected.
 */
export const lineCostText = (
  { cost, certainty }: Pick<PriceLine, 'cost' | 'certainty'>,
  { expectedRecords }: Pick<Preview, 'expectedRecords'>,
): string =>
  certainty === 'about' && expectedRecords !== undefined && expectedRecords < cost
    ? `${RARELY_OVER}${countText(cost)}`
    : amountWithCertainty(cost, certainty);

/** Puts `up to` or `about` before a request's cost, as in `up to 25 records` or `about 10 records`. */
export const costOfEndpoint = (endpoint: string, cost: string): string =>
  `${HEDGE[isUnbounded(endpoint) ? 'about' : 'up-to']}${cost}`;

/**
 * Returns the price line whose reset time is shown: the line of the limiting budget. If the request does not
 * use that budget, returns the line of a budget that it does use.
 */
function mainLine(preview: Preview): PriceLine | undefined {
  const costly = preview.lines.filter((line) => line.cost > 0);
  return (
    costly.find((line) => line.binds) ??
    costly.find((line) => line.budget === preview.binding) ??
    costly.find((line) => line.budget === 'month-records') ??
    costly[0]
  );
}

/** Uses `priceWords` to format a price for a control; returns null for a free request. */
export const priceSentence = (
  price: Pick<Preview, 'cost' | 'certainty' | 'expectedRecords'>,
): string | null => priceWords(price, countText);

/** Like `priceSentence`, but also returns null for a price that is not known yet. */
export const priceOf = (preview: Preview | null | undefined): string | null =>
  preview ? priceSentence(preview) : null;

/** Returns the title of a price table, such as `Run search: up to 25 records`. */
export function priceTitle(label: string, preview: Preview): string {
  return `${label}: ${priceSentence(preview) ?? 'free'}`;
}

/** Returns the reset time of the limiting budget as a sentence: `Resets 1 Jun 02:00, 00:00 UTC.` */
export function priceReset(preview: Preview): string | null {
  const resetsAtMs = mainLine(preview)?.resetsAtMs ?? null;
  return resetsAtMs === null ? null : `Resets ${resetText(resetsAtMs)}.`;
}

/** Returns when the request can be sent; null if it need not wait. */
export const waitsUntilMs = (preview: Preview | null): number | null =>
  preview?.decision.kind === 'wait' ? preview.decision.untilMs : null;

/**
 * Explains why a request cannot be sent now: a short reason for the control, and a full sentence. Returns
 * null if the request can be sent.
 */
export function decisionText(
  decision: Decision,
  nowMs: number,
): { readonly short: string; readonly sentence: string } | null {
  switch (decision.kind) {
    case 'go':
      return null;
    case 'wait': {
      const wait = waitText(decision.untilMs, nowMs);
      const why = WAIT_TEXT[decision.why];
      return { short: `available in ${wait}`, sentence: `${why} in ${wait}.` };
    }
    case 'refuse': {
      if (decision.allowance !== null) return refusedByAllowance(decision, decision.allowance);
      const fewer =
        decision.affordableRows !== null && decision.affordableRows > 0
          ? ` You can still fetch ${plural(decision.affordableRows, 'result')}.`
          : '';
      const what = (fewer === '' ? NOTHING_LEFT : NOT_ENOUGH_LEFT)[decision.budget];
      return {
        short: what.charAt(0).toLowerCase() + what.slice(1),
        sentence: `${what}.${fewer} Resets ${resetText(decision.resetsAtMs)}.`,
      };
    }
    default:
      return assertNever(decision);
  }
}

const WAIT_TEXT = {
  minute: 'The service will accept the next request',
  reset: 'The limit resets',
  pace: 'Requests from plans and rules resume',
} as const;

const ALLOWANCE_TEXT: Readonly<Record<AllowanceScope, string>> = {
  all: 'for all requests',
  background: 'for plans and rules',
  'window-closing': 'for contacts before windows close',
  watchlist: 'for profiles and refreshes',
  'catch-up': 'for catch-ups and saved searches',
  'screen-today': 'for the Today screen',
  'screen-search': 'for the Search screen',
  'screen-library': 'for the Library screen',
  'screen-company': 'for company pages',
  'screen-signals': 'for the Signals screen',
};
export const allowanceName = (scope: AllowanceScope): string => ALLOWANCE_TEXT[scope];

function refusedByAllowance(
  { affordableRows, resetsAtMs }: Extract<Decision, { kind: 'refuse' }>,
  scope: AllowanceScope,
): { readonly short: string; readonly sentence: string } {
  const fewer =
    affordableRows === null || affordableRows === 0
      ? ''
      : ` You can still fetch ${plural(affordableRows, 'result')}.`;
  return {
    short: 'over your spending cap',
    sentence: `This request would exceed your spending cap ${allowanceName(scope)}.${fewer} The cap resets ${resetText(resetsAtMs)}. Change the cap in Quota → Spending caps.`,
  };
}

/**
 * Returns the basis of an amount: `published price` if the service documents it, otherwise `measured 3 May`.
 * An amount of 0 has the text `already counted today` if the company has already counted toward today's
 * budget; otherwise, the text is empty.
 */
export function priceBasisText(
  { budget, cost, learnedAtMs }: PriceLine,
  { isCompanyCounted }: Pick<Preview, 'isCompanyCounted'>,
): string {
  if (cost === 0) return budget === 'companies-day' && isCompanyCounted ? 'already counted today' : '';
  return learnedAtMs === null ? 'published price' : `measured ${dayText(learnedAtMs)}`;
}

/** What the other request that a price may include is for, and why it is sent. */
const ALSO_TEXT: Readonly<
  Record<NonNullable<Preview['also']>['endpoint'], { readonly purpose: string; readonly why: string }>
> = {
  filters: {
    purpose: 'to refresh the filter options, such as industries (at most once a week)',
    why: 'The filter options (industries, technologies, tags) are refreshed at most once a week.',
  },
};

/**
 * Splits a price that includes another request: `Up to 25 records for results, plus 1 to update the filter
 * options, such as industries (at most once a week)`. Returns null if the price is for results only.
 */
export function priceParts({ cost, also }: Pick<Preview, 'cost' | 'also'>): string | null {
  if (also === undefined || also.cost.records === 0) return null;
  const results = amountWithUnit(cost.records - also.cost.records, 'month-records');
  return `Up to ${results} for results, plus ${countText(also.cost.records)} ${ALSO_TEXT[also.endpoint].purpose}`;
}

/**
 * Returns sentences that explain a price: why it is an estimate, why it includes another request, and what
 * page turns are.
 */
export function priceExplanations({
  lines,
  also,
  certainty,
}: Pick<Preview, 'lines' | 'also' | 'certainty'>): string[] {
  return [
    ...(certainty === 'about' ? [glossary.price.estimate] : []),
    ...(also === undefined ? [] : [ALSO_TEXT[also.endpoint].why]),
    ...(lines.some(({ budget, cost }) => budget === 'page-turns' && cost > 0)
      ? [glossary.pageTurn.short]
      : []),
  ];
}

/**
 * Returns additional sentences about a price: which budgets the request would use faster than an even pace,
 * and whether there is a cheaper alternative.
 */
export function priceNotices({ lines, instead }: Preview): string[] {
  const over = lines
    .filter(({ overPace }) => overPace)
    .map(({ budget }) => BUDGET_NAMES[budget].toLowerCase());
  return [
    ...(over.length === 0
      ? []
      : [`This request would put you above an even pace for ${new Intl.ListFormat('en').format(over)}.`]),
    ...(instead === null ? [] : [alternativePriceText(instead)]),
  ];
}

/** Describes a cheaper alternative: `The profile includes this data for 1 record, 14 fewer than this request.` */
export const alternativePriceText = ({ cost, savesRecords }: CheaperAlternative): string =>
  `The profile includes this data for ${shortCostText(cost)}, ${countText(savesRecords)} fewer than this request.`;

const amountOf = (cost: Cost, budget: Budget): number => {
  switch (UNITS[budget]) {
    case 'record':
      return cost.records;
    case 'request':
      return cost.requests;
    case 'page turn':
      return cost.pageTurns;
    case 'company':
      return cost.companies;
  }
};

/**
 * Formats a cost as a single amount. This is the number of records or, if there are none, the number of
 * requests. Examples: `18 records`, `1 request`, `nothing`.
 */
export function shortCostText(cost: Cost): string {
  if (cost.records > 0) return amountWithUnit(cost.records, 'month-records');
  if (cost.requests > 0) return amountWithUnit(cost.requests, 'day');
  return 'nothing';
}

/** Formats a cost with all its units: `6 requests, 5 records, 1 page turn`. */
export const fullCostText = ({ requests, records, pageTurns, companies }: Cost): string =>
  [
    plural(requests, 'request'),
    ...(records > 0 ? [plural(records, 'record')] : []),
    ...(pageTurns > 0 ? [plural(pageTurns, 'page turn')] : []),
    ...(companies > 0 ? [plural(companies, 'company', 'companies')] : []),
  ].join(', ');

/**
 * Describes the cost of a request and the remaining budget: `18 records of up to 25. 1,388 left.` If the
 * price was an estimate, the text contains only the actual cost: `5 records. 1,388 left.`
 *
 * @param budgets the current budgets. If page turns run out first, the text shows the remaining records
 * instead, because only the price details explain page turns.
 */
export function receiptSentence(
  { cost, reserved, isEstimate, outcome, binding }: Receipt,
  budgets: readonly Pick<BudgetStatus, 'budget' | 'left' | 'atLeast'>[] = [],
): string {
  const budget: Budget = cost.records > 0 || reserved.records > 0 ? 'month-records' : 'day';
  const left = leftText(budget, binding, budgets);
  const most = amountOf(reserved, budget);
  switch (outcome) {
    case 'free':
      // No amount with a unit precedes the amount left, so it needs a unit of its own.
      return `No charge.${leftText(budget, binding, budgets, amountWithUnit)}`;
    case 'unknown':
      return `No response: ${HEDGE[isEstimate ? 'about' : 'up-to']}${amountWithUnit(most, budget)} counted as spent.${left}`;
    case 'spent': {
      const spent = amountOf(cost, budget);
      // For an estimate, `of up to` would be wrong, because the cost can exceed the estimate.
      const of = spent < most && !isEstimate ? ` of up to ${countText(most)}` : '';
      return `${amountWithUnit(spent, budget)}${of}.${left}`;
    }
    default:
      return assertNever(outcome);
  }
}

function leftText(
  budget: Budget,
  binding: Receipt['binding'],
  budgets: readonly Pick<BudgetStatus, 'budget' | 'left' | 'atLeast'>[],
  write: (count: number, budget: Budget) => string = countText,
): string {
  // Other devices may have used records too, so the text says `up to`, as the rail and the Quota screen do.
  const current = budgets.find((each) => each.budget === budget);
  const left = (count: number): string => {
    const amount = write(count, budget);
    return budget === 'month-records' && current?.atLeast ? ` Up to ${amount} left.` : ` ${amount} left.`;
  };
  if (UNITS[binding.budget] === UNITS[budget]) return left(binding.left);
  if (binding.budget !== 'page-turns') return ` ${budgetLeftText(binding)}.`;
  return current === undefined ? '' : left(current.left);
}

/** Describes how much of a budget is left: `Page turns this month: 87 left`. */
export const budgetLeftText = ({ budget, left }: Pick<BudgetStatus, 'budget' | 'left'>): string =>
  `${BUDGET_NAMES[budget]}: ${countText(left)} left`;
