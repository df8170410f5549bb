import { AppFailure } from '../../../shared/app-failure.ts';
import { cleanLine, truncate } from '../../../shared/clean-text.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import {
  ASSISTANT_CLIENTS_MAX,
  ASSISTANT_PROPOSALS_PER_CLIENT_MAX,
  ASSISTANT_REASON_CHARS_MAX,
} from '../../../shared/model/assistants/assistant-limits.ts';
import type { AssistantProposal } from '../../../shared/model/assistants/proposals.ts';
import { costSchema, type Cost, type Preview, type Screen } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { offlineRequestSchema } from '../../../shared/model/offline.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { canStoreContacts } from '../contacts/contact-encryption.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import {
  countOpenProposals,
  expireProposals,
  insertProposal,
  lastDeclinedAtMs,
  markApproved,
  markDeclined,
  openProposalOf,
  openProposalsByClient,
  proposalById,
  proposalsSince,
  pruneProposals,
  reopenDeclined,
  withdrawOpenOf,
  type StoredProposal,
} from '../database/queries/ledger/proposals.ts';
import { assistantClients } from '../database/queries/yours/assistants/assistants.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import { PLAN_SCREEN } from '../fetching/planned-request.ts';
import { queuedCall } from '../fetching/queued-request.ts';
import { isLocalCompanyId } from '../foundation/local-company-id.ts';
import { parsedJson } from '../jobs/job-store.ts';
import { addNewCall, isQueued } from '../jobs/offline-queue.ts';
import { priceOfQueued, type QueuePriceParts } from '../jobs/queued-price.ts';
import { companyNameOf } from '../library/company-view.ts';
import { agoText } from './ago-text.ts';
import { momentText } from './moment-text.ts';
import { isDearer } from '../quota/policy/costs.ts';
import type { SpendingGuard } from '../quota/spending/spending-guard.ts';
import { receiptIn, shownState } from './proposal-outcome.ts';
import { storedAnswer, type ProposableRequest } from './stored-answer.ts';
import { ToolRefusal } from './tool.ts';

/*
 * Requests that assistants propose and only the user can approve. A proposal keeps its original price: if the
 * request costs more when the user approves it, the request is not sent. The transaction that records the
 * approval also adds the request to the offline queue as a job.
 */

export const PROPOSAL_LIFETIME_MS = DAY_MS;
/** How long decided and expired proposals stay visible. */
const SHOWN_MS = DAY_MS;
/** How long after the user declines a request no client can propose it again. */
const DECLINED_MS = DAY_MS;
/** Proposals are stored for as long as the call log, because the call log shows their outcomes. */
const KEPT_MS = 90 * DAY_MS;

const WAITS_ELSEWHERE =
  'This request is already waiting in Roundwatch: another assistant proposed it, or the user has asked for it.';
const TOO_MANY = `This assistant already has ${ASSISTANT_PROPOSALS_PER_CLIENT_MAX} proposals waiting, which is the most. The user can approve or decline them in Roundwatch.`;

export interface ProposalParts extends Omit<QueuePriceParts, 'files'> {
  readonly files: { readonly cache: ReadDb; readonly yours: ReadDb; readonly ledger: WriteDb };
  readonly publish: Publish;
}

interface NewProposal {
  readonly client: { readonly id: string; readonly name: string };
  readonly ask: ProposableRequest;
  /** Written by the assistant. */
  readonly reason: string;
}

/**
 * Returns the current price of a request that an assistant may propose.
 * @throws AppFailure `not-found` (`company`, `saved-search`); `conflict` (`people-locked`) for contacts while
 * they cannot be stored
 */
export function priceOfProposable(parts: ProposalParts, ask: ProposableRequest): Preview {
  const { cache } = parts.files;
  if ('companyId' in ask && (isLocalCompanyId(ask.companyId) || !isStored(cache, ask.companyId)))
    throw new AppFailure({ kind: 'not-found', what: 'company' });
  if (ask.kind === 'people' && !canStoreContacts(parts.vault.seal()))
    throw new AppFailure({ kind: 'conflict', reason: 'people-locked' });
  const preview = priceOfQueued(parts, { ask, screen: PLAN_SCREEN });
  if (preview === null)
    throw new AppFailure({ kind: 'not-found', what: 'companyId' in ask ? 'company' : 'saved-search' });
  return preview;
}

