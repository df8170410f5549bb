import { createCipheriv, createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { AppFailure } from '../../../../shared/app-failure.ts';
import {
  createPassphraseRecord,
  deriveFromPassphrase,
  passphraseRecordSchema,
} from '../../contacts/passphrase.ts';
import type { KeyMaking } from '../../ports.ts';

/*
 * An encrypted archive consists of the line `MAGIC`, a line of JSON, the AES-256-GCM ciphertext of the zip
 * file, and the authentication tag. The tag also authenticates the two lines.
 */

const MAGIC = 'ROUNDWATCH-ENCRYPTED-ARCHIVE\n';
const HEADER_MAX = 2_000;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const headerSchema = z.strictObject({
  version: z.literal(1),
  passphrase: passphraseRecordSchema,
  nonceBase64: z.base64().length(16),
});

export const isEncrypted = (file: Buffer): boolean =>
  file.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC, 'latin1'));

export async function encryptArchive(
  zip: Uint8Array,
  passphrase: string,
  making: KeyMaking,
  pause: () => Promise<void>,
): Promise<Buffer> {
  const record = await createPassphraseRecord(passphrase, making);
  const key = await deriveFromPassphrase(passphrase, record);
  if (key === null) throw new Error('a passphrase does not match its own record');
  const nonce = making.random.bytes(NONCE_BYTES);
  const header = { version: 1, passphrase: record, nonceBase64: nonce.toString('base64') };
  const head = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`, 'utf8');
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(head);
  const parts: Buffer[] = [];
  for await (const part of partsOf(zip, pause)) parts.push(cipher.update(part));
  key.fill(0);
  return Buffer.concat([head, ...parts, cipher.final(), cipher.getAuthTag()]);
}

/** Size of the parts that are encrypted or decrypted at once. */
const PART_BYTES = 1_048_576;

async function* partsOf(bytes: Uint8Array, pause: () => Promise<void>): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    if (at > 0) await pause();
    yield bytes.subarray(at, at + PART_BYTES);
  }
}

/**
 * Decrypts an archive and returns the zip file inside it.
 * @throws AppFailure `archive` (`wrong-passphrase`, `damaged` or `newer-version`)
 */
export async function decryptArchive(
  file: Buffer,
  passphrase: string,
  pause: () => Promise<void>,
): Promise<Buffer> {
  const end = file.subarray(0, MAGIC.length + HEADER_MAX).indexOf('\n', MAGIC.length);
  if (end === -1 || file.length < end + 1 + TAG_BYTES) throw damaged();
  const header = readHeader(file.subarray(MAGIC.length, end).toString('utf8'));
  const key = await deriveFromPassphrase(passphrase, header.passphrase);
  if (key === null) throw new AppFailure({ kind: 'archive', reason: 'wrong-passphrase' });
  const nonce = Buffer.from(header.nonceBase64, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(file.subarray(0, end + 1));
  decipher.setAuthTag(file.subarray(file.length - TAG_BYTES));
  try {
    const parts: Buffer[] = [];
    for await (const part of partsOf(file.subarray(end + 1, file.length - TAG_BYTES), pause))
      parts.push(decipher.update(part));
    return Buffer.concat([...parts, decipher.final()]);
  } catch {
    throw damaged();
  } finally {
    key.fill(0);
  }
}

function readHeader(json: string): z.infer<typeof headerSchema> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw damaged();
  }
  const newer = z.object({ version: z.int().min(2) }).safeParse(value).success;
  if (newer) throw new AppFailure({ kind: 'archive', reason: 'newer-version' });
  const parsed = headerSchema.safeParse(value);
  if (!parsed.success) throw damaged();
  return parsed.data;
}

const damaged = (): AppFailure => new AppFailure({ kind: 'archive', reason: 'damaged' });
