import { assertNever } from '../../../shared/app-failure.ts';
import { totalCertainty } from '../../../shared/add-costs.ts';
import type { Certainty, Cost, QueueEntry } from '../../../shared/model/budget.ts';
import { PLAN_KINDS } from '../../../shared/model/planning/plan-kinds.ts';
import { isSkipped, SKIPPED_STEPS } from '../../../shared/model/planning/skipped-steps.ts';
import type {
  Gap,
  PlanItem,
  PlanKind,
  PlanProposal,
  PlanRunItem,
  PlanSkip,
  PlanSkipReason,
  PlanSkipWhy,
  PlanWhy,
  ProposedItem,
} from '../../../shared/model/plan.ts';
import { CLOSING_SOON_DAYS } from '../../../shared/model/closing-days.ts';
import { windowDaysLeft } from '../../../shared/window-days-left.ts';
import { dateMs, rangeText, type DateRange } from '../../lib/date-ranges.ts';
import { utcDate } from '../../../shared/search-date-ranges.ts';
import { ageText, capitalise, countText, dayText, plural } from '../../lib/format.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import { priceSentence } from '../../ui/text/price-text.ts';
import { requestStrings } from '../../ui/text/request-strings.ts';
import { ours as oursStrings } from '../lists/ours/strings.ts';
import { requestTimeText } from '../../ui/text/request-time-text.ts';
import { untilText } from '../lists/triage/snooze-times.ts';
import { dayPlan as strings, gapText } from './strings.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/** All requests of one kind, which the plan shows as one line. */
interface PlanGroup {
  readonly kind: PlanKind;
  readonly count: number;
  readonly about: string;
  /**
   * How many contacts match the buyer roles, such as `7 of 27 match`. If this number is unknown because
   * profiles are missing, a note that says so. Null if the group needs no note.
   */
  readonly note: string | null;
  readonly price: string;
}

interface SavingText {
  /** Shown beside the price; null if only the price's tooltip names the saving. */
  readonly text: string | null;
  readonly title: string;
}

const NAMED = 3;
const NAME_MAX = 60;

const subjectOf = ({ companyId, companyName, searchName }: PlanItem | PlanSkip): string => {
  if (companyId !== null) return safeName(companyName ?? companyId);
  return searchName === null ? '' : safeLine(searchName, NAME_MAX);
};
/** Describes a request, such as `Contacts for Halden Grid`. */
export const planRequestText = (item: PlanItem | PlanSkip): string => {
  const subject = subjectOf(item);
  return subject === '' ? strings.one[item.kind] : strings.of[item.kind](subject);
};

/**
 * Describes a cost, such as `up to 11 records`. If fewer records are expected than the cost allows, the text
 * is `about 7, at most 25 records`.
 */
export function costText(cost: Cost, certainty: Certainty, expected?: number): string {
  // An estimate has no maximum to show.
  if (certainty !== 'about' && expected !== undefined && expected < cost.records)
    return strings.expected(expected, plural(cost.records, 'record'));
  const hedge = certainty === 'exact' ? '' : certainty === 'about' ? 'about ' : 'up to ';
  return cost.records > 0 ? `${hedge}${plural(cost.records, 'record')}` : plural(cost.requests, 'request');
}
/**
 * Describes what a request saves: the records that separate requests would cost, or the number of matches
 * that are not fetched again. Null if it saves nothing.
 */
export function savingText({ cost, saves }: Pick<PlanItem, 'cost' | 'saves'>): SavingText | null {
  if (saves === null || saves.records === 0) return null;
  const texts = strings.saves;
  if (saves.how === 'kept-days') return { text: texts.keptDays(saves.records), title: texts.keptDaysTitle };
  return { text: null, title: texts.profileTitle(cost.records + saves.records) };
}
/** Describes how many contacts match: `2 of 9 match`, or `1 of 9 is a weak match` if all matches are weak. */
export function matchesText(
  matches: ProposedItem['matches'],
  texts: Pick<typeof strings.matches, 'strong' | 'weak'> = strings.matches,
): string | null {
  if (matches === undefined) return null;
  const { strong, weak, stored } = matches;
  return strong === 0 && weak > 0 ? texts.weak(weak, stored) : texts.strong(strong, stored);
}
export const spentText = (cost: Cost): string => plural(cost.records, 'record');

/** Identifies the proposed requests with their price; null if nothing with a price is proposed. */
export const proposalKey = (
  proposal: {
    readonly items: readonly Pick<PlanItem, 'key'>[];
    readonly preview: PlanProposal['preview'];
  } | null,
): string | null =>
  proposal === null || proposal.preview === null
    ? null
    : JSON.stringify([proposal.items.map(({ key }) => key), priceSentence(proposal.preview)]);