const isStored = (cache: ReadDb, companyId: string): boolean =>
  companyRows(cache, [companyId]).has(companyId);

/**
 * Stores a proposal. If the same proposal of this client is still open, returns that proposal, with `isNew`
 * false.
 * @throws AppFailure the errors of `priceOfProposable`; `quota-exhausted` if a budget does not allow the
 * request
 * @throws ToolRefusal `already-waiting` if another client has proposed the request or it is in the offline
 * queue; `declined` if the user has declined it within a day; `too-many-proposals` if the client has too many
 * open proposals
 */
export function propose(
  parts: ProposalParts,
  proposal: NewProposal,
): { readonly proposal: AssistantProposal; readonly isNew: boolean } {
  const { client, ask } = proposal;
  const preview = priceOfProposable(parts, ask);
  const { decision } = preview;
  if (decision.kind === 'refuse') {
    const { budget, resetsAtMs, alternatives, allowance } = decision;
    const cap = allowance === null ? {} : { allowance };
    throw new AppFailure({ kind: 'quota-exhausted', budget, resetsAtMs, alternatives, ...cap });
  }
  const { ledger } = parts.files;
  const nowMs = Math.round(parts.governor.serverNowMs());
  const { id, isNew } = transaction(ledger, () => {
    expireProposals(ledger, nowMs);
    const request = JSON.stringify(ask);
    const same = openProposalOf(ledger, request);
    if (same !== null && same.clientId === client.id) return { id: same.proposalId, isNew: false };
    if (same !== null || isQueued(ledger, ask)) throw new ToolRefusal('already-waiting', WAITS_ELSEWHERE);
    requireNotDeclined(ledger, request, nowMs);
    if (countOpenProposals(ledger, client.id) >= ASSISTANT_PROPOSALS_PER_CLIENT_MAX)
      throw new ToolRefusal('too-many-proposals', TOO_MANY);
    pruneProposals(ledger, nowMs - KEPT_MS);
    const inserted = insertProposal(ledger, {
      clientId: client.id,
      clientName: client.name,
      request,
      companyId: 'companyId' in ask ? ask.companyId : null,
      reason: truncate(cleanLine(proposal.reason), ASSISTANT_REASON_CHARS_MAX),
      price: JSON.stringify(preview.cost),
      proposedAtMs: nowMs,
      expiresAtMs: nowMs + PROPOSAL_LIFETIME_MS,
    });
    return { id: inserted, isNew: true };
  });
  if (isNew) parts.publish('proposals', 'onChanged', {});
  return { proposal: requiredView(parts, id), isNew };
}

/** @throws ToolRefusal `declined` if the user has declined this request within `DECLINED_MS` */
function requireNotDeclined(ledger: ReadDb, request: string, nowMs: number): void {
  const againAtMs = declinedUntilMs(ledger, request, nowMs);
  if (againAtMs === null) return;
  throw new ToolRefusal(
    'declined',
    `The user declined this request ${agoText(nowMs - (againAtMs - DECLINED_MS))}. It can be proposed again from ${momentText(againAtMs, nowMs)}.`,
  );
}

function declinedUntilMs(ledger: ReadDb, request: string, nowMs: number): number | null {
  const declinedAtMs = lastDeclinedAtMs(ledger, request);
  return declinedAtMs === null || declinedAtMs <= nowMs - DECLINED_MS ? null : declinedAtMs + DECLINED_MS;
}

/**
 * If the user has declined this proposal's request, returns when the request can be proposed again; null if
 * it can be proposed now.
 */
export function proposableFromMs({ files: { ledger }, governor }: ProposalParts, id: string): number | null {
  const stored = proposalById(ledger, Number(id));
  return stored === null ? null : declinedUntilMs(ledger, stored.request, governor.serverNowMs());
}

const refused = (path: string, message: string): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path, message }] });

/**
 * Returns three kinds of proposals, oldest first: open ones, approved ones whose request has not succeeded
 * yet, and those that were decided or expired within the last day. `waiting` is the number of open proposals
 * of each client.
 */
