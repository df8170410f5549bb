import { z } from 'zod';
import { call } from './kit.ts';
import { companyIdSchema as companyId } from '../model/company.ts';
import { bodySchema, fieldSchema, linkSchema, personIdSchema, subjectSchema } from '../model/link.ts';
import { nothing } from './atoms.ts';

/**
 * `system`: the core opened the URL. `page`: the shell cannot open URLs, so the page must open the checked
 * URL in a new tab, without opener or referrer.
 */
const opened = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('system') }),
  z.strictObject({ how: z.literal('page'), url: z.string().max(2_100) }),
]);

/**
 * `confirm`: the link uses plain http, so the page must ask the user and then repeat the request with
 * `confirmedHost`. `cancelled`: the user declined in a dialog shown by the shell.
 */
const openedOrNot = z.discriminatedUnion('how', [
  ...opened.options,
  z.strictObject({ how: z.literal('confirm'), host: z.string().max(300) }),
  z.strictObject({ how: z.literal('cancelled') }),
]);

/**
 * Opens and copies external links. The renderer sends only the name of a company's field. The core looks up
 * the field's value and checks it. The core also records the action, but not the value.
 */
export const linksContract = {
  /**
   * Opens one of a company's links. If the link uses plain http, the user must first confirm its host: in a
   * native dialog if the shell can open links itself (`confirmedHost` is then ignored), otherwise on the
   * page. A shell that can open links also asks before it opens a link from a pasted event or more than ten
   * links and messages within a minute.
   * @throws AppFailure `link-refused` with a reason; `not-found` (`link` or `person`); `conflict`
   * (`people-locked`); `unsupported` (`open-link`); `not-confirmed` (`unavailable` or `too-often`)
   */
  open: call(
    z.strictObject({ companyId, link: linkSchema, confirmedHost: z.string().max(300).optional() }),
  ).returns(openedOrNot),
  /**
   * Opens the user's mail program with a new message that contains the contact's stored address and the
   * user's text. The user still has to send the message there.
   *
   * @throws AppFailure `link-refused` (`too-long`) if the message does not fit into a link; `not-found`
   * (`link`) if the contact has no valid address; `not-confirmed` if the user has opened ten links and
   * messages within a minute and declines to open more
   */
  mail: call(
    z.strictObject({
      companyId,
      personId: personIdSchema,
      subject: subjectSchema.default(''),
      body: bodySchema.default(''),
    }),
  ).returns(opened),
  /**
   * Returns the value of a field, to be copied to the clipboard. A blocked contact counts as not found.
   * @throws AppFailure `not-found` (`link` or `person`)
   */
  copy: call(z.strictObject({ companyId, field: fieldSchema })).returns(
    z.strictObject({ text: z.string().max(2_000) }),
  ),
  /**
   * Records that the user copied a message for the contact `personId`, or for no particular contact if null.
   */
  copiedMessage: call(z.strictObject({ companyId, personId: personIdSchema.nullable() })).returns(nothing),
};