/** Groups requests by kind. Each group contains the names of the companies and the total price. */
export function planGroups(items: readonly ProposedItem[], nowMs: number): PlanGroup[] {
  return PLAN_KINDS.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind);
    const [first] = own;
    if (first === undefined) return [];
    const records = own.reduce((sum, { cost }) => sum + cost.records, 0);
    const expected = own.reduce((sum, { expected: some, cost }) => sum + (some ?? cost.records), 0);
    const certainty = totalCertainty(own);
    return [
      {
        kind,
        count: own.length,
        about: aboutOf(own, first, nowMs),
        note: noteOf(own),
        price: costText({ ...first.cost, records }, certainty, expected),
      },
    ];
  });
}

function noteOf(items: readonly ProposedItem[]): string | null {
  if (items.every(({ why }) => why.why === 'profile-first')) return strings.matches.shownByProfiles;
  return matchesText(allMatches(items));
}

/** Returns the total number of matches for all requests whose matches are known. */
const allMatches = (items: readonly ProposedItem[]): ProposedItem['matches'] =>
  items
    .flatMap(({ matches }) => matches ?? [])
    .reduce<ProposedItem['matches']>(
      (sum, { strong, weak, stored }) => ({
        strong: strong + (sum?.strong ?? 0),
        weak: weak + (sum?.weak ?? 0),
        stored: stored + (sum?.stored ?? 0),
      }),
      undefined,
    );