export function listProposals(parts: ProposalParts): {
  readonly proposals: AssistantProposal[];
  readonly waiting: { readonly clientId: string; readonly count: number }[];
} {
  const { ledger } = parts.files;
  const nowMs = parts.governor.serverNowMs();
  const read = (): StoredProposal[] =>
    proposalsSince(ledger, { sinceMs: nowMs - SHOWN_MS, limit: LIST_LIMIT_MAX });
  // The page calls this function at every start. There are usually no proposals, and the function then
  // returns after the first read.
  if (read().length === 0) return { proposals: [], waiting: [] };
  expireProposals(ledger, nowMs);
  return {
    proposals: read().flatMap((each) => viewOf(parts, each) ?? []),
    waiting: openProposalsByClient(ledger, ASSISTANT_CLIENTS_MAX),
  };
}

/**
 * Returns a client's own proposal, with its receipt.
 * @throws AppFailure `not-found` (`proposal`)
 */
export function proposalOfClient(parts: ProposalParts, clientId: string, id: string): AssistantProposal {
  expireProposals(parts.files.ledger, parts.governor.serverNowMs());
  const stored = proposalById(parts.files.ledger, Number(id));
  if (stored === null || stored.clientId !== clientId) throw notFound();
  return requiredView(parts, stored.proposalId);
}

export interface ApprovalParts extends ProposalParts {
  readonly spending: Pick<SpendingGuard, 'admit'>;
  readonly startQueue: () => void;
}

/**
 * Approves a proposal at the price that the user saw, and starts the request in the background. Does nothing
 * if the proposal has already been approved.
 * @throws AppFailure `not-found` (`proposal`) if it is unknown, expired or declined; `price-changed` if the
 * request now costs more than the user saw, or more than was proposed; `not-confirmed`; `validation` if the
 * same request is already in the offline queue
 */
export async function approveProposal(
  parts: ApprovalParts,
  { id, accepted, screen }: { readonly id: string; readonly accepted: Cost; readonly screen: Screen },
): Promise<AssistantProposal> {
  const { ledger } = parts.files;
  const seen = atPrice(parts, id, accepted);
  if (seen !== null) {
    const admission = await parts.spending.admit(seen.accepted.records);
    let isApproved = false;
    try {
      // The user may have taken a while to confirm, so the price, the expiry and the state are checked again.
      isApproved = transaction(ledger, () => approve(parts, atPrice(parts, id, accepted), screen));
    } finally {
      if (!isApproved) admission.settle(0);
    }
    parts.publish('proposals', 'onChanged', {});
    parts.publish('offline', 'onChanged', {});
    parts.startQueue();
  }
  return requiredView(parts, Number(id));
}

interface AtPrice {
  readonly proposal: StoredProposal;
  readonly ask: ProposableRequest;
  /** The maximum cost of the request: the cost that the user saw or the proposed cost, whichever is lower. */
  readonly accepted: Cost;
}

/**
 * Returns the open proposal, or null if it has already been approved or has ended.
 * @throws AppFailure if its request now costs more than `accepted`, or if the proposal cannot be found
 */
function atPrice(parts: ProposalParts, id: string, accepted: Cost): AtPrice | null {
  const { ledger } = parts.files;
  expireProposals(ledger, parts.governor.serverNowMs());
  const proposal = proposalById(ledger, Number(id));
  if (proposal?.state === 'approved' || proposal?.state === 'ended') return null;
  const known = proposal === null ? null : readProposal(proposal);
  if (proposal === null || known === null || proposal.state !== 'open') throw notFound();
  const { ask, price } = known;
  const preview = priceOfProposable(parts, ask);
  if (isDearer(preview.cost, accepted) || isDearer(preview.cost, price))
    throw new AppFailure({ kind: 'price-changed', preview });
  return { proposal, ask, accepted: lesserOf(accepted, price) };
}

const lesserOf = (one: Cost, other: Cost): Cost => ({
  requests: Math.min(one.requests, other.requests),
  records: Math.min(one.records, other.records),
  pageTurns: Math.min(one.pageTurns, other.pageTurns),
  companies: Math.min(one.companies, other.companies),
});

function approve(
  { files: { ledger }, governor }: ProposalParts,
  at: AtPrice | null,
  screen: Screen,
): boolean {
  if (at === null) return false;
  const { proposal, ask, accepted } = at;
  const atMs = Math.round(governor.serverNowMs());
  const jobId = addNewCall(ledger, { ask, accepted, screen, requestedAtMs: atMs });
  if (jobId === null) throw refused('id', 'the same request is already in the offline queue');
  const { proposalId } = proposal;
  markApproved(ledger, { proposalId, accepted: JSON.stringify(accepted), jobId, atMs });
  return true;
}

