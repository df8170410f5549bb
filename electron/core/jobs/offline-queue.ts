import { z } from 'zod';
import { appErrorSchema, type AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import {
  costSchema,
  receiptSchema,
  screenSchema,
  type Cost,
  type Receipt,
} from '../../../shared/model/budget.ts';
import { offlineStateSchema, type OfflineState } from '../../../shared/contract/offline.ts';
import { offlineAskSchema, OFFLINE_CALLS_MAX } from '../../../shared/model/offline.ts';
import {
  acceptCall,
  callAsking,
  deleteCall,
  insertCall,
  nextWaiting,
  offlineCall,
  offlineCalls,
  pruneDone,
  runningCalls,
  setCallState,
  hasLaterCharge,
  type StoredCall,
} from '../database/queries/ledger/offline-queue.ts';
import { newestEntryId } from '../database/queries/ledger/entries.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { QueuedRequest } from '../fetching/queued-request.ts';

/** The stored queue. Entries of another version are removed, because their cost is unknown. */

/** Completed entries that stay on the list for their receipts. */
const DONE_KEPT = 10;

export interface StoredQueuedCall extends QueuedRequest {
  readonly callId: number;
  readonly state: OfflineState;
  readonly error: AppError | null;
  readonly receipt: Receipt | null;
  readonly askedAtMs: number;
}

/** Completed entries come last. */
export function queuedCalls(ledger: ReadDb): StoredQueuedCall[] {
  const kept = offlineCalls(ledger).flatMap((stored) => readCall(stored) ?? []);
  return [
    ...kept.filter(({ state }) => state !== 'done'),
    ...kept.filter(({ state }) => state === 'done').toReversed(),
  ];
}

/** The oldest entry that is sent automatically. */
export function nextCall(ledger: WriteDb): StoredQueuedCall | null {
  for (let stored = nextWaiting(ledger); stored !== null; stored = nextWaiting(ledger)) {
    const call = readCall(stored);
    if (call !== null) return call;
    deleteCall(ledger, stored.callId);
  }
  return null;
}

/**
 * Adds a request; one that is already queued gets the new price.
 * @throws AppFailure validation beyond 40 entries
 * @returns its id
 */
export function addCall(
  ledger: WriteDb,
  { ask, accepted, screen, askedAtMs }: Pick<StoredQueuedCall, 'ask' | 'accepted' | 'screen' | 'askedAtMs'>,
): number {
  return transaction(ledger, () => {
    const asked = JSON.stringify(ask);
    const known = callAsking(ledger, asked);
    if (known !== null) {
      if (known.state !== 'running')
        acceptCall(ledger, { callId: known.callId, accepted: JSON.stringify(accepted) });
      return known.callId;
    }
    if (queuedCalls(ledger).filter(({ state }) => state !== 'done').length >= OFFLINE_CALLS_MAX)
      throw new AppFailure({
        kind: 'validation',
        issues: [{ path: 'ask', message: `at most ${OFFLINE_CALLS_MAX} fetches wait` }],
      });
    const companyId = 'companyId' in ask ? ask.companyId : null;
    return insertCall(ledger, { asked, companyId, screen, accepted: JSON.stringify(accepted), askedAtMs });
  });
}

/**
 * The user's approval at a new price.
 * @throws AppFailure not-found query
 */
export function approveNewPrice(ledger: WriteDb, id: string, accepted: Cost): void {
  transaction(ledger, () => {
    const call = offlineCall(ledger, Number(id));
    if (call === null || call.state === 'done') throw new AppFailure({ kind: 'not-found', what: 'query' });
    if (call.state !== 'running')
      acceptCall(ledger, { callId: call.callId, accepted: JSON.stringify(accepted) });
  });
}

/** False if the entry does not exist or is in progress. */
export const cancelCall = (ledger: WriteDb, id: string): boolean =>
  transaction(ledger, () => {
    const call = offlineCall(ledger, Number(id));
    if (call === null || call.state === 'running') return false;
    deleteCall(ledger, call.callId);
    return true;
  });

export type CallEnd =
  | { readonly state: 'running' | 'waiting' | 'dearer' | 'unknown' }
  | { readonly state: 'refused'; readonly error: AppError }
  | { readonly state: 'done'; readonly receipt: Receipt };

export function recordCallEnd(ledger: WriteDb, callId: number, end: CallEnd): void {
  transaction(ledger, () => {
    setCallState(ledger, { callId, state: end.state, outcome: outcomeOf(ledger, end) });
    if (end.state === 'done') pruneDone(ledger, DONE_KEPT);
  });
}

function outcomeOf(ledger: ReadDb, end: CallEnd): string | null {
  if (end.state === 'done') return JSON.stringify({ receipt: end.receipt });
  if (end.state === 'refused') return JSON.stringify({ error: end.error });
  return end.state === 'running' ? JSON.stringify({ afterEntry: newestEntryId(ledger) }) : null;
}

/**
 * Settles requests in progress when the workspace was closed. They are reserved in the ledger before they are
 * sent: without a reservation nothing was sent and the request stays queued; otherwise it may have been
 * charged.
 * @returns how many there were
 */
export const settleInterruptedCalls = (ledger: WriteDb): number =>
  transaction(ledger, () => {
    const interrupted = runningCalls(ledger);
    for (const { callId, companyId, outcome } of interrupted) {
      const entryId = afterSchema.safeParse(parsed(outcome)).data?.afterEntry ?? 0;
      const state = hasLaterCharge(ledger, { entryId, companyId }) ? 'unknown' : 'waiting';
      setCallState(ledger, { callId, state, outcome: null });
    }
    return interrupted.length;
  });
const refusedSchema = z.strictObject({ error: appErrorSchema });
const doneSchema = z.strictObject({ receipt: receiptSchema });
const afterSchema = z.strictObject({ afterEntry: z.int().min(0) });

/** Null if another version wrote it. */
function readCall(stored: StoredCall): StoredQueuedCall | null {
  const ask = offlineAskSchema.safeParse(parsed(stored.asked));
  const accepted = costSchema.safeParse(parsed(stored.accepted));
  const screen = screenSchema.safeParse(stored.screen);
  const state = offlineStateSchema.safeParse(stored.state);
  if (!ask.success || !accepted.success || !screen.success || !state.success) return null;
  const outcome = parsed(stored.outcome);
  return {
    callId: stored.callId,
    ask: ask.data,
    screen: screen.data,
    accepted: accepted.data,
    state: state.data,
    askedAtMs: stored.askedAtMs,
    error: refusedSchema.safeParse(outcome).data?.error ?? null,
    receipt: doneSchema.safeParse(outcome).data?.receipt ?? null,
  };
}

function parsed(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
}
