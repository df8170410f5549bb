import { z } from 'zod';
import { appErrorSchema, type AppError } from '../../../shared/app-error.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { OfflineState } from '../../../shared/contract/offline.ts';
import {
  costSchema,
  receiptSchema,
  screenSchema,
  type Cost,
  type Receipt,
} from '../../../shared/model/budget.ts';
import {
  offlineRequestSchema,
  OFFLINE_CALLS_MAX,
  type OfflineRequest,
} from '../../../shared/model/offline.ts';
import {
  deleteJob,
  insertQueuedJob,
  jobById,
  queuedJobByRequest,
  queuedJobs,
  updateJob,
  type StoredJob,
} from '../database/queries/ledger/jobs.ts';
import { proposalOfJob } from '../database/queries/ledger/proposals.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import type { QueuedRequest } from '../fetching/queued-request.ts';
import { RUNNABLE, shownAs } from './job-states.ts';
import { cancelJob, moveJob, parsedJson, positionOf, stateOf } from './job-store.ts';

/* The offline queue is a list of jobs. This file adds, approves, cancels and shows them. */

export interface QueuedCall extends QueuedRequest {
  readonly callId: number;
  readonly state: OfflineState;
  readonly error: AppError | null;
  readonly receipt: Receipt | null;
  readonly requestedAtMs: number;
  /** Why the request is waiting; null if the request is not waiting. */
  readonly waitReason: string | null;
  /** Name of the assistant that proposed the request; null if the user made it. */
  readonly assistant: string | null;
}

/**
 * Returns the requests that the user sees in the offline queue. A request that an assistant proposed is
 * included only if it needs the user, or if it waits for the network or a key.
 */
export const shownCalls = (ledger: ReadDb): QueuedCall[] =>
  queuedCalls(ledger).filter(
    ({ assistant, state, waitReason }) =>
      assistant === null || NEEDS_USER.includes(state) || waitReason === 'network' || waitReason === 'key',
  );

const NEEDS_USER: readonly OfflineState[] = ['dearer', 'refused', 'unknown'];

/**
 * Returns the requests in the offline queue, completed ones last. Excludes requests that another version of
 * the app wrote and this version cannot read.
 */
export function queuedCalls(ledger: ReadDb): QueuedCall[] {
  const calls = queuedJobs(ledger).flatMap((job) => queuedCallOf(ledger, job) ?? []);
  return [
    ...calls.filter(({ state }) => state !== 'done'),
    ...calls.filter(({ state }) => state === 'done').toReversed(),
  ];
}

type NewCall = QueuedRequest & Pick<QueuedCall, 'requestedAtMs'>;

/**
 * Adds a request and returns its id. If the queue already contains the same request, updates that request's
 * accepted price and makes it runnable.
 * @throws AppFailure `validation` if the queue has `OFFLINE_CALLS_MAX` open requests
 */
export const addCall = (ledger: WriteDb, call: NewCall): number =>
  transaction(ledger, () => {
    const known = queuedJobByRequest(ledger, JSON.stringify(call.ask));
    if (known === null) return insertCall(ledger, call);
    approve(ledger, known, call.accepted);
    return known.jobId;
  });

/**
 * Adds a request, unless the same request is already in the queue.
 * @throws AppFailure `validation` if the queue has `OFFLINE_CALLS_MAX` open requests
 * @returns the request's id; null if it was not added
 */
export const addNewCall = (ledger: WriteDb, call: NewCall): number | null =>
  transaction(ledger, () => (isQueued(ledger, call.ask) ? null : insertCall(ledger, call)));

/** Returns whether an identical request is in the queue and has not succeeded yet. */
export const isQueued = (ledger: ReadDb, ask: OfflineRequest): boolean =>
  queuedJobByRequest(ledger, JSON.stringify(ask)) !== null;

function insertCall(ledger: WriteDb, { ask, accepted, screen, requestedAtMs }: NewCall): number {
  if (queuedCalls(ledger).filter(({ state }) => state !== 'done').length >= OFFLINE_CALLS_MAX)
    throw new AppFailure({
      kind: 'validation',
      issues: [{ path: 'ask', message: `at most ${OFFLINE_CALLS_MAX} queued requests` }],
    });
  return insertQueuedJob(ledger, {
    request: JSON.stringify(ask),
    companyId: 'companyId' in ask ? ask.companyId : null,
    accepted: JSON.stringify(accepted),
    screen,
    createdAtMs: Math.round(requestedAtMs),
  });
}

/**
 * Accepts a new price for a request and makes the request runnable.
 * @throws AppFailure `not-found` (`queued-request`)
 */
export function approveNewPrice(ledger: WriteDb, id: string, accepted: Cost): void {
  transaction(ledger, () => {
    const job = queuedJob(ledger, id);
    if (job === null || stateOf(job) === 'done')
      throw new AppFailure({ kind: 'not-found', what: 'queued-request' });
    approve(ledger, job, accepted);
  });
}

/** Stores the accepted price and makes the job runnable. Does nothing while the job is running. */
function approve(ledger: WriteDb, job: StoredJob, cost: Cost): void {
  const state = stateOf(job);
  const accepted = JSON.stringify(cost);
  if (state === 'running') return;
  if (state === RUNNABLE.queue) return updateJob(ledger, { ...job, accepted });
  moveJob(ledger, job, RUNNABLE.queue, 'user', { accepted, outcome: null, spent: null, endedAtMs: null });
}

/** Removes a request from the queue. Returns false if the request does not exist or is running. */
export const cancelCall = (ledger: WriteDb, id: string, atMs: number): boolean =>
  transaction(ledger, () => {
    const job = queuedJob(ledger, id);
    if (job === null || stateOf(job) === 'running') return false;
    if (stateOf(job) === 'done') deleteJob(ledger, job.jobId);
    else cancelJob(ledger, job, 'user', atMs);
    return true;
  });

function queuedJob(ledger: ReadDb, id: string): StoredJob | null {
  const job = jobById(ledger, Number(id));
  return job?.kind === 'queue' ? job : null;
}

/**
 * Parses a stored job. Returns null if a different version of the app wrote the job and this version cannot
 * read it.
 */
export function readQueued(stored: StoredJob): QueuedRequest | null {
  const ask = offlineRequestSchema.safeParse(parsedJson(stored.request));
  const accepted = costSchema.safeParse(parsedJson(stored.accepted));
  const screen = screenSchema.safeParse(stored.screen);
  if (!ask.success || !accepted.success || !screen.success) return null;
  return { ask: ask.data, accepted: accepted.data, screen: screen.data };
}

const failedSchema = z.strictObject({ error: appErrorSchema });
const doneSchema = z.strictObject({ receipt: receiptSchema });

function queuedCallOf(ledger: ReadDb, stored: StoredJob): QueuedCall | null {
  const request = readQueued(stored);
  const state = shownAs('queue', positionOf(stored));
  if (request === null || state === null) return null;
  const outcome = parsedJson(stored.outcome);
  return {
    ...request,
    callId: stored.jobId,
    state,
    requestedAtMs: stored.createdAtMs,
    error: failedSchema.safeParse(outcome).data?.error ?? null,
    receipt: doneSchema.safeParse(outcome).data?.receipt ?? null,
    waitReason: stateOf(stored) === 'waiting' ? stored.reason : null,
    assistant: proposalOfJob(ledger, stored.jobId)?.clientName ?? null,
  };
}