/**
 * Declines an open proposal. Does nothing if the proposal has already been decided or has expired.
 * @throws AppFailure `not-found` (`proposal`)
 */
export function declineProposal({ files, governor, publish }: ProposalParts, id: string): void {
  const { ledger } = files;
  const atMs = Math.round(governor.serverNowMs());
  transaction(ledger, () => {
    expireProposals(ledger, atMs);
    const proposal = proposalById(ledger, Number(id));
    if (proposal === null) throw notFound();
    if (proposal.state === 'open') markDeclined(ledger, { proposalId: proposal.proposalId, atMs });
  });
  publish('proposals', 'onChanged', {});
}

/**
 * Undoes a decline, so the proposal is open again until it expires. Does nothing if the proposal is already
 * open.
 * @throws AppFailure `not-found` (`proposal`) if it has expired or was not declined, or if its client was
 *   revoked
 */
export function undoDecline({ files, governor, publish }: ProposalParts, id: string): void {
  const { ledger, yours } = files;
  const nowMs = Math.round(governor.serverNowMs());
  transaction(ledger, () => {
    expireProposals(ledger, nowMs);
    const proposal = proposalById(ledger, Number(id));
    if (proposal?.state === 'open') return;
    const { proposalId, clientId } = proposal ?? { proposalId: 0, clientId: '' };
    const isClient = assistantClients(yours).some((client) => client.clientId === clientId);
    if (!isClient || !reopenDeclined(ledger, { proposalId, nowMs })) throw notFound();
  });
  publish('proposals', 'onChanged', {});
}

/** Withdraws the open proposals of a client. Must be called when its key is revoked. */
export function withdrawProposalsOf(
  { files: { ledger }, governor, publish }: Pick<ProposalParts, 'files' | 'governor' | 'publish'>,
  clientId: string,
): void {
  const atMs = Math.round(governor.serverNowMs());
  transaction(ledger, () => {
    expireProposals(ledger, atMs);
    withdrawOpenOf(ledger, { clientId, atMs });
  });
  publish('proposals', 'onChanged', {});
}

const notFound = (): AppFailure => new AppFailure({ kind: 'not-found', what: 'proposal' });

function requiredView(parts: ProposalParts, proposalId: number): AssistantProposal {
  const stored = proposalById(parts.files.ledger, proposalId);
  const view = stored === null ? null : viewOf(parts, stored);
  if (view === null) throw notFound();
  return view;
}

/**
 * Parses a stored proposal. Returns null if a different version of the app wrote the proposal and this
 * version cannot read it.
 */
function readProposal(stored: StoredProposal): { ask: ProposableRequest; price: Cost } | null {
  const ask = offlineRequestSchema.safeParse(parsedJson(stored.request)).data;
  const price = costSchema.safeParse(parsedJson(stored.price)).data;
  if (ask === undefined || price === undefined || ask.kind === 'search' || ask.kind === 'catch-up')
    return null;
  return { ask, price };
}

/**
 * Returns null if the proposal's request can no longer be priced, for example because its saved search was
 * deleted.
 */
function viewOf(parts: ProposalParts, stored: StoredProposal): AssistantProposal | null {
  const { cache, yours, ledger } = parts.files;
  const known = readProposal(stored);
  const call = known === null ? null : callOfAsk(parts, known.ask);
  const preview = known === null ? null : priceOfQueued(parts, { ask: known.ask, screen: PLAN_SCREEN });
  if (known === null || call === null || preview === null) return null;
  const { companyId } = stored;
  const answer = storedAnswer(parts, known.ask);
  return {
    id: String(stored.proposalId),
    clientId: stored.clientId,
    clientName: stored.clientName,
    state: shownState(ledger, stored),
    call,
    companyId,
    companyName: companyId === null ? null : companyNameOf(cache, yours, companyId),
    reason: stored.reason,
    proposedAtMs: stored.proposedAtMs,
    expiresAtMs: stored.expiresAtMs,
    decidedAtMs: stored.decidedAtMs,
    storedAtMs: answer?.isComplete === true ? Math.round(answer.fetchedAtMs) : null,
    proposedCost: known.price,
    preview,
    receipt: receiptIn(stored.outcome),
  };
}

function callOfAsk({ files, governor }: ProposalParts, ask: ProposableRequest): PricedCall | null {
  return queuedCall(files.yours, ask, governor.serverNowMs());
}
