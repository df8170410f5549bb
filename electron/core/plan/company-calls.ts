import type { CompanyRow } from '../../../shared/model/company.ts';
import type {
  ListRule,
  PlanKind,
  PlanRules,
  PlanSkip,
  PlanSkipWhy,
  PlanWhy,
  PlanWeight,
} from '../../../shared/model/plan.ts';
import { describeCall } from '../api/endpoints.ts';
import type { PlanFacts } from '../db/queries/plan-facts.ts';
import { clipOrNull } from '../library/fold.ts';
import { windowOf } from '../library/rows.ts';
import type { Due } from '../watch/due.ts';
import type { Candidate } from './decide.ts';
import { DAYS_AHEAD } from './outlook.ts';
import { ruleOf } from './rules.ts';
import {
  aboutCompany,
  priceOf,
  skipOf,
  type PlanCall,
  type PlannedCall,
  type PlanParts,
} from './subjects.ts';
import { companyWorth, contactsWorth, profileWorth, revealedWorth } from './worth.ts';

/** Prefetched contacts are there so long before the window's estimated end, whose exact hour nobody states [§4.6]. */
export const EARLY_MS = 48 * 3_600_000;
const DAY_MS = 86_400_000;
/** A window that closed longer ago is not spoken of. */
const CLOSED_LATELY_MS = 7 * DAY_MS;
/** What the service said it does not have is not asked for by itself again for so long. */
const PROBE_EVERY_MS = DAY_MS;

/** A company as the plan looks at it. */
export interface Followed {
  readonly facts: PlanFacts;
  /** The rules of the lists it is on; none where it only came up. */
  readonly rules: readonly ListRule[];
  readonly fit: number | null;
}

export type Found = { readonly call: PlanCall } | { readonly skip: PlanSkip } | null;

export const rulesOf = (rules: PlanRules, listIds: readonly number[]): ListRule[] =>
  listIds.map((listId) => ruleOf(rules, listId));

const weightOf = (rules: readonly ListRule[]): PlanWeight | null =>
  rules.reduce<PlanWeight | null>(
    (most, { weight }) => (most === null || weight > most ? weight : most),
    null,
  );

const worthOf = ({ rules, fit }: Followed): number => companyWorth(weightOf(rules), fit);
const nameOf = ({ name }: PlanFacts): string | null => clipOrNull(name, 500);

/** E-mails of a followed company: while its window is open, or once a day in case it was revealed since. Pure but for prices. */
export function contactsCall(parts: PlanParts, followed: Followed, nowMs: number): Found {
  const { facts, rules } = followed;
  const { companyId, contacts } = facts;
  const key = `contacts/${companyId}`;
  const skip = (why: PlanSkipWhy): Found => ({
    skip: skipOf(key, 'contacts', aboutCompany(companyId, nameOf(facts)), why),
  });
  if (facts.isGone) return null;
  const window = windowOf(facts.announcedOn, contacts, nowMs);
  const fetchedAtMs = fetchedSinceRaise(facts);
  if (fetchedAtMs !== null) return skip({ why: 'fresh', fetchedAtMs });
  const none = toldNone(facts);
  if (none !== null) return skip({ why: 'none', toldAtMs: none });
  if (window.state === 'unknown') return null;
  if (!parts.keepsPeople()) return skip({ why: 'people-locked' });
  if (window.state === 'closed')
    return revealedCall(parts, followed, key, nowMs) ?? closedLately(window, nowMs, skip);
  const { closesAtMs } = window;
  const early = closesAtMs === null ? null : closesAtMs - EARLY_MS;
  return {
    call: {
      ...callOf(parts, followed, { key, kind: 'contacts', lane: 'window-closing' }),
      value: contactsWorth(worthOf(followed)),
      why: closesAtMs === null ? { why: 'listed' } : { why: 'window', closesAtMs },
      // Once it is late it is not too late yet: the end is only estimated, and asking in vain is free [§7].
      untilMs: early !== null && early < nowMs ? closesAtMs : early,
      byRule: rules.some(({ prefetch }) => prefetch) && (early === null || early >= nowMs),
    },
  };
}

/** What came on lists in so many days is likely to come again in as many, and as often as those fit into the days ahead. */
const LOOK_BACK_DAYS = 15;

/** A followed company that raised lately, as one that is likely to raise: what its contacts cost and are worth. */
export function expectedContacts({ hints }: PlanParts, followed: Followed, nowMs: number): Candidate[] {
  const { companyId, announcedOn, isGone } = followed.facts;
  const raisedMs = announcedOn === null ? Number.NaN : Date.parse(`${announcedOn}T00:00:00Z`);
  const isLate = Number.isNaN(raisedMs) || nowMs - raisedMs > LOOK_BACK_DAYS * DAY_MS;
  if (isLate || isGone || followed.rules.length === 0) return [];
  const { worst } = describeCall({ endpoint: 'contacts', companyId }, hints);
  return Array.from({ length: Math.floor((DAYS_AHEAD - 1) / LOOK_BACK_DAYS) }, (_, time) => ({
    ...{ key: `expected/${companyId}/${time}`, lane: 'window-closing', cost: worst },
    ...{ value: contactsWorth(worthOf(followed)), lastDay: DAYS_AHEAD - 1 },
  }));
}

