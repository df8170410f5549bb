import { createHash, timingSafeEqual } from 'node:crypto';

/*
 * All secret comparisons go through this module, so timing does not reveal where two secrets differ.
 */

/**
 * Returns the SHA-256 of a secret. Digests are compared instead of secrets. All digests have the same length,
 * so a comparison does not reveal the length of a secret.
 */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

/** Compares in constant time. Inputs of different lengths are unequal. */
export const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && timingSafeEqual(left, right);

export const sameSecret = (left: string, right: string): boolean =>
  sameBytes(digestOf(left), digestOf(right));
