import { createHmac, scrypt } from 'node:crypto';
import { z } from 'zod';
import type { KeyMaking } from '../ports.ts';
import { KEY_BYTES } from './contact-encryption.ts';
import { sameBytes } from '../foundation/constant-time-equal.ts';

/**
 * The part of the workspace record that is needed to derive the key from the passphrase and to detect a wrong
 * passphrase. The schema limits the values, so a tampered record cannot exhaust the memory.
 */
export const passphraseRecordSchema = z.strictObject({
  kdf: z.literal('scrypt'),
  cost: z.int().min(16_384).max(1_048_576),
  blockSize: z.int().min(8).max(16),
  parallelization: z.int().min(1).max(4),
  saltBase64: z.base64().min(16).max(200),
  verifierBase64: z.base64().length(44),
});
type PassphraseRecord = z.infer<typeof passphraseRecordSchema>;

/** scrypt cost for new passphrases, in both shells. Tests pass a lower cost. */
export const PASSPHRASE_COST = 2 ** 17;
const SALT_BYTES = 32;

/** Creates the record for a new passphrase. Takes about half a second and 128 MiB at `PASSPHRASE_COST`. */
export async function createPassphraseRecord(
  passphrase: string,
  { random, passphraseCost }: KeyMaking,
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

/** Returns the 32-byte encryption key, or null if the passphrase is wrong. */
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
  // Allows a little more memory than scrypt needs, because Node's default limit of 32 MiB would be too low.
  const maxmem = 128 * cost * blockSize + 128 * blockSize * parallelization + 1_048_576;
  // Different keyboards may produce different Unicode sequences for the same accented character.
  // Normalization makes them equal.
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
