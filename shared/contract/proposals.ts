import { z } from 'zod';
import { ASSISTANT_CLIENTS_MAX } from '../model/assistants/assistant-limits.ts';
import { assistantClientIdSchema } from '../model/assistants/assistants.ts';
import { assistantProposalSchema } from '../model/assistants/proposals.ts';
import { countSchema as count, rowIdSchema } from '../model/atoms.ts';
import { LIST_LIMIT_MAX } from '../model/limits.ts';
import { nothing, paid } from './atoms.ts';
import { call, push } from './kit.ts';

/**
 * Requests that assistants have proposed. Only `approve`, which no assistant can call, spends anything.
 */
export const proposalsContract = {
  /**
   * Returns the proposals that are waiting for the user, are running, or have ended within the last day,
   * oldest first, with their current prices. `waiting` is the number of open proposals of each client.
   */
  list: call(nothing).returns(
    z.strictObject({
      // Usually empty, so the schema of a proposal is created only when it is needed.
      proposals: z.array(z.lazy(() => assistantProposalSchema)).max(LIST_LIMIT_MAX),
      waiting: z
        .array(z.strictObject({ clientId: assistantClientIdSchema, count }))
        .max(ASSISTANT_CLIENTS_MAX),
    }),
  ),
  /**
   * Approves a proposal at the price that the user saw. The request runs in the background; `onChanged` reports
   * its result. Approving a proposal again does nothing.
   * @throws AppFailure `not-found` (`proposal`) if it has expired or was declined; `price-changed` if the request
   * now costs more than the user saw or than was proposed
   */
  approve: call(z.strictObject({ id: rowIdSchema, ...paid })).returns(
    z.strictObject({ proposal: assistantProposalSchema }),
  ),
  /**
   * Declines a proposal. Does nothing if the proposal has expired.
   *
   * @throws AppFailure `not-found` (`proposal`) if it never existed
   */
  decline: call(z.strictObject({ id: rowIdSchema })).returns(nothing),
  /**
   * Undoes a decline, so the proposal waits again until it expires.
   * @throws AppFailure `not-found` (`proposal`) if the proposal has expired or was not declined, or if its
   * client was revoked
   */
  undoDecline: call(z.strictObject({ id: rowIdSchema })).returns(nothing),
  /** Published when a proposal is added, changes or expires. */
  onChanged: push(nothing),
};
