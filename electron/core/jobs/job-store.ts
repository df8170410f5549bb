import type { AppError } from '../../../shared/app-error.ts';
import type { Cost, Receipt } from '../../../shared/model/budget.ts';
import {
  deleteJob,
  entryAfter,
  hasLaterCharge,
  jobById,
  jobsInState,
  nextApproved,
  nextQueued,
  pruneDoneQueued,
  updateJob,
  type JobChange,
  type StoredJob,
} from '../database/queries/ledger/jobs.ts';
import { newestEntryId } from '../database/queries/ledger/entries.ts';
import { endProposalOfJob } from '../database/queries/ledger/proposals.ts';
import { transaction, type ReadDb, type WriteDb } from '../database/sql.ts';
import {
  isWait,
  JOB_KINDS,
  JOB_STATES,
  jobStateSchema,
  mayMove,
  RUNNABLE,
  WAITS,
  type EndReason,
  type JobKind,
  type JobPosition,
  type JobState,
  type Mover,
  type WaitReason,
} from './job-states.ts';

/* Only this file changes a job's state. It checks every change against `JOB_STATES`. */

/**
 * Maximum number of completed requests that remain in the offline queue. They remain there to let the user
 * read their receipts.
 */
const MAX_DONE = 10;

/** The result of an attempt to send a job. */
export interface JobEnd {
  /** `runnable`: the job was not sent and can be sent later. */
  readonly state: 'runnable' | 'waiting' | 'unknown' | 'done' | 'failed' | 'cancelled';
  readonly reason?: WaitReason | EndReason;
  readonly spent?: Cost;
  readonly news?: number;
  /** Set only for a completed job in the offline queue. */
  readonly receipt?: Receipt;
  readonly error?: AppError;
}

/**
 * Whether a job's latest attempt was charged, according to the ledger. `in-part`: the ledger contains
 * requests since the attempt began that were or may have been charged, but it does not show whether this job
 * or another sender made them.
 */
export type Charge =
  | { readonly charge: 'none' | 'in-part' }
  | { readonly charge: 'charged' | 'maybe'; readonly spent: Cost };

export const NOT_CHARGED: Charge = { charge: 'none' };

export const kindOf = ({ kind }: Pick<StoredJob, 'kind'>): JobKind => (kind === 'plan' ? 'plan' : 'queue');
export const stateOf = ({ state }: Pick<StoredJob, 'state'>): JobState => jobStateSchema.parse(state);
export const positionOf = (job: StoredJob): JobPosition => ({ state: stateOf(job), reason: job.reason });

/** Parses a stored value. Returns null if the value is not JSON. */
export function parsedJson(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
}

/**
 * Changes the state of a job.
 * @throws Error if `JOB_STATES` does not allow the change
 */
export function moveJob(
  ledger: WriteDb,
  job: StoredJob,
  to: JobState,
  by: Mover,
  change: Partial<Omit<JobChange, 'state'>> = {},
): void {
  if (!mayMove(positionOf(job), to, by))
    throw new Error(`the ${by} moves no job from ${job.state} (${job.reason ?? 'no reason'}) to ${to}`);
  updateJob(ledger, { ...job, reason: null, ...change, state: to });
}

/**
 * Returns the next job of this kind that may be sent now. The user's jobs come before jobs started by rules.
 * Within each group, older jobs come first.
 */
export const nextJob = (ledger: ReadDb, kind: JobKind, nowMs: number): StoredJob | null =>
  kind === 'queue' ? nextQueued(ledger) : nextApproved(ledger, nowMs);

/**
 * Marks a job as running, together with the id of the newest ledger row. Must be called before the request is
 * sent. After a crash, the newer ledger rows then show whether the request may have been charged.
 */
export function beginJob(ledger: WriteDb, jobId: number, call: string | null): void {
  transaction(ledger, () => {
    const job = jobById(ledger, jobId);
    if (job === null) throw new Error('the job is gone');
    moveJob(ledger, job, 'running', 'app', { call, afterEntry: newestEntryId(ledger), outcome: null });
  });
}

/** Stores the result of an attempt. Does nothing if the job has since been removed. */
export function endJob(ledger: WriteDb, jobId: number, end: JobEnd, atMs: number): void {
  transaction(ledger, () => {
    const job = jobById(ledger, jobId);
    if (job !== null) settle(ledger, job, end, atMs);
  });
}

function settle(ledger: WriteDb, job: StoredJob, end: JobEnd, atMs: number): void {
  const { state, reason = null } = ended(job, end);
  if (state === 'cancelled') return cancelJob(ledger, job, 'app', atMs, reason);
  moveJob(ledger, job, state, 'app', {
    reason,
    // The errors of plans are not stored, because they are not shown and may contain names from the service.
    outcome: job.kind === 'queue' ? outcomeOf(end) : null,
    spent: end.spent === undefined ? null : JSON.stringify(end.spent),
    news: end.news ?? null,
    endedAtMs: JOB_STATES[state].isOpen ? null : Math.round(atMs),
  });
  if (job.kind !== 'queue' || state !== 'done') return;
  // The outcome is also stored with the proposal, because the queue deletes completed requests and an
  // assistant may request the receipt later.
  endProposalOfJob(ledger, { jobId: job.jobId, outcome: outcomeOf(end) ?? '{}' });
  pruneDoneQueued(ledger, MAX_DONE);
}

/**
 * Returns the job's next state. If its run was stopped during the attempt and the request was not sent, the
 * job is cancelled.
 */
