import { z } from 'zod';
import { passphrase } from './atoms.ts';

/* How the user's keys are stored, and how contacts are protected. */

/** An API key as the user pasted it. */
export const secret = z.string().trim().min(1).max(4_096);

const underKeychain = z.strictObject({ mode: z.literal('keychain') });
const underPassphrase = z.strictObject({ mode: z.literal('passphrase'), passphrase });
export const sealChoice = z.discriminatedUnion('mode', [underKeychain, underPassphrase]);
export const peopleChoice = z.discriminatedUnion('mode', [
  underKeychain,
  underPassphrase,
  z.strictObject({ mode: z.literal('none') }),
]);
