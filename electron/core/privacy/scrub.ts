import { decodeContactList } from '../api/decode-contacts.ts';
import { isObject } from '../api/decode-values.ts';
import type { Identifiable } from '../library/seal.ts';

/** Whether these words are those of somebody who must go. */
export type IsUnwanted = (person: Identifiable) => boolean;

/**
 * The personal part of a raw row without the people who must go: every object that reads as one of them, and every other
 * text that is one of their addresses, wherever it stands.
 */
export function scrubPeople(raw: unknown, isUnwanted: IsUnwanted): unknown {
  if (Array.isArray(raw)) {
    const kept = raw.filter((part) => !goes(part, isUnwanted));
    return kept.map((part: unknown) => scrubPeople(part, isUnwanted));
  }
  if (!isObject(raw)) return raw;
  const entries = Object.entries(raw).filter(([, part]) => !goes(part, isUnwanted));
  return Object.fromEntries(entries.map(([key, part]) => [key, scrubPeople(part, isUnwanted)]));
}

function goes(part: unknown, isUnwanted: IsUnwanted): boolean {
  if (typeof part === 'string') return isUnwantedText(part, isUnwanted);
  if (!isObject(part)) return false;
  const [contact] = decodeContactList([part]) ?? [];
  if (contact === undefined) return false;
  const { contactId: serviceId, name, email, linkedinUrl } = contact;
  return isUnwanted({ serviceId, name, email, linkedinUrl });
}

/** Addresses only: a name in a sentence is not looked for. */
function isUnwantedText(value: string, isUnwanted: IsUnwanted): boolean {
  const nobody = { serviceId: null, name: null, email: null, linkedinUrl: null };
  if (value.length > 2_000) return false;
  if (value.includes('@')) return isUnwanted({ ...nobody, email: value });
  return /linkedin\.com\//i.test(value) && isUnwanted({ ...nobody, linkedinUrl: value });
}
