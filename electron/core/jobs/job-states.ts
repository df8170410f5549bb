import { z } from 'zod';
import type { OfflineState } from '../../../shared/contract/offline.ts';
import type { PlanStep } from '../../../shared/model/plan.ts';

/*
 * The states of background requests (jobs) and the allowed transitions between them. Only `job-store.ts`
 * changes a state. The state names are stored in `ledger.db`.
 */

/** `queue`: a request in the offline queue. `plan`: a request from an approved plan or a standing rule. */
export const JOB_KINDS = ['queue', 'plan'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const jobStateSchema = z.enum([
  'queued',
  'approved',
  'running',
  'waiting',
  'unknown',
  'done',
  'failed',
  'cancelled',
]);
export type JobState = z.infer<typeof jobStateSchema>;

/** Who changes a job's state. */
export type Mover = 'app' | 'user';

/** The state as shown on screen (`offline.ts` and `plan.ts` in `shared/`); null if the job is not shown. */
interface Shown {
  readonly queue: OfflineState | null;
  readonly plan: PlanStep;
}

interface StateRules {
  /** Whether a job in this state has not ended yet. */
  readonly isOpen: boolean;
  readonly shownAs: Shown;
  /** The states to which the app (`app`) and the user (`user`) may move a job that is in this state. */
  readonly next: Readonly<Record<Mover, readonly JobState[]>>;
}

export const JOB_STATES: Readonly<Record<JobState, StateRules>> = {
  /** A job in the offline queue, ready to be sent. */
  queued: {
    isOpen: true,
    shownAs: { queue: 'waiting', plan: 'waiting' },
    next: { app: ['running', 'waiting', 'cancelled'], user: ['cancelled'] },
  },
  /** A job from an approved plan or a rule, ready to be sent. */
  approved: {
    isOpen: true,
    shownAs: { queue: 'waiting', plan: 'waiting' },
    next: { app: ['running', 'waiting', 'failed', 'cancelled'], user: ['cancelled'] },
  },
  /**
   * This state is stored before the request is sent, so an interrupted job can be recognized after a
   * crash.
   */
  running: {
    isOpen: true,
    shownAs: { queue: 'running', plan: 'under-way' },
    next: {
      app: ['queued', 'approved', 'waiting', 'unknown', 'done', 'failed', 'cancelled'],
      user: [],
    },
  },
  waiting: {
    isOpen: true,
    shownAs: { queue: 'waiting', plan: 'waiting' },
    next: { app: ['queued', 'approved'], user: ['queued', 'approved', 'cancelled'] },
  },
  /** The request may have been charged. Only the user may send it again. */
  unknown: {
    isOpen: false,
    shownAs: { queue: 'unknown', plan: 'unknown' },
    next: { app: [], user: ['queued', 'cancelled'] },
  },
  done: { isOpen: false, shownAs: { queue: 'done', plan: 'done' }, next: { app: [], user: [] } },
  failed: {
    isOpen: false,
    shownAs: { queue: 'refused', plan: 'failed' },
    next: { app: [], user: ['queued', 'cancelled'] },
  },
  cancelled: { isOpen: false, shownAs: { queue: null, plan: 'dropped' }, next: { app: [], user: [] } },
};

export const OPEN_STATES: readonly JobState[] = jobStateSchema.options.filter(
  (state) => JOB_STATES[state].isOpen,
);

/** For each kind of job, the state in which a job can be sent. */
export const RUNNABLE = { queue: 'queued', plan: 'approved' } as const satisfies Readonly<
  Record<JobKind, JobState>
>;

/**
 * For each reason why a job waits: whether the app or only the user may end the wait. `turn`: the service
 * stated the time from which the next request may be sent.
 */
export const WAITS = {
  network: 'app',
  key: 'app',
  storage: 'app',
  turn: 'app',
  price: 'user',
} as const satisfies Readonly<Record<string, Mover>>;
export type WaitReason = keyof typeof WAITS;

export const isWait = (reason: string | null): reason is WaitReason =>
  reason !== null && Object.hasOwn(WAITS, reason);

/**
 * Why a job has ended. `price`: the price rose above the accepted price. `budget`: a budget or a spending cap
 * is used up. `not-found`: the response was a 404, which costs nothing. `marked-done`, `snoozed`, `ours`: the
 * request was skipped, because the user no longer works on the company.
 */
export type EndReason = 'price' | 'budget' | 'not-found' | 'marked-done' | 'snoozed' | 'ours';

/** The state to show, instead of the job's own state, for a job that ended for one of these reasons. */
const SHOWN_REASONS: Readonly<Record<string, Partial<Shown>>> = {
  price: { queue: 'dearer', plan: 'dearer' },
  budget: { plan: 'no-room' },
  'not-found': { plan: 'free' },
  'marked-done': { plan: 'marked-done' },
  snoozed: { plan: 'snoozed' },
  ours: { plan: 'ours' },
};

export interface JobPosition {
  readonly state: JobState;
  readonly reason: string | null;
}

export function shownAs<K extends JobKind>(kind: K, { state, reason }: JobPosition): Shown[K] {
  const instead = reason === null ? undefined : SHOWN_REASONS[reason];
  return instead?.[kind] ?? JOB_STATES[state].shownAs[kind];
}

/**
 * Returns whether `by` may move a job to the state `to`. If this version of the app does not recognise the
 * reason for a wait, only the user can end the wait.
 */
export function mayMove(from: JobPosition, to: JobState, by: Mover): boolean {
  const mayFollow = JOB_STATES[from.state].next[by].includes(to);
  if (by === 'user' || from.state !== 'waiting') return mayFollow;
  return mayFollow && isWait(from.reason) && WAITS[from.reason] === 'app';
}
