import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { RandomSource } from '../ports.ts';

/**
 * Location of an encrypted value. The location is authenticated, so a value copied elsewhere fails to
 * decrypt.
 */
export interface Place {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/**
 * Returns the location of a raw row's personal part. Never change the strings in the location: a value can be
 * decrypted only with the location under which it was encrypted.
 */
export const encryptedRawPlace = (companyId: string, source: string): Place => ({
  table: 'company_source',
  row: `${source}/${companyId}`,
  column: 'personal',
});

/** Encrypts personal data before it is written to disk. */
export interface ContactEncryption {
  seal(plain: string, place: Place): Buffer;
  /**
   * Decrypts a blob.
   * @throws AppFailure `storage` (`damaged`) if the blob was tampered with, moved, or encrypted under another
   * key
   */
  open(blob: Buffer, place: Place): string;
  /**
   * Re-encrypts a blob under the current key. Returns null if it already uses that key.
   * @throws AppFailure `storage` (`damaged`)
   */
  reseal(blob: Buffer, place: Place): Buffer | null;
  /** Returns the HMAC-SHA256 of a string. The app stores and compares this value instead of the string. */
  identity(text: string): Buffer;
  /** Overwrites the keys in memory. Every later call throws AppFailure `conflict` (`people-locked`). */
  forget(): void;
}

/** Known identifying fields of a contact, unencrypted and in memory only. */
export interface Identifiable {
  readonly serviceId: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly linkedinUrl: string | null;
}

/**
 * The contacts that must never be stored (suppression-list.ts). `ContactKeyState` contains them in mode
 * `open`, so every function that stores contacts can check them.
 */
export interface Suppressions {
  /** Returns whether at least one suppression exists. */
  any(): boolean;
  withholds(companyId: string, contact: Identifiable): boolean;
}

/**
 * `locked`: contacts are stored, but the key is not available. `not-kept`: the user chose not to store
 * contacts.
 */
export type ContactKeyState =
  | { readonly mode: 'open'; readonly seal: ContactEncryption; readonly suppressions: Suppressions }
  | { readonly mode: 'locked' }
  | { readonly mode: 'not-kept' };

/**
 * Returns whether contacts can be stored. If not, callers refuse a `/contacts` request before it costs
 * anything.
 */
export const canStoreContacts = (
  state: ContactKeyState,
): state is Extract<ContactKeyState, { mode: 'open' }> => state.mode === 'open';

export const KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

interface OtherKeys {
  /**
   * Key for the identities (`identity`). It stays the same when the contact key changes, so stored identities
   * stay valid. If this field is absent, the identity key is derived from the current contact key.
   */
  readonly identityKey?: Buffer | null;
  /** The previous key, needed while some rows may still be encrypted under it. */
  readonly previousKey?: Buffer | null;
}

/**
 * Creates AES-256-GCM encryption. A blob consists of a version byte, a random 96-bit nonce, the tag and the
 * ciphertext. The location is the additional authenticated data.
 */
export function createContactEncryption(
  key: Buffer,
  random: RandomSource,
  others: OtherKeys = {},
): ContactEncryption {
  const current = createCipher(key, random);
  const previous = others.previousKey ? createCipher(others.previousKey, random) : null;
  const identityKey = others.identityKey ?? identityKeyOf(key);
  const openPrevious = (blob: Buffer, place: Place): string => {
    const plain = previous?.open(blob, place) ?? null;
    if (plain === null) throw new AppFailure({ kind: 'storage', reason: 'damaged' });
    return plain;
  };
  return {
    seal: current.seal,
    open: (blob, place) => current.open(blob, place) ?? openPrevious(blob, place),
    reseal: (blob, place) =>
      current.open(blob, place) === null ? current.seal(openPrevious(blob, place), place) : null,
    identity: (text) => {
      current.require();
      return createHmac('sha256', identityKey).update(text, 'utf8').digest();
    },
    forget: () => {
      for (const cipher of [current, previous]) cipher?.forget();
      identityKey.fill(0);
    },
  };
}

interface Cipher {
  seal(plain: string, place: Place): Buffer;
  /** Returns null if the blob was tampered with, moved, or encrypted under another key. */
  open(blob: Buffer, place: Place): string | null;
  /**
   * Checks that the key can still be used.
   * @throws AppFailure `conflict` (`people-locked`) after `forget`, which overwrites the key
   */
  require(): void;
  forget(): void;
}

function createCipher(key: Buffer, random: RandomSource): Cipher {
  if (key.length !== KEY_BYTES) throw new Error(`a seal key has ${KEY_BYTES} bytes, not ${key.length}`);
  const cipherKey = derive(key, 'seal');
  let isDisposed = false;
  const require = (): void => {
    if (isDisposed) throw new AppFailure({ kind: 'conflict', reason: 'people-locked' });
  };
  return {
    require,
    forget: () => {
      isDisposed = true;
      cipherKey.fill(0);
    },
    seal: (plain, place) => {
      require();
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(place));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
    },
    open: (blob, place) => {
      require();
      if (blob.length < HEAD_BYTES || blob[0] !== VERSION) return null;
      const nonce = blob.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(boundTo(place));
      decipher.setAuthTag(blob.subarray(1 + NONCE_BYTES, HEAD_BYTES));
      try {
        return Buffer.concat([decipher.update(blob.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** Derives an identity key from the contact key. Used when no separate identity key is stored. */
export const identityKeyOf = (key: Buffer): Buffer => derive(key, 'identity');

/** Derives one key per purpose, so a leaked key does not expose the others. */
const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `roundwatch people ${purpose} 1`, KEY_BYTES));

const boundTo = ({ table, row, column }: Place): Buffer => Buffer.from(`${table}\0${row}\0${column}`, 'utf8');
