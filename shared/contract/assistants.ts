import { z } from 'zod';
import { rowIdSchema } from '../model/atoms.ts';
import {
  addedAssistantSchema,
  assistantCapsSchema,
  assistantClientIdSchema,
  assistantLogRowSchema,
  assistantNameSchema,
  assistantPermissionsSchema,
  assistantPlaceSchema,
  assistantStatusSchema,
} from '../model/assistants/assistants.ts';
import { companyIdSchema, NAME_MAX } from '../model/company.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { changeKindSchema, undoSchema } from '../model/user-data.ts';
import { nothing } from './atoms.ts';
import { call, push } from './kit.ts';

const clientId = assistantClientIdSchema;

/**
 * The interface through which programs on this computer read the library of the open workspace and propose
 * requests. Only `addClient` returns a client's key.
 */
export const assistantsContract = {
  status: call(nothing).returns(assistantStatusSchema),
  /**
   * Starts listening on 127.0.0.1. If the port is taken, the call still succeeds, and the returned status
   * contains the reason.
   * @throws AppFailure `unsupported` (`assistants`) if this shell has no assistant interface
   */
  turnOn: call(nothing).returns(assistantStatusSchema),
  turnOff: call(nothing).returns(assistantStatusSchema),
  /**
   * Adds a client and returns its key, which no other call returns.
   * @throws AppFailure `conflict` (`name-taken`); `validation` if there are too many clients
   */
  addClient: call(
    z.strictObject({
      name: assistantNameSchema,
      place: assistantPlaceSchema,
      permissions: assistantPermissionsSchema,
    }),
  ).returns(z.strictObject({ added: addedAssistantSchema, status: assistantStatusSchema })),
  /** @throws AppFailure `not-found` (`assistant`) */
  setPermissions: call(z.strictObject({ clientId, permissions: assistantPermissionsSchema })).returns(
    assistantStatusSchema,
  ),
  /** @throws AppFailure `not-found` (`assistant`) */
  setPlace: call(z.strictObject({ clientId, place: assistantPlaceSchema })).returns(assistantStatusSchema),
  /** Deletes a client's key at once and ends the client's calls. Its log entries remain. */
  revoke: call(z.strictObject({ clientId })).returns(assistantStatusSchema),
  pauseAll: call(nothing).returns(assistantStatusSchema),
  resume: call(nothing).returns(assistantStatusSchema),
  /** Sets the limits on distinct companies. They cannot exceed the built-in maximum for each period. */
  setCaps: call(assistantCapsSchema).returns(assistantStatusSchema),
  /** Returns a page of calls, newest first. `cursor` is the `next` of the previous page. */
  log: call(
    z.strictObject({
      cursor: rowIdSchema.nullable().default(null),
      limit: z.int().min(1).max(LIST_LIMIT_MAX),
    }),
  ).returns(
    z.strictObject({
      rows: z.array(assistantLogRowSchema).max(LIST_LIMIT_MAX),
      /** Null on the last page. */
      next: rowIdSchema.nullable(),
    }),
  ),
  /** Returns the companies that a logged call returned to its client; empty if the call is no longer stored. */
  companiesOfCall: call(z.strictObject({ id: rowIdSchema })).returns(
    z.strictObject({
      companies: z
        .array(z.strictObject({ companyId: companyIdSchema, name: z.string().max(NAME_MAX) }))
        .max(LIST_LIMIT_MAX),
    }),
  ),
  /**
   * Undoes the change that a logged call made, and no other change. Returns a token; `marks.undo` redoes the
   * change if it is called with this token. Undoing the change a second time has no effect.
   * @throws AppFailure `not-found` (`undo`) if the call changed nothing or its change has expired; `conflict`
   *   (`changed-since`) if the same data has been changed since
   */
  undo: call(z.strictObject({ id: rowIdSchema })).returns(
    z.strictObject({ what: changeKindSchema, undo: undoSchema }),
  ),
  /** Published when the state, a client, a limit, the use of a limit or the log has changed. */
  onChanged: push(nothing),
};
