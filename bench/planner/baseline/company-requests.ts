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
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import type { PlanFacts } from '../../../electron/core/database/queries/cache/plan-facts.ts';
import { clipOrNull } from '../../../electron/core/foundation/clip-text.ts';
import { windowOf } from '../../../electron/core/database/queries/cache/contact-window.ts';
import { savedByProfile } from '../../../electron/core/quota/cheaper-requests.ts';
import type { Due } from '../../../electron/core/watch/due-refreshes.ts';
import type { Candidate } from './decide-plan.ts';
import { DAYS_AHEAD } from './available-budget.ts';
import { ruleOf } from './plan-rules.ts';
import { aboutCompany, priceOf, skipOf, type PlanCall, type PlanParts } from './plan-inputs.ts';
import type { PlannedCall } from './planned-call.ts';
import { companyValue, contactsValue, profileValue, revealedValue } from './score.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';

/**
 * The plan tries to fetch contacts at least this long before the estimated end of the contact window, in ms.
 * The margin is needed because the service doesn't publish the exact hour (spec §4.6).
 */
const EARLY_MS = 48 * HOUR_MS;
/** The time, in ms, for which the plan still lists a company whose contact window has closed. */
const RECENTLY_CLOSED_MS = 7 * DAY_MS;
/**
 * Minimum time, in ms, between a 404 for contacts whose window has closed and the next check for revealed
 * contacts.
 */
const PROBE_EVERY_MS = DAY_MS;

export interface ListedCompanyFacts {
  readonly facts: PlanFacts;
  /** The rules of the lists that contain the company; empty for a company that is only in a saved search. */
  readonly rules: readonly ListRule[];
  readonly fit: number | null;
}

export type RequestOrSkip = { readonly call: PlanCall } | { readonly skip: PlanSkip } | null;

export const rulesOf = (rules: PlanRules, listIds: readonly number[]): ListRule[] =>
  listIds.map((listId) => ruleOf(rules, listId));

const weightOf = (rules: readonly ListRule[]): PlanWeight | null =>
  rules.reduce<PlanWeight | null>(
    (most, { weight }) => (most === null || weight > most ? weight : most),
    null,
  );

const worthOf = ({ rules, fit }: ListedCompanyFacts): number => companyValue(weightOf(rules), fit);
const nameOf = ({ name }: PlanFacts): string | null => clipOrNull(name, 500);

/**
 * Proposes a request for a company's contacts while the contact window is open. After that, proposes at most
 * one check a day for contacts that the user revealed in the dashboard, if the rule of one of the company's
 * lists includes this check.
 */
export function contactsCall(parts: PlanParts, followed: ListedCompanyFacts, nowMs: number): RequestOrSkip {
  const { facts, rules } = followed;
  const { companyId, contacts } = facts;
  const key = `contacts/${companyId}`;
  const skip = (why: PlanSkipWhy): RequestOrSkip => ({
    skip: skipOf(key, 'contacts', aboutCompany(companyId, nameOf(facts)), why),
  });
  if (facts.isRemoved || facts.isTestOnly) return null;
  const window = windowOf(facts.announcedOn, contacts, nowMs);
  const fetchedAtMs = fetchedSinceRaise(facts);
  if (fetchedAtMs !== null) return skip({ why: 'fresh', fetchedAtMs });
  const none = emptySinceMs(facts);
  if (none !== null) return skip({ why: 'none', toldAtMs: none });
  if (window.state === 'unknown') return null;
  if (!parts.canStoreContacts()) return skip({ why: 'people-locked' });
  if (window.state === 'closed')
    return revealedCall(parts, followed, key, nowMs) ?? closedRecently(window, nowMs, skip);
  const { closesAtMs } = window;
  const early = closesAtMs === null ? null : closesAtMs - EARLY_MS;
  return {
    call: {
      ...callOf(parts, followed, { key, kind: 'contacts', lane: 'window-closing' }),
      value: contactsValue(worthOf(followed)),
      why: closesAtMs === null ? { why: 'listed' } : { why: 'window', closesAtMs },
      // Until `early` has passed, `early` is the deadline. After that, the deadline is the estimated end of
      // the contact window, because a request that is sent after the window has closed costs nothing (spec
      // §7).
      untilMs: early !== null && early < nowMs ? closesAtMs : early,
      byRule: rules.some(({ prefetch }) => prefetch) && (early === null || early >= nowMs),
    },
  };
}

/** Number of past days whose rounds are used to predict rounds on the coming days. */
const LOOKBACK_DAYS = 15;

/**
 * Returns placeholders for the contact requests that future rounds will cause. Each listed company with a
 * recent round is assumed to raise again every `LOOKBACK_DAYS` days.
 */
export function expectedContacts(
  { hints }: PlanParts,
  followed: ListedCompanyFacts,
  nowMs: number,
): Candidate[] {
  const { companyId, announcedOn, isRemoved, isTestOnly } = followed.facts;
  const raisedMs = announcedOn === null ? Number.NaN : Date.parse(`${announcedOn}T00:00:00Z`);
  const isLate = Number.isNaN(raisedMs) || nowMs - raisedMs > LOOKBACK_DAYS * DAY_MS;
  if (isLate || isRemoved || isTestOnly || followed.rules.length === 0) return [];
  const { worst } = describeCall({ endpoint: 'contacts', companyId }, hints);
  return Array.from({ length: Math.floor((DAYS_AHEAD - 1) / LOOKBACK_DAYS) }, (_, time) => ({
    key: `expected/${companyId}/${time}`,
    lane: 'window-closing',
    cost: worst,
    value: contactsValue(worthOf(followed)),
    lastDay: DAYS_AHEAD - 1,
  }));
}

