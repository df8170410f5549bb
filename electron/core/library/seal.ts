import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { RandomSource } from '../ports.ts';

/** Where a sealed value stands. A value moved to any other place does not open. */
export interface Place {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/** Seals personal data for the disk. */
export interface Seal {
  seal(plain: string, place: Place): Buffer;
  /** @throws AppFailure storage damaged — tampered with, moved, or sealed under another key */
  open(blob: Buffer, place: Place): string;
  /**
   * The same text sealed under the key in force; null where it is already.
   * @throws AppFailure storage damaged
   */
  reseal(blob: Buffer, place: Place): Buffer | null;
  /** Keyed HMAC-SHA256: tells that two texts are equal without telling them. */
  identity(text: string): Buffer;
  /** Overwrites the keys in memory. Whatever is asked of it from then on throws conflict people-locked. */
  forget(): void;
}

/** What tells one person from another, as far as it is known; in the clear, in memory only. */
export interface Identifiable {
  readonly serviceId: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly linkedinUrl: string | null;
}

/** Who must not be kept (privacy/suppressions.ts). Part of an open seal, so that nobody can store without asking. */
export interface Suppressions {
  /** Whether anybody is suppressed at all. */
  any(): boolean;
  withholds(companyId: string, told: Identifiable): boolean;
}

/** `locked`: people are kept here, but their key is not at hand. `not-kept`: the seller chose to keep none. */
export type SealState =
  | { readonly mode: 'open'; readonly seal: Seal; readonly suppressions: Suppressions }
  | { readonly mode: 'locked' }
  | { readonly mode: 'not-kept' };

/** Whether people could be stored now. Where not, `/contacts` is refused before it is charged. */
export const keepsPeople = (state: SealState): state is Extract<SealState, { mode: 'open' }> =>
  state.mode === 'open';

const KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Keys besides the one in force. */
export interface OtherKeys {
  /** Outlives a change of the key, so that who is known again is; else derived from the key in force. */
  readonly identityKey?: Buffer | null;
  /** The key before this one, while rows under it may be left. */
  readonly previousKey?: Buffer | null;
}

/** AES-256-GCM: version byte, random 96-bit nonce, tag, ciphertext; the place is authenticated with it. */
export function createSeal(key: Buffer, random: RandomSource, others: OtherKeys = {}): Seal {
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
  /** Null: tampered with, moved, or sealed under another key. */
  open(blob: Buffer, place: Place): string | null;
  /** @throws AppFailure conflict people-locked once it was forgotten: a key of zeros would open nothing and hide nothing */
  require(): void;
  forget(): void;
}

function createCipher(key: Buffer, random: RandomSource): Cipher {
  if (key.length !== KEY_BYTES) throw new Error(`a seal key has ${KEY_BYTES} bytes, not ${key.length}`);
  const cipherKey = derive(key, 'seal');
  let isForgotten = false;
  const require = (): void => {
    if (isForgotten) throw new AppFailure({ kind: 'conflict', reason: 'people-locked', preview: null });
  };
  return {
    require,
    forget: () => {
      isForgotten = true;
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

/** What identities are keyed with where nothing else was said. */
export const identityKeyOf = (key: Buffer): Buffer => derive(key, 'identity');

/** One key for each purpose, so that what one leaks says nothing of the other. */
const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `roundwatch people ${purpose} 1`, KEY_BYTES));

const boundTo = ({ table, row, column }: Place): Buffer => Buffer.from(`${table}\0${row}\0${column}`, 'utf8');