function aboutOf(own: readonly PlanItem[], first: PlanItem, nowMs: number): string {
  if (first.kind === 'catch-up') return planReasonText(first.why, nowMs);
  const names = [...new Set(own.map(subjectOf))];
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${shown} ${strings.more(names.length - NAMED)}` : shown;
}

/**
 * Requests with at least this value are described as `high`. This is the value of the contacts of a company
 * with a neutral fit on a list of normal importance (`score.ts`). A profile reaches `medium` only if the list
 * is important or the fit is good.
 */
const WORTH_HIGH = 20;
const WORTH_MEDIUM = 5;

/**
 * Describes the value of a request in words. If the request is for a contact window that does not close soon,
 * its value is at most medium, because it is not urgent.
 */
export function worthText({ value, why }: Pick<PlanItem, 'value' | 'why'>, nowMs: number): string {
  const { worths } = strings.dialog;
  if (value >= WORTH_HIGH && !isWindowFar(why, nowMs)) return worths.high;
  return value >= WORTH_MEDIUM ? worths.medium : worths.low;
}

const isWindowFar = (why: PlanWhy, nowMs: number): boolean =>
  why.why === 'window' && windowDaysLeft(why.closesAtMs, nowMs) > CLOSING_SOON_DAYS;

export function planReasonText(why: PlanWhy, nowMs: number): string {
  const texts = strings.why;
  switch (why.why) {
    case 'window':
      return (isWindowFar(why, nowMs) ? texts.listedWindow : texts.window)(
        Math.max(1, windowDaysLeft(why.closesAtMs, nowMs)),
      );
    case 'revealed':
      return texts.revealed;
    case 'gap':
      return why.fetched === undefined
        ? texts.gap(dayText(why.sinceMs))
        : texts.gapRest(dayText(why.sinceMs), why.fetched);
    case 'missing-days':
      return texts.missingDays(why.days);
    case 'fit':
      return texts.fit(why.fit);
    case 'listed':
      return texts.listed;
    case 'profile-first':
      return texts.profileFirst;
    case 'old':
      return texts.old(ageText(why.fetchedAtMs, nowMs));
    case 'more-matches':
      return texts.moreMatches(why.days);
    case 'more-rounds':
      return texts.moreRounds(why.rounds);
    case 'daily-reading':
      return texts.dailyReading;
    default:
      return assertNever(why);
  }
}

export interface SkipGroup {
  readonly why: PlanSkipReason;
  /** Total number of requests that were skipped for this reason. */
  readonly count: number;
  /** Examples of these requests. */
  readonly skips: readonly PlanSkip[];
}

export const skipGroups = ({
  skips,
  skipReasons,
}: Pick<PlanProposal, 'skips' | 'skipReasons'>): SkipGroup[] =>
  skipReasons.map(({ why, count }) => ({ why, count, skips: skips.filter((skip) => skip.why.why === why) }));

/** Describes the skipped requests in one line: `4 below your minimum fit · 2 snoozed`. */
export const skipLine = (reasons: PlanProposal['skipReasons']): string =>
  reasons.map(({ why, count }) => `${countText(count)} ${strings.skip[why]}`).join(' · ');

/** Returns the title of a group of skipped requests, such as `Below your minimum fit`. */
export const skipTitle = (why: PlanSkipReason): string =>
  strings.skipTitles[why] ?? capitalise(strings.skip[why]);

/** Returns details about a skipped request that are not in the title of its group; null if there are none. */
export function skipDetail(why: PlanSkipWhy, nowMs: number): string | null {
  const texts = strings.skipDetail;
  switch (why.why) {
    case 'fresh':
      return texts.fresh(strings.why.old(ageText(why.fetchedAtMs, nowMs)));
    case 'below-fit':
      return texts.belowFit(why.fit, why.floor);
    case 'later':
      return why.untilMs === null ? null : texts.laterUntil(dayText(why.untilMs));
    case 'too-large':
      return texts.tooLarge(why.share);
    case 'snoozed':
      return texts.snoozed(untilText(why.untilMs, nowMs));
    case 'people-locked':
      return why.hidesMatches === true ? texts.matchesHidden : null;
    case 'no-match':
      return why.stored === 0 ? texts.noTitles : texts.noMatch(why.stored, why.unknown);
    case 'ours':
      return oursStrings.kind[why.kind];
    case 'closed':
    case 'none':
    case 'kept':
    case 'by-webhook':
    case 'in-catch-up':
    case 'no-room':
    case 'not-worth':
    case 'done':
      return null;
  }
}

/**
 * Describes the state of a request in a run. If the request is under way but still waits in the queue, for
 * example for the per-minute limit, the text is the same as in the status bar.
 */
export function stepText(item: PlanRunItem, queue: readonly QueueEntry[], nowMs: number): string {
  const inQueue = item.step === 'under-way' ? queue.find((entry) => isRequestOf(entry, item)) : undefined;
  if (inQueue !== undefined) return requestTimeText(inQueue, nowMs);
  const spent = item.spent === null || item.spent.records === 0 ? '' : `, ${spentText(item.spent)}`;
  const news = item.news === null || item.news === 0 ? '' : `, ${strings.run.news(item.news)}`;
  const step = item.step === 'under-way' ? requestStrings.times.running : strings.steps[item.step];
  return `${step}${spent}${news}`;
}

/** Counts the skipped requests of a run by reason; null if none was skipped. */
export function skippedText(items: readonly Pick<PlanRunItem, 'step'>[]): string | null {
  const skipped = items.filter(isSkipped);
  if (skipped.length === 0) return null;
  const reasons = SKIPPED_STEPS.map((reason) => ({
    reason,
    count: items.filter(({ step }) => step === reason).length,
  }));
  return strings.skippedSince.line(
    skipped.length,
    reasons.flatMap(({ reason, count }) => (count === 0 ? [] : [strings.skippedSince[reason](count)])),
  );
}

const isRequestOf = ({ screen, lane, companyId }: QueueEntry, item: PlanRunItem): boolean =>
  screen === 'today' && lane === item.lane && companyId === item.companyId;

const RANGES_SHOWN = 3;

/**
 * Describes a catch-up: the first and the last day of each requested range, the service's number of rounds, the
 * number of requests, and the days left for the next catch-up. Days that are already stored are not part of a range.
 */
export function catchUpText(gap: Gap, nowMs: number): string {
  const { beyondReach, laterDays, stretches, total } = gap;
  return [
    rangesText(gap, nowMs),
    !beyondReach && total !== null ? gapText.matches(total) : '',
    gapText.requests(stretches.length),
    laterDays > 0 ? gapText.later(laterDays) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function rangesText({ sinceMs, days, wide, stretches }: Gap, nowMs: number): string {
  const ranges = joinedRanges(stretches);
  const [first] = ranges;
  const last = ranges.at(-1);
  if (first === undefined || last === undefined) return '';
  const shown =
    ranges.length > RANGES_SHOWN
      ? gapText.daysWithin(days, rangeText({ start: first.start, end: last.end }, nowMs))
      : gapText.dated(new Intl.ListFormat('en').format(ranges.map((range) => rangeText(range, nowMs))));
  const earlyDays = Math.round((dateMs(utcDate(sinceMs)) - dateMs(first.start)) / DAY_MS);
  return `${gapText.what(shown, wide)}${gapText.overlap(Math.max(0, earlyDays))}.`;
}

/** Returns the ranges of days that the requests cover, oldest first. Adjacent ranges are joined. */
function joinedRanges(stretches: Gap['stretches']): DateRange[] {
  const ranges = stretches
    .map(({ question: { query } }) => ({ start: query.fundingDateStart, end: query.fundingDateEnd }))
    .toSorted((a, b) => a.start.localeCompare(b.start));
  const joined: DateRange[] = [];
  for (const range of ranges) {
    const before = joined.at(-1);
    if (before !== undefined && dateMs(range.start) <= dateMs(before.end) + DAY_MS)
      joined[joined.length - 1] = { ...before, end: before.end > range.end ? before.end : range.end };
    else joined.push(range);
  }
  return joined;
}
