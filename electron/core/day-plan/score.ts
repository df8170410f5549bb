import type { StoredMatches } from '../contacts/match-counts.ts';
import type { PlanWeight } from '../../../shared/model/plan.ts';
import { DAY_MS } from '../../../shared/durations.ts';

/*
 * Values of requests; only their ratios matter. Contacts that will soon be unavailable are worth more than a
 * profile that can also be fetched tomorrow. Companies on important lists and companies with a better fit are
 * worth more than others.
 */

/** An unknown fit is neutral. */
const FIT_UNKNOWN = 50;
const CONTACTS = 10;
const REVEALED = 2;
const PROFILE = 2;
const WEAK_MATCH = 0.5;
/** Matches beyond this number add no value, because a user rarely writes to more people at one company. */
const MATCHES_MAX = 5;
/** Expected number of strong matches at a company whose contacts' titles are not known yet. */
const LIKELY_MATCHES = 0.5;
/** The age of a profile, in ms, at which an update is worth half of the company's value. */
const UPDATE_HALF_MS = 60 * DAY_MS;
/** Value of one round in the response to a search. */
const ROUND = 0.4;
/**
 * Value of one round in a gap. Higher than `ROUND`, because the webhook event for the round was missed,
 * whereas a search can be repeated tomorrow.
 */
const ROUND_MISSED = 0.8;

/**
 * Value of a record that would otherwise expire. It is lower than the value of any fetched row, so it decides
 * only between plans of about the same value.
 */
const EXPIRING_RECORD = 0.1;

/** Value of a company: the weight of its most important list, multiplied by 0.5 (fit 0) to 1.5 (fit 100). */
export const companyValue = (weight: PlanWeight | null, fit: number | null): number =>
  (weight ?? 1) * (0.5 + (fit ?? FIT_UNKNOWN) / 100);

/** Value of a company's contacts. They become unavailable when the contact window closes (spec §4.6). */
export const contactsValue = (company: number): number => CONTACTS * company;
/** Value of contacts whose titles are known. With one strong match, it equals `contactsValue`. */
export const matchedContactsValue = (
  company: number,
  { strong, weak }: Pick<StoredMatches, 'strong' | 'weak'>,
): number => contactsValue(company) * Math.min(MATCHES_MAX, strong + WEAK_MATCH * weak);
/** Value of contacts whose titles are still unknown, if the user has set buyer roles. */
export const likelyContactsValue = (company: number): number => contactsValue(company) * LIKELY_MATCHES;
/**
 * Value of checking whether contacts were revealed. The check is usually free, because usually no contacts
 * were revealed.
 */
export const revealedValue = (company: number): number => REVEALED * company;
export const profileValue = (company: number): number => PROFILE * company;
/** Value of a profile that is fetched first to find out whether the contacts are worth fetching. */
export const profileFirstValue = (company: number): number =>
  profileValue(company) + likelyContactsValue(company);
/**
 * Value of updating an old profile. It rises with the profile's age, but never reaches the value of a first
 * profile, because most of an old profile is still correct.
 */
export const updateValue = (company: number, ageMs: number): number =>
  (company * ageMs) / (ageMs + UPDATE_HALF_MS);
/** Value of all rounds of a company, with their investors. */
export const companyRoundsValue = (company: number, rounds: number): number =>
  company * roundsValue(rounds, false);
/**
 * Value of older rounds of a saved search. Their companies are expected to fit as well as the companies
 * already fetched.
 */
export const olderRoundsValue = (rows: number, fit: number | null): number =>
  companyValue(null, fit) * roundsValue(rows, false);
/** Value of a response with at most `rows` rows. */
export const roundsValue = (rows: number, isMissed: boolean): number =>
  Math.max(1, rows) * (isMissed ? ROUND_MISSED : ROUND);
/**
 * Value of a request shortly before the reset, when unused records expire. It is higher if the request
 * returns more data. The plan therefore prefers the larger of two requests with about the same value.
 *
 * @param records how many records the request will probably cost
 */
export const valueBeforeReset = (value: number, records: number): number => value + EXPIRING_RECORD * records;
