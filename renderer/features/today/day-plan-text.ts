import { assertNever } from '../../../shared/app-failure.ts';
import type { Certainty, Cost } from '../../../shared/model/budget.ts';
import { PLAN_KINDS } from '../../../shared/model/plan-kinds.ts';
import type {
  PlanItem,
  PlanKind,
  PlanRunItem,
  PlanSkip,
  PlanSkipWhy,
  PlanWhy,
} from '../../../shared/model/plan.ts';
import { ageText, countText, DAY, dayText, plural } from '../../lib/format.ts';
import { safeLine, safeName } from '../../lib/safe-text.ts';
import { dayPlan as strings } from './strings.ts';

/** The requests of one kind. The plan shows each group as one line. */
export interface PlanGroup {
  readonly kind: PlanKind;
  readonly count: number;
  readonly about: string;
  readonly price: string;
}

const NAMED = 3;
const NAME_MAX = 60;

export const subjectOf = ({ companyId, companyName, searchName }: PlanItem | PlanSkip): string => {
  if (companyId !== null) return safeName(companyName ?? companyId);
  return searchName === null ? '' : safeLine(searchName, NAME_MAX);
};
/** Describes a request, such as `Contacts, Halden Grid`. */
export const planRequestText = (item: PlanItem | PlanSkip): string => {
  const subject = subjectOf(item);
  return subject === '' ? strings.one[item.kind] : `${strings.one[item.kind]}, ${subject}`;
};

/** Describes a cost, such as `up to 11 records`. */
export function costText(cost: Cost, certainty: Certainty): string {
  const hedge = certainty === 'exact' ? '' : certainty === 'about' ? 'about ' : 'up to ';
  return cost.records > 0 ? `${hedge}${plural(cost.records, 'record')}` : plural(cost.requests, 'request');
}
export const spentText = (cost: Cost): string => plural(cost.records, 'record');

/** Groups requests by kind. Each group contains the names of the companies and the total price. */
export function planGroups(items: readonly PlanItem[], nowMs: number): PlanGroup[] {
  return PLAN_KINDS.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind);
    const [first] = own;
    if (first === undefined) return [];
    const records = own.reduce((sum, { cost }) => sum + cost.records, 0);
    const certainty = own.every((item) => item.certainty === 'exact') ? 'exact' : 'up-to';
    return [
      {
        kind,
        count: own.length,
        about: aboutOf(own, first, nowMs),
        price: costText({ ...first.cost, records }, certainty),
      },
    ];
  });
}

function aboutOf(own: readonly PlanItem[], first: PlanItem, nowMs: number): string {
  if (first.kind === 'catch-up') return planReasonText(first.why, nowMs);
  const names = [...new Set(own.map(subjectOf))];
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${shown} ${strings.more(names.length - NAMED)}` : shown;
}

/** Returns the reason why a request is proposed. */
export function planReasonText(why: PlanWhy, nowMs: number): string {
  switch (why.why) {
    case 'window':
      return `closes in about ${plural(Math.max(1, Math.ceil((why.closesAtMs - nowMs) / DAY)), 'day')}`;
    case 'revealed':
      return 'may have been revealed since; free if not';
    case 'gap':
      return `rounds may be missing since ${dayText(why.sinceMs)}`;
    case 'missing-days':
      return `${plural(why.days, 'day')} that nothing kept answers`;
    case 'fit':
      return `fit ${countText(why.fit)}`;
    case 'listed':
      return 'on your lists';
    case 'old':
      return `${ageText(why.fetchedAtMs, nowMs)} old`;
    case 'daily-reading':
      return 'once a day, as you allowed';
    default:
      return assertNever(why);
  }
}

/** Returns the reason why a request is not part of the plan. */
export function skipText(why: PlanSkipWhy, nowMs: number): string {
  switch (why.why) {
    case 'fresh': {
      const age = ageText(why.fetchedAtMs, nowMs);
      return `fetched ${age}${age === 'just now' ? '' : ' ago'}`;
    }
    case 'by-webhook':
      return 'came free by webhook';
    case 'below-fit':
      return `fit ${countText(why.fit)}, under your ${countText(why.floor)}`;
    case 'closed':
      return 'window closed';
    case 'later':
      return why.untilMs === null ? 'can wait' : `can wait until ${dayText(why.untilMs)}`;
    case 'not-worth':
      return 'today’s records do more elsewhere';
    case 'too-large':
      return `more than a day’s share of ${plural(why.share, 'record')}`;
    case 'no-room':
      return 'nothing left for it today';
    case 'people-locked':
      return 'people are locked';
    case 'kept':
      return 'answered already';
    case 'none':
      return 'the service has none';
    default:
      return assertNever(why);
  }
}

/**
 * Lists requests that are not part of the plan, with the reasons: `Profile, Lumenfold: fetched 2 d ago · …`
 */
export const skipLine = (skips: readonly PlanSkip[], nowMs: number): string =>
  skips
    .slice(0, NAMED)
    .map((skip) => `${planRequestText(skip)}: ${skipText(skip.why, nowMs)}`)
    .join(' · ');

/** Describes the state of a request in a run. */
export function stepText(item: PlanRunItem): string {
  const spent = item.spent === null || item.spent.records === 0 ? '' : `, ${spentText(item.spent)}`;
  const news = item.news === null || item.news === 0 ? '' : `, ${strings.run.news(item.news)}`;
  return `${strings.steps[item.step]}${spent}${news}`;
}

export const isStepFinished = ({ step }: PlanRunItem): boolean => step !== 'waiting' && step !== 'under-way';
