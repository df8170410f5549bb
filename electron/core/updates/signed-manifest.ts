import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { UPDATE_NOTES_MAX } from '../../../shared/model/settings/updates.ts';
import { UpdateFailure } from './update-failure.ts';

/**
 * The signed bytes begin with this text, so a signature that was made for another purpose is never valid for
 * a manifest.
 */
export const SIGNATURE_CONTEXT = 'roundwatch update manifest 1\n';
/** Maximum size of an update file, in bytes. */
export const UPDATE_FILE_BYTES_MAX = 500_000_000;
export const UPDATE_KINDS = ['deb', 'appimage', 'exe', 'dmg'] as const;

const dateSchema = z.iso.datetime();
const fileSchema = z.strictObject({
  platform: z.string().max(20),
  arch: z.string().max(20),
  kind: z.enum(UPDATE_KINDS),
  url: z.url().max(2_000),
  bytes: z.int().min(1).max(UPDATE_FILE_BYTES_MAX),
  /** SHA-256 in lower-case hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export const manifestSchema = z.strictObject({
  channel: z.string().min(1).max(40),
  /** Increases with every manifest of a channel. */
  sequence: z.int().min(1),
  version: z.string().regex(/^(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){2}$/),
  releasedAt: dateSchema,
  /** After this time, the manifest no longer proves that its version is the newest. */
  expiresAt: dateSchema,
  notes: z.string().max(UPDATE_NOTES_MAX),
  files: z.array(fileSchema).min(1).max(20),
});
export type UpdateManifest = z.infer<typeof manifestSchema>;
export type UpdateFile = UpdateManifest['files'][number];

/** The manifest as text, with its Ed25519 signature in base64. */
const envelopeSchema = z.strictObject({ manifest: z.string(), signature: z.base64().length(88) });

/**
 * Verifies the signature of a signed manifest, and parses the manifest only if the signature is valid.
 *
 * @param publicKey the Ed25519 key as base64 of its SPKI DER encoding
 * @throws UpdateFailure `malformed`, `signature`
 */
export function readSignedManifest(text: string, publicKey: string): UpdateManifest {
  const envelope = envelopeSchema.safeParse(jsonOf(text));
  if (!envelope.success) throw new UpdateFailure('malformed');
  const { manifest, signature } = envelope.data;
  const signed = Buffer.from(SIGNATURE_CONTEXT + manifest);
  if (!verify(null, signed, publicKeyOf(publicKey), Buffer.from(signature, 'base64')))
    throw new UpdateFailure('signature');
  const parsed = manifestSchema.safeParse(jsonOf(manifest));
  if (!parsed.success) throw new UpdateFailure('malformed');
  return parsed.data;
}

/** @throws Error if the key is not an Ed25519 key */
export function publicKeyOf(publicKey: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key for updates is not an Ed25519 key');
  return key;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