/** When its contacts were fetched, unless it raised again since. */
function fetchedSinceRaise({ contacts, announcedOn }: PlanFacts): number | null {
  const atMs = contacts?.fetchedAtMs ?? null;
  if (atMs === null || contacts?.state === 'closed') return atMs;
  const raisedMs = announcedOn === null ? null : Date.parse(`${announcedOn}T00:00:00Z`);
  return raisedMs !== null && raisedMs > atMs ? null : atMs;
}

function toldNone({ contacts, totalContacts, profileAtMs }: PlanFacts): number | null {
  if (contacts?.state === 'told-none') return contacts.observedAtMs;
  return totalContacts === 0 && profileAtMs !== null ? profileAtMs : null;
}

function closedLately(
  { closesAtMs }: CompanyRow['window'],
  nowMs: number,
  skip: (why: PlanSkipWhy) => Found,
): Found {
  const isLately = closesAtMs !== null && nowMs - closesAtMs < CLOSED_LATELY_MS;
  return isLately ? skip({ why: 'closed' }) : null;
}

/** Only the service knows what the seller revealed in the dashboard: it is asked, at most once a day, by rule [§4.6]. */
function revealedCall(parts: PlanParts, followed: Followed, key: string, nowMs: number): Found {
  const { facts, rules } = followed;
  const { contacts } = facts;
  if (!rules.some(({ reveals }) => reveals)) return null;
  const closedAtMs = contacts?.state === 'closed' ? contacts.observedAtMs : null;
  if (closedAtMs !== null && nowMs - closedAtMs < PROBE_EVERY_MS) return null;
  return {
    call: {
      ...callOf(parts, followed, { key, kind: 'contacts', lane: 'watchlist' }),
      value: revealedWorth(worthOf(followed)),
      why: { why: 'revealed', closedAtMs: closedAtMs ?? nowMs },
      untilMs: null,
      byRule: true,
    },
  };
}

/** The profile of a company on a list, or of one that came up and fits: one call that fills several panels [§4.3]. */
export function profileCall(parts: PlanParts, followed: Followed, floor: number): Found {
  const { facts, rules, fit } = followed;
  const { companyId, profileAtMs, webhookAtMs } = facts;
  if (facts.isGone || profileAtMs !== null) return null;
  const key = `profile/${companyId}`;
  const about = aboutCompany(companyId, nameOf(facts));
  const skip = (why: PlanSkipWhy): Found => ({ skip: skipOf(key, 'profile', about, why) });
  if (webhookAtMs !== null) return skip({ why: 'by-webhook' });
  const isListed = rules.length > 0;
  if (!isListed && fit === null) return null;
  if (!isListed && fit !== null && fit < floor) return skip({ why: 'below-fit', fit, floor });
  const why: PlanWhy = isListed || fit === null ? { why: 'listed' } : { why: 'fit', fit };
  const call = callOf(parts, followed, { key, kind: 'profile', lane: 'watchlist' });
  return {
    call: {
      ...{ ...call, why },
      value: profileWorth(worthOf(followed)),
      saves: threePanels(parts, companyId, call.cost.records),
      ...{ untilMs: null, byRule: false },
    },
  };
}

/** What the profile tells of technologies, rounds and highlights would cost a call each. */
function threePanels({ hints }: PlanParts, companyId: string, records: number): PlanCall['saves'] {
  const calls = (['tech-stack', 'rounds', 'highlights'] as const).map((endpoint) =>
    describeCall({ endpoint, companyId }, hints),
  );
  const total = calls.reduce((sum, { worst }) => sum + worst.records, 0);
  return { how: 'profile', requests: calls.length - 1, records: Math.max(0, total - records) };
}

/** A watched company that is to be looked at again, as its list allows. */
export function refreshCall(parts: PlanParts, due: Due): Found {
  const { companyId, companyName, fetchedAtMs, value, allowed } = due;
  const key = `refresh/${companyId}`;
  const about = aboutCompany(companyId, companyName);
  if (!allowed) return { skip: skipOf(key, 'refresh', about, { why: 'no-room' }) };
  const call = callAbout(parts, about, { key, kind: 'refresh', lane: 'watchlist' });
  return {
    call: {
      ...{ ...call, value },
      why: fetchedAtMs === null ? { why: 'listed' } : { why: 'old', fetchedAtMs },
      saves: threePanels(parts, companyId, call.cost.records),
      ...{ untilMs: null, byRule: false },
    },
  };
}

type Made = Omit<PlanCall, 'value' | 'why' | 'untilMs' | 'byRule'>;

interface CallHead {
  readonly key: string;
  readonly kind: PlanKind;
  readonly lane: PlanCall['lane'];
}
const callOf = (parts: PlanParts, { facts }: Followed, head: CallHead): Made =>
  callAbout(parts, aboutCompany(facts.companyId, nameOf(facts)), head);

function callAbout(
  { hints, governor }: PlanParts,
  about: ReturnType<typeof aboutCompany> & { readonly companyId: string },
  { key, kind, lane }: CallHead,
): Made {
  const { companyId } = about;
  const priced: PlannedCall =
    kind === 'contacts' ? { endpoint: 'contacts', companyId } : { endpoint: 'company', companyId };
  const governed = describeCall(priced, hints);
  return {
    ...{ key, kind, lane, priced, governed },
    ...about,
    ...priceOf({ governor }, governed),
    saves: null,
  };
}