function ended(job: StoredJob, end: JobEnd): { state: JobState; reason?: string } {
  const { state, ...rest } = end;
  if (job.isGroupEnded && (state === 'runnable' || state === 'waiting')) return { state: 'cancelled' };
  return { ...rest, state: state === 'runnable' ? RUNNABLE[kindOf(job)] : state };
}

function outcomeOf({ receipt, error }: JobEnd): string | null {
  if (receipt !== undefined) return JSON.stringify({ receipt });
  return error === undefined ? null : JSON.stringify({ error });
}

/**
 * Cancels a job. If the job is in the offline queue, also deletes it, because the queue does not show
 * cancelled jobs.
 */
export function cancelJob(
  ledger: WriteDb,
  job: StoredJob,
  by: Mover,
  atMs: number,
  reason: string | null = null,
): void {
  moveJob(ledger, job, 'cancelled', by, { reason, endedAtMs: Math.round(atMs) });
  if (job.kind === 'queue') deleteJob(ledger, job.jobId);
}

/** Looks up in the ledger whether the job's latest attempt was charged. */
export function chargeOf(ledger: ReadDb, jobId: number): Charge {
  const job = jobById(ledger, jobId);
  if (job === null || job.afterEntry === null) return NOT_CHARGED;
  const { call, companyId, afterEntry } = job;
  if (call === null)
    return hasLaterCharge(ledger, { afterEntry, companyId }) ? { charge: 'in-part' } : NOT_CHARGED;
  const entry = entryAfter(ledger, { call, afterEntry });
  // The request was never reserved, or its reservation was released without a charge.
  if (entry === null || entry.state === 'released') return NOT_CHARGED;
  return { charge: entry.state === 'spent' ? 'charged' : 'maybe', spent: entry.costs };
}

/**
 * Settles jobs that were interrupted while running. The ledger has a row for every request that was sent. If
 * none of a job's rows was or may have been charged, the job becomes runnable again. Otherwise, it becomes
 * done or unknown.
 * @returns the kinds of the settled jobs
 */
export function recoverJobs(
  ledger: WriteDb,
  atMs: number,
  isUnderWay: (jobId: number) => boolean,
): ReadonlySet<JobKind> {
  return transaction(ledger, () => {
    const interrupted = JOB_KINDS.flatMap((kind) => jobsInState(ledger, { kind, state: 'running' })).filter(
      ({ jobId }) => !isUnderWay(jobId),
    );
    for (const job of interrupted) settle(ledger, job, afterCrash(chargeOf(ledger, job.jobId)), atMs);
    return new Set(interrupted.map(kindOf));
  });
}

function afterCrash(found: Charge): JobEnd {
  switch (found.charge) {
    case 'none':
      return { state: 'runnable' };
    case 'charged':
      // The response is in the library, because a response is stored before its request is settled.
      return { state: 'done', spent: found.spent };
    case 'maybe':
      return { state: 'unknown', spent: found.spent };
    case 'in-part':
      return { state: 'unknown' };
  }
}

/** The jobs that must wait: all jobs, or the jobs of one kind and owner. */
type WaitScope = 'all' | Pick<StoredJob, 'kind' | 'owner'>;

/**
 * Makes every runnable job in the scope wait for the given reason.
 * @returns the kinds of these jobs
 */
export function startWaits(ledger: WriteDb, reason: WaitReason, scope: WaitScope): ReadonlySet<JobKind> {
  const isMeant = ({ kind, owner }: StoredJob): boolean =>
    scope === 'all' || (kind === scope.kind && owner === scope.owner);
  return moveAll(
    ledger,
    JOB_KINDS.flatMap((kind) => jobsInState(ledger, { kind, state: RUNNABLE[kind] })).filter(isMeant),
    (job) => moveJob(ledger, job, 'waiting', 'app', { reason }),
  );
}

interface EndedWaits {
  readonly reasons: readonly WaitReason[];
  readonly by: Mover;
  /** Returns whether to include a job. If omitted, all jobs are included. */
  readonly of?: (job: StoredJob) => boolean;
}

/**
 * Makes the selected jobs runnable if they are waiting for one of these reasons.
 * @returns the kinds of these jobs
 */
export function endWaits(
  ledger: WriteDb,
  { reasons, by, of = () => true }: EndedWaits,
): ReadonlySet<JobKind> {
  return moveAll(
    ledger,
    JOB_KINDS.flatMap((kind) => jobsInState(ledger, { kind, state: 'waiting' })).filter(
      (job) => reasons.some((reason) => reason === job.reason) && of(job),
    ),
    (job) => moveJob(ledger, job, RUNNABLE[kindOf(job)], by),
  );
}

function moveAll(
  ledger: WriteDb,
  jobs: readonly StoredJob[],
  move: (job: StoredJob) => void,
): ReadonlySet<JobKind> {
  transaction(ledger, () => jobs.forEach(move));
  return new Set(jobs.map(kindOf));
}

/**
 * Returns the reasons why jobs are waiting now. Includes only reasons for which the app may end the wait by
 * itself.
 */
export const waitReasons = (ledger: ReadDb): ReadonlySet<WaitReason> =>
  new Set(
    JOB_KINDS.flatMap((kind) => jobsInState(ledger, { kind, state: 'waiting' })).flatMap(({ reason }) =>
      isWait(reason) && WAITS[reason] === 'app' ? [reason] : [],
    ),
  );
