import { z } from 'zod';
import { rowIdSchema } from '../atoms.ts';
import { costSchema, previewSchema, receiptSchema, timeMsSchema } from '../budget.ts';
import { companyIdSchema, NAME_MAX } from '../company.ts';
import { pricedCallSchema } from '../query.ts';
import { ASSISTANT_REASON_CHARS_MAX } from './assistant-limits.ts';
import { assistantClientIdSchema, assistantNameSchema } from './assistants.ts';

/* Requests that assistants propose, and that only the user can approve. */

/**
 * `open`: waits for the user. `running`: approved and being fetched. `unknown`: sent, but the answer was lost; it
 * counts as spent and is not sent again.
 */
const proposalStateSchema = z.enum(['open', 'running', 'done', 'unknown', 'failed', 'declined', 'expired']);
export type ProposalState = z.infer<typeof proposalStateSchema>;

export const assistantProposalSchema = z.strictObject({
  id: rowIdSchema,
  clientId: assistantClientIdSchema,
  clientName: assistantNameSchema,
  state: proposalStateSchema,
  call: pricedCallSchema,
  companyId: companyIdSchema.nullable(),
  companyName: z.string().max(NAME_MAX).nullable(),
  /** Text by the assistant. It may contain anything. */
  reason: z.string().max(ASSISTANT_REASON_CHARS_MAX),
  proposedAtMs: timeMsSchema,
  expiresAtMs: timeMsSchema,
  /** The price when the request was proposed. A proposal is never made at a higher price. */
  proposedCost: costSchema,
  /** The price now. If it is above `proposedCost`, the proposal can only be declined. */
  preview: previewSchema,
  /** Set when the request was made. */
  receipt: receiptSchema.nullable(),
});
export type AssistantProposal = z.infer<typeof assistantProposalSchema>;
