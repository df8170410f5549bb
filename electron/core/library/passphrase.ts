import { createHmac, scrypt } from 'node:crypto';
import { z } from 'zod';
import type { KeyMaking } from '../ports.ts';
import { sameBytes } from '../same-secret.ts';

/**
 * What is kept of a passphrase, in the workspace's record: enough to derive the key again and to tell a wrong one.
 * The bounds keep a tampered record from asking for all of the memory.
 */
export const passphraseRecordSchema = z.strictObject({
  kdf: z.literal('scrypt'),
  cost: z.int().min(16_384).max(1_048_576),
  blockSize: z.int().min(8).max(16),
  parallelization: z.int().min(1).max(4),
  saltBase64: z.base64().min(16).max(200),
  verifierBase64: z.base64().length(44),
});
export type PassphraseRecord = z.infer<typeof passphraseRecordSchema>;

const COST = 2 ** 17;
const SALT_BYTES = 32;
const KEY_BYTES = 32;

/** Makes the record for a new passphrase; about half a second and 128 MiB. */
export async function createPassphraseRecord(
  passphrase: string,
  { random, passphraseCost = COST }: KeyMaking,
): Promise<PassphraseRecord> {
  const salt = random.bytes(SALT_BYTES);
  const settings = { cost: passphraseCost, blockSize: 8, parallelization: 1 };
  const key = await deriveKey(passphrase, salt, settings);
  return {
    kdf: 'scrypt',
    ...settings,
    saltBase64: salt.toString('base64'),
    verifierBase64: verifierOf(key).toString('base64'),
  };
}

/** The 32-byte seal key, or null when this is not the passphrase. */
export async function deriveFromPassphrase(
  passphrase: string,
  record: PassphraseRecord,
): Promise<Buffer | null> {
  const key = await deriveKey(passphrase, Buffer.from(record.saltBase64, 'base64'), record);
  const verifier = Buffer.from(record.verifierBase64, 'base64');
  const expected = verifierOf(key);
  return sameBytes(verifier, expected) ? key : null;
}

type Settings = Pick<PassphraseRecord, 'cost' | 'blockSize' | 'parallelization'>;

function deriveKey(passphrase: string, salt: Buffer, settings: Settings): Promise<Buffer> {
  const { cost, blockSize, parallelization } = settings;
  // What scrypt needs, and a little: Node refuses more than 32 MiB unless told otherwise.
  const maxmem = 128 * cost * blockSize + 128 * blockSize * parallelization + 1_048_576;
  // One passphrase can be typed in more than one encoding of its accents.
  const typed = passphrase.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(typed, salt, KEY_BYTES, { cost, blockSize, parallelization, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

const verifierOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('roundwatch passphrase verifier 1').digest();
