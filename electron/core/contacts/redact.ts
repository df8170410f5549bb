import { decodeContactList } from '../service-api/decoders/contacts.ts';
import { isObject } from '../service-api/decoders/values.ts';
import type { Identifiable } from './contact-encryption.ts';

/** Returns true if these fields identify a contact that must be removed. */
type IsUnwanted = (person: Identifiable) => boolean;

/**
 * Removes unwanted contacts from the personal part of a raw row: every object that the decoder reads as an
 * unwanted contact, and every other string that is an unwanted contact's email address or LinkedIn URL.
 */
export function redactContacts(raw: unknown, isUnwanted: IsUnwanted): unknown {
  if (Array.isArray(raw)) {
    const remaining = raw.filter((part) => !isUnwantedPart(part, isUnwanted));
    return remaining.map((part: unknown) => redactContacts(part, isUnwanted));
  }
  if (!isObject(raw)) return raw;
  const entries = Object.entries(raw).filter(([, part]) => !isUnwantedPart(part, isUnwanted));
  return Object.fromEntries(entries.map(([key, part]) => [key, redactContacts(part, isUnwanted)]));
}

function isUnwantedPart(part: unknown, isUnwanted: IsUnwanted): boolean {
  if (typeof part === 'string') return isUnwantedText(part, isUnwanted);
  if (!isObject(part)) return false;
  const [contact] = decodeContactList([part]) ?? [];
  if (contact === undefined) return false;
  const { contactId: serviceId, name, email, linkedinUrl } = contact;
  return isUnwanted({ serviceId, name, email, linkedinUrl });
}

/**
 * Returns whether a string is an unwanted email address or LinkedIn URL. Does not look for names in
 * sentences.
 */
function isUnwantedText(value: string, isUnwanted: IsUnwanted): boolean {
  const emptyContact = { serviceId: null, name: null, email: null, linkedinUrl: null };
  if (value.length > 2_000) return false;
  if (value.includes('@')) return isUnwanted({ ...emptyContact, email: value });
  return /linkedin\.com\//i.test(value) && isUnwanted({ ...emptyContact, linkedinUrl: value });
}
