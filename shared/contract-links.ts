import { z } from 'zod';
import { call } from './contract-kit.ts';
import { companyIdSchema } from './model/company.ts';
import { bodySchema, fieldSchema, linkSchema, subjectSchema } from './model/link.ts';

const companyId = companyIdSchema;
/**
 * `system`: the core had it opened. `page`: this shell has no way to, so the page opens this one checked address in a new tab
 * of its own browser, without opener or referrer.
 */
const opened = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('system') }),
  z.strictObject({ how: z.literal('page'), url: z.string().max(2_100) }),
]);

/**
 * The ways out of the app. The renderer says what, never where: the core looks the address up in the library, checks it and
 * writes down that it was opened or copied (what, whose, when; not the value).
 */
export const linksContract = {
  /** Throws link-refused with its reason; not-found link or person; conflict people-locked; unsupported open-link. */
  open: call(z.strictObject({ companyId, link: linkSchema })).returns(opened),
  /**
   * A new message in the seller's mail program: the address is the library's, the words are the seller's. Throws link-refused
   * too-long where the message does not fit into a link; not-found link where the person has no valid address.
   */
  mail: call(
    z.strictObject({
      companyId,
      personId: z.string().min(1).max(200),
      subject: subjectSchema.default(''),
      body: bodySchema.default(''),
    }),
  ).returns(opened),
  /** One field for the clipboard; whoever is suppressed is not there to be copied. Throws not-found link or person. */
  copy: call(z.strictObject({ companyId, field: fieldSchema })).returns(
    z.strictObject({ text: z.string().max(2_000) }),
  ),
  /** A message of the seller's own was copied; `personId`: to whom it is. */
  copiedMessage: call(z.strictObject({ companyId, personId: z.string().min(1).max(200).nullable() })).returns(
    z.strictObject({}),
  ),
};
