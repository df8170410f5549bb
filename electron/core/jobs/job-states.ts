import { z } from 'zod';
import type { OfflineState } from '../../../shared/contract/offline.ts';
import type { PlanStep } from '../../../shared/model/plan.ts';

/*
 * The states of all background requests and the changes between them. Only `job-store.ts` changes states. The names
 * are stored in `ledger.db`.
 */

/** `queue`: a request made while offline. `plan`: a request of an approved plan or of a standing rule. */
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

/** The contract's name of the state; null if the job is not shown. */
interface Shown {
  readonly queue: OfflineState | null;
  readonly plan: PlanStep;
}

interface StateRules {
  /** The job has not ended. */
  readonly isOpen: boolean;
  readonly shownAs: Shown;
  /** The next states that the app and the user may choose. */
  readonly next: Readonly<Record<Mover, readonly JobState[]>>;
}

export const JOB_STATES: Readonly<Record<JobState, StateRules>> = {
  /** Runnable, in the offline queue. */
  queued: {
    isOpen: true,
    shownAs: { queue: 'waiting', plan: 'waiting' },
    next: { app: ['running', 'waiting', 'cancelled'], user: ['cancelled'] },
  },
  /** Runnable, in an approved run. */
  approved: {
    isOpen: true,
    shownAs: { queue: 'waiting', plan: 'waiting' },
    next: { app: ['running', 'waiting', 'failed', 'cancelled'], user: ['cancelled'] },
  },
  /** Stored before the request is sent. */
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

/** The state in which a job of each kind can be sent. */
export const RUNNABLE = { queue: 'queued', plan: 'approved' } as const satisfies Readonly<
  Record<JobKind, JobState>
>;

/** Why a job waits, and who may end the wait. `turn`: the service named a time. */
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
 * Details of an end. `price`: the price rose above the approved one. `budget`: a budget or an allowance is used up.
 * `not-found`: a 404, which costs nothing.
 */
export type EndReason = 'price' | 'budget' | 'not-found';

/** Reasons for which the contract has a name of its own. */
const SHOWN_REASONS: Readonly<Record<string, Partial<Shown>>> = {
  price: { queue: 'dearer', plan: 'dearer' },
  budget: { plan: 'no-room' },
  'not-found': { plan: 'free' },
};

export interface JobPosition {
  readonly state: JobState;
  readonly reason: string | null;
}

export function shownAs<K extends JobKind>(kind: K, { state, reason }: JobPosition): Shown[K] {
  const instead = reason === null ? undefined : SHOWN_REASONS[reason];
  return instead?.[kind] ?? JOB_STATES[state].shownAs[kind];
}

/** Only the user ends a wait with a reason of another version. */
export function mayMove(from: JobPosition, to: JobState, by: Mover): boolean {
  const mayFollow = JOB_STATES[from.state].next[by].includes(to);
  if (by === 'user' || from.state !== 'waiting') return mayFollow;
  return mayFollow && isWait(from.reason) && WAITS[from.reason] === 'app';
}