/**
 * Returns the time at which the company's contacts were fetched. Returns null if they never were, or if a
 * newer round has since reopened the contact window.
 */
function fetchedSinceRaise({ contacts, announcedOn }: PlanFacts): number | null {
  const atMs = contacts?.fetchedAtMs ?? null;
  if (atMs === null || contacts?.state === 'closed') return atMs;
  const raisedMs = announcedOn === null ? null : Date.parse(`${announcedOn}T00:00:00Z`);
  return raisedMs !== null && raisedMs > atMs ? null : atMs;
}

function emptySinceMs({ contacts, totalContacts, profileAtMs }: PlanFacts): number | null {
  if (contacts?.state === 'told-none') return contacts.observedAtMs;
  return totalContacts === 0 && profileAtMs !== null ? profileAtMs : null;
}

function closedRecently(
  { closesAtMs }: CompanyRow['window'],
  nowMs: number,
  skip: (why: PlanSkipWhy) => RequestOrSkip,
): RequestOrSkip {
  const isRecent = closesAtMs !== null && nowMs - closesAtMs < RECENTLY_CLOSED_MS;
  return isRecent ? skip({ why: 'closed' }) : null;
}

/**
 * Proposes to check, at most once a day, for contacts that the user revealed in the dashboard. Only the
 * service has this information (spec §4.6).
 */
function revealedCall(
  parts: PlanParts,
  followed: ListedCompanyFacts,
  key: string,
  nowMs: number,
): RequestOrSkip {
  const { facts, rules } = followed;
  const { contacts } = facts;
  if (!rules.some(({ reveals }) => reveals)) return null;
  const closedAtMs = contacts?.state === 'closed' ? contacts.observedAtMs : null;
  if (closedAtMs !== null && nowMs - closedAtMs < PROBE_EVERY_MS) return null;
  return {
    call: {
      ...callOf(parts, followed, { key, kind: 'contacts', lane: 'watchlist' }),
      value: revealedValue(worthOf(followed)),
      why: { why: 'revealed', closedAtMs: closedAtMs ?? nowMs },
      untilMs: null,
      byRule: true,
    },
  };
}

/**
 * Proposes the profile of a listed company, or of a new company whose fit is at least `floor`. One request
 * fills several panels (spec §4.3).
 */
export function profileCall(parts: PlanParts, followed: ListedCompanyFacts, floor: number): RequestOrSkip {
  const { facts, rules, fit } = followed;
  const { companyId, profileAtMs, webhookAtMs } = facts;
  if (facts.isRemoved || facts.isTestOnly || profileAtMs !== null) return null;
  const key = `profile/${companyId}`;
  const about = aboutCompany(companyId, nameOf(facts));
  const skip = (why: PlanSkipWhy): RequestOrSkip => ({ skip: skipOf(key, 'profile', about, why) });
  if (webhookAtMs !== null) return skip({ why: 'by-webhook' });
  const isListed = rules.length > 0;
  if (!isListed && fit === null) return null;
  if (!isListed && fit !== null && fit < floor) return skip({ why: 'below-fit', fit, floor });
  const why: PlanWhy = isListed || fit === null ? { why: 'listed' } : { why: 'fit', fit };
  const call = callOf(parts, followed, { key, kind: 'profile', lane: 'watchlist' });
  return {
    call: {
      ...call,
      why,
      value: profileValue(worthOf(followed)),
      saves: savedByProfile(savingPartsOf(parts), companyId, call.cost.records),
      untilMs: null,
      byRule: false,
    },
  };
}

/** Proposes the refresh that is due for a watched company under the rule of its list. */
export function refreshCall(parts: PlanParts, due: Due): RequestOrSkip {
  const { companyId, companyName, fetchedAtMs, value, allowed } = due;
  const key = `refresh/${companyId}`;
  const about = aboutCompany(companyId, companyName);
  if (!allowed) return { skip: skipOf(key, 'refresh', about, { why: 'no-room' }) };
  const call = callAbout(parts, about, { key, kind: 'refresh', lane: 'watchlist' });
  return {
    call: {
      ...call,
      value,
      why: fetchedAtMs === null ? { why: 'listed' } : { why: 'old', fetchedAtMs },
      saves: savedByProfile(savingPartsOf(parts), companyId, call.cost.records),
      untilMs: null,
      byRule: false,
    },
  };
}

const savingPartsOf = ({ hints, files, governor }: PlanParts) => ({
  hints,
  cache: files.cache,
  nowMs: governor.serverNowMs(),
});

type Made = Omit<PlanCall, 'value' | 'why' | 'untilMs' | 'byRule'>;

interface CallHead {
  readonly key: string;
  readonly kind: PlanKind;
  readonly lane: PlanCall['lane'];
}
const callOf = (parts: PlanParts, { facts }: ListedCompanyFacts, head: CallHead): Made =>
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
    key,
    kind,
    lane,
    priced,
    governed,
    ...about,
    ...priceOf({ governor }, governed),
    expected: null,
    saves: null,
  };
}
