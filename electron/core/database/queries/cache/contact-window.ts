import type { ContactWindow } from '../../../../../shared/model/company.ts';
import type { ContactsState } from './contacts.ts';
import { DAY_MS } from '../../../../../shared/durations.ts';

/** Days after a funding round during which contacts can be fetched (spec §4.6). */
export const WINDOW_DAYS = 30;

/**
 * Returns the contact window, estimated from the announcement date. Responses of the service correct the
 * estimate. A refusal closes the window until a newer round is announced. Any other response after the
 * estimated end opens the window again. `contacts` is set if contacts were fetched for this window, or if the
 * service lists none.
 */
export function windowOf(
  announcedOn: string | null,
  contacts: KnownContacts | null,
  nowMs: number,
): ContactWindow {
  const stored = fetchedOf(announcedOn, contacts);
  return { ...windowDatesOf(announcedOn, contacts, nowMs), ...(stored === null ? {} : { contacts: stored }) };
}

type KnownContacts = Pick<ContactsState, 'state' | 'observedAtMs' | 'fetchedAtMs'>;

/**
 * Returns the time at which the company's contacts were fetched, in Unix ms. Returns null if they were never
 * fetched, or if a newer round has since opened the window again.
 */
export function contactsFetchedAtMs(
  announcedOn: string | null,
  contacts: KnownContacts | null,
): number | null {
  const atMs = contacts?.fetchedAtMs ?? null;
  if (atMs === null || contacts?.state === 'closed') return atMs;
  const announcedMs = utcDayMs(announcedOn);
  return announcedMs !== null && announcedMs > atMs ? null : atMs;
}

/**
 * Returns the time, in Unix ms, at which the contacts were last fetched or, if there is no such time, at
 * which the service last reported that there are none. Null if there is neither, or if a new request may
 * return contacts because a newer round was announced.
 */
export function contactsKnownAtMs(announcedOn: string | null, contacts: KnownContacts | null): number | null {
  const fetchedAtMs = contactsFetchedAtMs(announcedOn, contacts);
  if (fetchedAtMs !== null || contacts?.state !== 'told-none') return fetchedAtMs;
  const announcedMs = utcDayMs(announcedOn);
  const isOlder = announcedMs !== null && announcedMs > contacts.observedAtMs;
  return isOlder ? null : contacts.observedAtMs;
}

function fetchedOf(
  announcedOn: string | null,
  contacts: KnownContacts | null,
): NonNullable<ContactWindow['contacts']> | null {
  if (contactsKnownAtMs(announcedOn, contacts) === null) return null;
  return contacts?.state === 'told-none' ? 'none' : 'fetched';
}

/** Returns only the dates of the contact window, without the state of its contacts. */
export function windowDatesOf(
  announcedOn: string | null,
  contacts: Pick<ContactsState, 'state' | 'observedAtMs'> | null,
  nowMs: number,
): Omit<ContactWindow, 'contacts'> {
  const announcedMs = utcDayMs(announcedOn);
  const closesAtMs = announcedMs === null ? null : announcedMs + WINDOW_DAYS * DAY_MS;
  if (contacts?.state === 'closed' && (announcedMs === null || contacts.observedAtMs >= announcedMs))
    return { state: 'closed', closesAtMs };
  const wasOpen = contacts?.state === 'available' || contacts?.state === 'told-none';
  if (closesAtMs === null) return { state: wasOpen ? 'open' : 'unknown', closesAtMs };
  // The service returned contacts after the estimated close of the window. It does so only if the user
  // revealed them in the dashboard.
  if (wasOpen && contacts.observedAtMs >= closesAtMs)
    return { state: 'open', closesAtMs: null, isRevealed: true };
  return { state: nowMs < closesAtMs ? 'open' : 'closed', closesAtMs };
}

/** Returns the start of a calendar date in UTC, in ms; null if the string is not a date. */
function utcDayMs(date: string | null): number | null {
  if (date === null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return null;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? null : ms;
}
