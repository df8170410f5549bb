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
  /** Keyed HMAC-SHA256: tells that two texts are equal without telling them. */
  identity(text: string): Buffer;
}

/** `locked`: people are kept here, but their key is not at hand. `not-kept`: the seller chose to keep none. */
export type SealState =
  | { readonly mode: 'open'; readonly seal: Seal }
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

/** AES-256-GCM: version byte, random 96-bit nonce, tag, ciphertext; the place is authenticated with it. */
export function createSeal(key: Buffer, random: RandomSource): Seal {
  if (key.length !== KEY_BYTES) throw new Error(`a seal key has ${KEY_BYTES} bytes, not ${key.length}`);
  const cipherKey = derive(key, 'seal');
  const identityKey = derive(key, 'identity');
  return {
    seal: (plain, place) => {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(boundTo(place));
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
    },
    open: (blob, place) => {
      if (blob.length < HEAD_BYTES || blob[0] !== VERSION) throw doesNotOpen();
      const nonce = blob.subarray(1, 1 + NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(boundTo(place));
      decipher.setAuthTag(blob.subarray(1 + NONCE_BYTES, HEAD_BYTES));
      try {
        return Buffer.concat([decipher.update(blob.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        throw doesNotOpen();
      }
    },
    identity: (text) => createHmac('sha256', identityKey).update(text, 'utf8').digest(),
  };
}

/** One key for each purpose, so that what one leaks says nothing of the other. */
const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `roundwatch people ${purpose} 1`, KEY_BYTES));

const boundTo = ({ table, row, column }: Place): Buffer => Buffer.from(`${table}\0${row}\0${column}`, 'utf8');
const doesNotOpen = (): AppFailure => new AppFailure({ kind: 'storage', reason: 'damaged' });
