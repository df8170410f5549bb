import type { StoredMatches } from '../contacts/match-counts.ts';
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
import { describeCall } from '../service-api/endpoints.ts';
import type { PlanFacts } from '../database/queries/cache/plan-facts.ts';
import { clipOrNull } from '../foundation/clip-text.ts';
import { contactsFetchedAtMs, windowOf } from '../database/queries/cache/contact-window.ts';
import { savedByProfile } from '../quota/cheaper-requests.ts';
import type { Due } from '../watch/due-refreshes.ts';
import type { Candidate } from './decide-plan.ts';
import { DAYS_AHEAD } from './available-budget.ts';
import { noMatchIn, type CompanyMatching } from './matching.ts';
import { ruleOf } from './plan-rules.ts';
import { aboutCompany, lastDayFor, priceOf, skipOf, type PlanCall, type PlanParts } from './plan-inputs.ts';
import type { PlannedCall } from './planned-call.ts';
import {
  companyValue,
  contactsValue,
  likelyContactsValue,
  matchedContactsValue,
  profileFirstValue,
  profileValue,
  revealedValue,
} from './score.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';

/**
 * The plan tries to fetch contacts at least this many ms before the estimated end of the contact window. The
 * margin is needed because the service doesn't publish the exact hour (spec §4.6).
 */
const EARLY_MS = 48 * HOUR_MS;
/** The time, in ms, for which the plan still mentions a contact window that has closed. */
const RECENTLY_CLOSED_MS = 7 * DAY_MS;
/**
 * Minimum time, in ms, between a 404 and the next check for revealed contacts, once the contact window has
 * closed.
 */
const PROBE_EVERY_MS = DAY_MS;

export interface ListedCompanyFacts {
  readonly facts: PlanFacts;
  /** The rules of the lists that contain the company; empty for a company that is only in a saved search. */
  readonly rules: readonly ListRule[];
  readonly fit: number | null;
  readonly matching: CompanyMatching;
}

export type RequestOrSkip = { readonly call: PlanCall } | { readonly skip: PlanSkip } | null;

export const rulesOf = (rules: PlanRules, listIds: readonly number[]): ListRule[] =>
  listIds.map((listId) => ruleOf(rules, listId));

export const weightOf = (rules: readonly ListRule[]): PlanWeight | null =>
  rules.reduce<PlanWeight | null>(
    (most, { weight }) => (most === null || weight > most ? weight : most),
    null,
  );

const worthOf = ({ rules, fit }: ListedCompanyFacts): number => companyValue(weightOf(rules), fit);
const nameOf = ({ name }: PlanFacts): string | null => clipOrNull(name, 500);

/**
 * Proposes a request for a company's contacts while the contact window is open. After the window has closed,
 * the service still returns contacts that the user revealed in the dashboard. A request for them is proposed
 * at most once a day, and only if a rule of one of the company's lists checks for them.
 *
 * If the user has set buyer roles, the profile is proposed first. The contacts are then proposed only if a
 * title in the profile matches.
 */
export function contactsCall(parts: PlanParts, followed: ListedCompanyFacts, nowMs: number): RequestOrSkip {
  const { facts, rules, matching } = followed;
  const { companyId, contacts } = facts;
  const key = `contacts/${companyId}`;
  const skip = (why: PlanSkipWhy): RequestOrSkip => ({
    skip: skipOf(key, 'contacts', aboutCompany(companyId, nameOf(facts)), why),
  });
  if (facts.isRemoved || facts.isTestOnly) return null;
  const window = windowOf(facts.announcedOn, contacts, nowMs);
  const fetchedAtMs = contactsFetchedAtMs(facts.announcedOn, contacts);
  if (fetchedAtMs !== null) return skip({ why: 'fresh', fetchedAtMs });
  const none = emptySinceMs(facts);
  if (none !== null) return skip({ why: 'none', toldAtMs: none });
  if (window.state === 'unknown') return null;
  if (!parts.canStoreContacts())
    return skip({ why: 'people-locked', ...(matching.state === 'locked' ? { hidesMatches: true } : {}) });
  if (window.state === 'closed')
    return revealedCall(parts, followed, key, nowMs) ?? closedRecently(window, nowMs, skip);
  const { closesAtMs } = window;
  const early = closesAtMs === null ? null : closesAtMs - EARLY_MS;
  // The deadline is `early` or, if `early` has already passed, the estimated end of the window. Missing that
  // end is harmless, because a request after the window has closed costs nothing (spec §7).
  const untilMs = early !== null && early < nowMs ? closesAtMs : early;
  const byRule = rules.some(({ prefetch }) => prefetch) && (early === null || early >= nowMs);
  if (matching.state === 'unknown') return profileFirst(parts, followed, untilMs, byRule);
  const noMatch = noMatchIn(matching);
  if (noMatch !== null) return skip(noMatchWhy(noMatch));
  const worth = worthOf(followed);
  return {
    call: {
      ...callOf(parts, followed, { key, kind: 'contacts', lane: 'window-closing' }),
      value: matching.state === 'known' ? matchedContactsValue(worth, matching.counts) : contactsValue(worth),
      matches: matching.state === 'known' ? matching.counts : null,
      why: closesAtMs === null ? { why: 'listed' } : { why: 'window', closesAtMs },
      untilMs,
      byRule,
    },
  };
}

