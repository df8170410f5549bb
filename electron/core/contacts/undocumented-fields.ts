import { AppFailure } from '../../../shared/app-failure.ts';
import { decodeContactList } from '../service-api/decoders/contacts.ts';
import { parseJson } from '../service-api/decoders/json.ts';
import { asArray, isObject } from '../service-api/decoders/values.ts';
import type { UndocumentedField } from '../service-api/split-raw.ts';
import {
  canStoreContacts,
  type ContactEncryption,
  type ContactKeyState,
  type Identifiable,
  type Place,
} from './contact-encryption.ts';

/** The raw row to which undocumented fields belong. `companyId` is null for an event without a company. */
interface RawOwner {
  readonly companyId: string | null;
  readonly source: string;
}

/**
 * Returns the location of a row's undocumented fields. It contains only the company and the source, so the
 * fields need not be re-encrypted when a webhook event is merged or a round gets another id, which can happen
 * while contacts are locked. Delivered and pasted events share a location, because the same event may arrive
 * both ways. Never change these strings: a value can be decrypted only with the location under which it was
 * encrypted.
 */
const undocumentedPlace = ({ companyId, source }: RawOwner): Place => ({
  table: 'raw',
  row: `${source === 'paste' ? 'webhook' : source}/${companyId ?? ''}`,
  column: 'undocumented',
});

/**
 * Encrypts undocumented fields. Returns null if there are none, or if contacts cannot be stored. Also returns
 * null if any field mentions a suppressed contact, because the other fields may describe the same contact
 * without naming it.
 */
export function encryptUndocumented(
  state: ContactKeyState,
  owner: RawOwner,
  fields: readonly UndocumentedField[],
): Buffer | null {
  if (fields.length === 0 || !canStoreContacts(state)) return null;
  const { seal, suppressions } = state;
  const isUnwanted = (person: Identifiable): boolean => suppressions.withholds(owner.companyId ?? '', person);
  if (suppressions.any() && mentions(fields, isUnwanted)) return null;
  const json = jsonOf(fields);
  return json === null ? null : seal.seal(json, undocumentedPlace(owner));
}

function jsonOf(fields: readonly UndocumentedField[]): string | null {
  try {
    return JSON.stringify(fields);
  } catch {
    // The fields are nested too deeply to be serialized.
    return null;
  }
}

/** Decrypts undocumented fields. Returns null if this key cannot decrypt them. */
export function decryptUndocumented(
  seal: ContactEncryption,
  owner: RawOwner,
  blob: Buffer,
): readonly UndocumentedField[] | null {
  try {
    const parsed = parseJson(seal.open(blob, undocumentedPlace(owner)));
    return (asArray(parsed) ?? []).filter(isUndocumentedField);
  } catch (error) {
    if (error instanceof AppFailure) return null;
    throw error;
  }
}

const isUndocumentedField = (entry: unknown): entry is UndocumentedField =>
  Array.isArray(entry) && entry.length === 2 && Array.isArray(entry[0]);

/**
 * Re-encrypts undocumented fields under the current key. Returns null if they are already encrypted under it.
 */
export const reencryptUndocumented = (
  seal: ContactEncryption,
  owner: RawOwner,
  blob: Buffer,
): Buffer | null => seal.reseal(blob, undocumentedPlace(owner));

const TEXT_MAX = 20_000;
const EMAILS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const PROFILES = /(?:https?:\/\/)?[\w.]*linkedin\.com\/[^\s<>"'(),;]+/gi;
const NOBODY = { serviceId: null, name: null, email: null, linkedinUrl: null };

/**
 * Returns the parts of the text that match. Removes full stops at the end of a match, because they may end a
 * sentence.
 */
const matchesIn = (text: string, pattern: RegExp): string[] =>
  (text.match(pattern) ?? []).map((match) => match.replace(/\.+$/, ''));

/**
 * Returns whether a value mentions an unwanted contact. The mention may be an object with the contact's
 * fields, an email address or LinkedIn URL within a string, or a string or key that is exactly the contact's
 * name. Does not look for names in sentences.
 */
export function mentions(value: unknown, isUnwanted: (person: Identifiable) => boolean): boolean {
  if (typeof value === 'string') return isMentionedIn(value.slice(0, TEXT_MAX), isUnwanted);
  if (Array.isArray(value)) return value.some((part) => mentions(part, isUnwanted));
  if (!isObject(value)) return false;
  const [contact] = decodeContactList([value]) ?? [];
  if (contact !== undefined && isUnwanted({ ...contact, serviceId: contact.contactId })) return true;
  return Object.entries(value).some(([key, part]) => mentions(key, isUnwanted) || mentions(part, isUnwanted));
}

const isMentionedIn = (text: string, isUnwanted: (person: Identifiable) => boolean): boolean =>
  matchesIn(text, EMAILS).some((email) => isUnwanted({ ...NOBODY, email })) ||
  matchesIn(text, PROFILES).some((linkedinUrl) => isUnwanted({ ...NOBODY, linkedinUrl })) ||
  (text.trim() !== '' && isUnwanted({ ...NOBODY, name: text.trim() }));
