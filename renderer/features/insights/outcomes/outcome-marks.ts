import { OUTCOME_STEPS, type OutcomeStep } from '../../../../shared/model/outcomes/outcome-values.ts';
import type {
  OutcomeFunnel,
  OutcomeGrouping,
  OutcomeQuestion,
  OutcomeRole,
  Outcomes,
} from '../../../../shared/model/outcomes/outcomes.ts';
import { FIT_RANGES } from '../../../../shared/model/library-values.ts';
import { NO_FILTERS } from '../../../lib/no-filters.ts';
import type { LibraryFilters } from '../../../../shared/model/library.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { rangeText } from '../../../lib/date-ranges.ts';
import { calendarLongText, percentText, plural } from '../../../lib/format.ts';
import { roleStrings } from '../../../ui/text/role-strings.ts';
import { nameOfCountry } from '../marks.ts';
import { outcomes as strings } from './strings.ts';

/*
 * Converts figures of Outcomes to the marks of the funnel and the rows of the tables. Also converts marks and
 * rows to the library's filters. Pure.
 */

type Group = Outcomes['groups'][number];

/** Formats the dates and the number of records: `28 Feb – 27 May · 3,364 records`. */
export function periodLine({ from, to, total }: Outcomes, nowMs: number): string {
  const period = from === null ? strings.ever : rangeText({ start: from, end: to }, nowMs);
  return `${period} · ${plural(total.records, 'record')}`;
}

export const funnelSteps = ({ total, stepDays }: Outcomes) =>
  OUTCOME_STEPS.map((key, at) => ({
    key,
    name: strings.steps[key],
    count: total.counts[at] ?? 0,
    detail: at === 0 ? null : daysText(stepDays[at] ?? null),
    opens: (total.counts[at] ?? 0) > 0,
  }));

const FIRST_LOGGED = OUTCOME_STEPS.indexOf('contacted');
/** Returns whether any company was contacted or reached a later step. */
export const hasOutcomes = ({ total }: Pick<Outcomes, 'total'>): boolean =>
  total.counts.slice(FIRST_LOGGED).some((count) => count > 0);

/** Returns the last step that at least one of the companies has reached; null if there are no companies. */
export const furthestStep = ({ total }: Pick<Outcomes, 'total'>): OutcomeStep | null =>
  OUTCOME_STEPS.findLast((_, at) => (total.counts[at] ?? 0) > 0) ?? null;

const DAYS = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
/** Formats a median with at most one decimal place; `–` if there are too few cases. */
export const daysText = (days: number | null): string =>
  days === null ? strings.tooFewSign : DAYS.format(days);

export const shareOrNothing = (share: number | null): string =>
  share === null ? '' : percentText(share * 100);

/**
 * Formats the share that belongs to a count. Returns an empty string if the count is 0, because the share
 * would add nothing.
 */
export const shareOfCount = (count: number, share: number | null): string =>
  count === 0 ? '' : shareOrNothing(share);

export const rateText = (rate: number): string => rate.toFixed(1);

/**
 * Formats the median number of days from the round to the first message and from that message to the reply,
 * such as `4 → 6`.
 */
export const daysLine = ({ daysToContact, daysToReply }: OutcomeFunnel): string =>
  daysToContact === null && daysToReply === null
    ? strings.tooFewSign
    : `${daysText(daysToContact)} → ${daysText(daysToReply)}`;

const isFitRange = (key: string): key is (typeof FIT_RANGES)[number] =>
  FIT_RANGES.some((range) => range === key);

export function groupName(by: OutcomeGrouping, { key, label }: Group): string {
  switch (by) {
    case 'search':
      return label ?? (key === 'webhook' ? strings.webhook : strings.otherwise);
    case 'list':
      return label ?? strings.list;
    case 'stage':
      return label ?? strings.noStage;
    case 'country':
      return label === null ? strings.noCountry : nameOfCountry(label);
    case 'fit':
      return key !== null && isFitRange(key) ? strings.fits[key] : strings.fits.none;
  }
}

export function roleTitle(role: OutcomeRole): string {
  if (role.kind === 'other') return strings.roles.other;
  if (role.kind === 'keyword') return strings.roles.keyword(role.keyword);
  const seniorities = role.seniorities.map((each) => roleStrings.seniorities[each]);
  const department = roleStrings.departments[role.department];
  return seniorities.length === 0 ? department : strings.roles.withSeniority(department, seniorities);
}

/** Selects the companies that have reached a step. */
export const ofStep = (
  { from }: Pick<Outcomes, 'from'>,
  { listId }: Pick<OutcomeQuestion, 'listId'>,
  step: OutcomeStep,
): LibraryFilters => ({
  ...NO_FILTERS,
  lists: listId === null ? [] : [listId],
  outcome: { step, from, source: null },
});

/**
 * Returns the library filters for the companies in a group that have reached a step. Returns null if no
 * filters can select them.
 */
export function ofGroup(
  figures: Pick<Outcomes, 'from'>,
  question: OutcomeQuestion,
  key: string | null,
  step: OutcomeStep,
): LibraryFilters | null {
  const all = ofStep(figures, question, step);
  if (key === null) return null;
  switch (question.by) {
    case 'search':
      return { ...all, outcome: { step, from: figures.from, source: key } };
    case 'list':
      // If several lists are selected, the library shows the companies that are on any of them. It cannot
      // show only the companies that are on two lists at once.
      return question.listId === null || question.listId === key ? { ...all, lists: [key] } : null;
    case 'stage':
      return { ...all, stages: [key] };
    case 'country':
      return { ...all, countries: [key] };
    case 'fit':
      return isFitRange(key) ? { ...all, fits: [key] } : null;
  }
}

/**
 * If some of the companies were found before the app began to record which companies are opened, returns a
 * note about this. Otherwise, returns null.
 */
export function openedNote({ isOpenedPartial, openedSinceMs }: Outcomes): string | null {
  if (!isOpenedPartial) return null;
  if (openedSinceMs === null) return strings.openedNever;
  return strings.openedSince(calendarLongText(localDate(openedSinceMs)) ?? '');
}
