import { z } from 'zod';
import { rowIdSchema } from '../atoms.ts';
import { costSchema, previewSchema, receiptSchema, timeMsSchema } from '../budget.ts';
import { companyIdSchema, NAME_MAX } from '../company.ts';
import { pricedCallSchema } from '../query.ts';
import { ASSISTANT_REASON_CHARS_MAX } from './assistant-limits.ts';
import { assistantClientIdSchema, assistantNameSchema, proposalStateSchema } from './assistants.ts';

/* Requests that assistants propose, and that only the user can approve. */

export const assistantProposalSchema = z.strictObject({
  id: rowIdSchema,
  clientId: assistantClientIdSchema,
  clientName: assistantNameSchema,
  state: proposalStateSchema,
  call: pricedCallSchema,
  companyId: companyIdSchema.nullable(),
  companyName: z.string().max(NAME_MAX).nullable(),
  /** Text written by the assistant. It may contain anything. */
  reason: z.string().max(ASSISTANT_REASON_CHARS_MAX),
  proposedAtMs: timeMsSchema,
  expiresAtMs: timeMsSchema,
  /**
   * The time at which the user approved or declined the proposal, or at which it expired or was withdrawn;
   * null while it is open.
   */
  decidedAtMs: timeMsSchema.nullable(),
  /** When the library last stored a complete answer to this request; null if there is none. */
  storedAtMs: timeMsSchema.nullable(),
  /** The price when the request was proposed. The request is never sent at a higher price. */
  proposedCost: costSchema,
  /** The price now. If it is above `proposedCost`, the proposal can only be declined. */
  preview: previewSchema,
  /** Set once the request has been made. */
  receipt: receiptSchema.nullable(),
});
export type AssistantProposal = z.infer<typeof assistantProposalSchema>;
