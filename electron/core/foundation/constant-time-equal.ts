import { createHash, timingSafeEqual } from 'node:crypto';

/*
 * All secret comparisons go through this module, so their duration does not reveal where two secrets differ.
 */

/** SHA-256 of a secret that only needs to be recognised. All digests have the same length. */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

/** Compares in constant time; inputs of different lengths are never equal. */
export const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && timingSafeEqual(left, right);

export const sameSecret = (left: string, right: string): boolean =>
  sameBytes(digestOf(left), digestOf(right));