const noMatchWhy = ({ stored, unknown }: StoredMatches): PlanSkipWhy => ({
  why: 'no-match',
  stored,
  unknown,
});

/**
 * Proposes the profile of a company instead of its contacts, because the titles of the contacts are unknown.
 * A rule fetches the profile only once: if that profile contains no titles, only the user can fetch it again.
 */
function profileFirst(
  parts: PlanParts,
  followed: ListedCompanyFacts,
  untilMs: number | null,
  byRule: boolean,
): RequestOrSkip {
  const { companyId, profileAtMs } = followed.facts;
  const head = { key: `profile/${companyId}`, kind: 'profile', lane: 'watchlist' } as const;
  const call = callOf(parts, followed, head);
  return {
    call: {
      ...call,
      why: { why: 'profile-first' },
      value: profileFirstValue(worthOf(followed)),
      saves: savedByProfile(savingPartsOf(parts), companyId, call.cost.records),
      untilMs,
      byRule: byRule && profileAtMs === null,
    },
  };
}

/** Returns a placeholder for the contact request that may follow this `profile-first` request. */
export const contactsAfterProfile = (
  { hints }: PlanParts,
  followed: ListedCompanyFacts,
  { untilMs }: PlanCall,
  nowMs: number,
): Candidate => ({
  key: `after-profile/${followed.facts.companyId}`,
  lane: 'window-closing',
  cost: describeCall({ endpoint: 'contacts', companyId: followed.facts.companyId }, hints).worst,
  value: likelyContactsValue(worthOf(followed)),
  lastDay: lastDayFor(untilMs, nowMs),
});

/** Number of past days whose rounds predict the rounds of the coming days. */
const LOOKBACK_DAYS = 15;

/**
 * Returns placeholders for the contact requests that will follow future rounds. Assumes that a listed company
 * with a recent round announces another one every `LOOKBACK_DAYS` days.
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
  const value = expectedValueOf(followed);
  if (value === 0) return [];
  return Array.from({ length: Math.floor((DAYS_AHEAD - 1) / LOOKBACK_DAYS) }, (_, time) => ({
    key: `expected/${companyId}/${time}`,
    lane: 'window-closing',
    cost: worst,
    value,
    lastDay: DAYS_AHEAD - 1,
  }));
}

/**
 * Returns the value of fetching contacts after a future round; 0 if no stored title matches the buyer roles.
 */
function expectedValueOf(followed: ListedCompanyFacts): number {
  const { matching } = followed;
  const worth = worthOf(followed);
  if (matching.state === 'known') return matchedContactsValue(worth, matching.counts);
  return matching.state === 'unknown' ? likelyContactsValue(worth) : contactsValue(worth);
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
 * Proposes a check, at most once a day, for contacts that the user revealed in the dashboard. Only the
 * service knows which contacts were revealed (spec §4.6).
 */
function revealedCall(
  parts: PlanParts,
  followed: ListedCompanyFacts,
  key: string,
  nowMs: number,
): RequestOrSkip {
  const { facts, rules, matching } = followed;
  const { contacts } = facts;
  if (!rules.some(({ reveals }) => reveals)) return null;
  const noMatch = noMatchIn(matching);
  if (noMatch !== null)
    return {
      skip: skipOf(key, 'contacts', aboutCompany(facts.companyId, nameOf(facts)), noMatchWhy(noMatch)),
    };
  const closedAtMs = contacts?.state === 'closed' ? contacts.observedAtMs : null;
  if (closedAtMs !== null && nowMs - closedAtMs < PROBE_EVERY_MS) return null;
  return {
    call: {
      ...callOf(parts, followed, { key, kind: 'contacts', lane: 'watchlist' }),
      value: revealedValue(worthOf(followed)),
      why: { why: 'revealed', closedAtMs: closedAtMs ?? nowMs },
      untilMs: null,
      // A rule that fetches only matching contacts must not make this request while the contacts' titles are
      // unknown.
      byRule: matching.state !== 'unknown',
    },
  };
}

/**
 * Proposes to fetch the profile of a company. A company that is on no list is proposed only if its fit is at
 * least `floor`. One profile request fills several panels (spec §4.3).
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

const savingPartsOf = ({ hints, files, governor, panelWaits }: PlanParts) => ({
  hints,
  cache: files.cache,
  nowMs: governor.serverNowMs(),
  waits: panelWaits,
});

type Made = Omit<PlanCall, 'value' | 'why' | 'untilMs' | 'byRule'>;

interface CallHead {
  readonly key: string;
  readonly kind: PlanKind;
  readonly lane: PlanCall['lane'];
}
const callOf = (parts: PlanParts, { facts }: ListedCompanyFacts, head: CallHead): Made =>
  callAbout(parts, aboutCompany(facts.companyId, nameOf(facts)), head);

/** Returns a request about a company. The caller adds its value and its reason. */
export function callAbout(
  { hints, governor }: PlanParts,
  about: ReturnType<typeof aboutCompany> & { readonly companyId: string },
  { key, kind, lane }: CallHead,
): Made {
  const { companyId } = about;
  const endpoint = kind === 'contacts' || kind === 'rounds' ? kind : 'company';
  const priced: PlannedCall = { endpoint, companyId };
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
    matches: null,
    saves: null,
  };
}
