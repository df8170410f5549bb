import { createHash, timingSafeEqual } from 'node:crypto';

/* The one place where secrets are compared: how long it takes tells nothing of where they differ. */

/** What is kept of a secret that only has to be recognised: SHA-256, so that all are equally long. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

/** Bytes of another length are another secret. */
export const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && timingSafeEqual(left, right);

export const sameSecret = (left: string, right: string): boolean =>
  sameBytes(digestOf(left), digestOf(right));
