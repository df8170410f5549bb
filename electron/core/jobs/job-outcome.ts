import type { AppError, AppErrorOf } from '../../../shared/app-error.ts';
import { AppFailure, assertNever } from '../../../shared/app-failure.ts';
import { WAITS, type EndReason, type JobKind, type WaitReason } from './job-states.ts';
import type { Charge, JobEnd } from './job-store.ts';

/* Determines what happens to a job after an error. */

/** The result of an attempt. `wait` is set if other jobs must wait too. */
export interface JobOutcome extends JobEnd {
  readonly wait?: SharedWait;
}

export interface SharedWait {
  readonly reason: WaitReason;
  /**
   * `all`: every job waits. `owner`: the jobs of the same kind and owner wait, for example the whole offline
   * queue.
   */
  readonly scope: 'all' | 'owner';
  /** Server time of the next attempt; omitted if the service did not state a time. */
  readonly untilMs?: number;
}

type Meaning =
  | { readonly state: 'waiting'; readonly reason: WaitReason; readonly scope: SharedWait['scope'] | 'itself' }
  | { readonly state: 'unknown'; readonly reason?: WaitReason; readonly scope?: SharedWait['scope'] }
  | { readonly state: 'failed'; readonly reason?: EndReason }
  | { readonly state: 'done'; readonly reason: EndReason }
  | { readonly state: 'cancelled' };
type Waiting = Extract<Meaning, { state: 'waiting' | 'unknown' }>;

const FAILED: Meaning = { state: 'failed' };
const NO_BUDGET: Meaning = { state: 'failed', reason: 'budget' };
const NO_KEY: Meaning = { state: 'waiting', reason: 'key', scope: 'owner' };
const NO_NETWORK: Meaning = { state: 'waiting', reason: 'network', scope: 'all' };

/**
 * For each class of error, the next state of each kind of job. A failed job in the offline queue is shown
 * with its error, and the user decides what to do. The jobs of a plan wait for the network, disk space and
 * keys. They do not wait for a later day: if their price has risen or they exceed a budget, they fail.
 */
const MEANINGS = {
  /** The price rose above the accepted price. */
  price: {
    queue: { state: 'waiting', reason: 'price', scope: 'itself' },
    plan: { state: 'failed', reason: 'price' },
  },
  /** A temporary failure that cost nothing: no connection, a timeout, or an open circuit breaker. */
  network: { queue: NO_NETWORK, plan: NO_NETWORK },
  /** An unusable response that cost nothing. */
  response: { queue: FAILED, plan: NO_NETWORK },
  /** The request was sent and counts as spent, but there is no usable response. */
  counted: { queue: { state: 'unknown', reason: 'network', scope: 'owner' }, plan: { state: 'unknown' } },
  /** The request was cancelled while it waited in the governor's queue. */
  cancelled: { queue: FAILED, plan: { state: 'cancelled' } },
  /** The keychain is locked. An automatic retry would prompt the user to unlock it. */
  'key-locked': { queue: NO_KEY, plan: NO_KEY },
  key: { queue: FAILED, plan: NO_KEY },
  'contact-key': { queue: FAILED, plan: NO_KEY },
  storage: { queue: FAILED, plan: { state: 'waiting', reason: 'storage', scope: 'owner' } },
  /** The service stated when the next request may be sent. */
  turn: { queue: { state: 'waiting', reason: 'turn', scope: 'owner' }, plan: NO_BUDGET },
  budget: { queue: FAILED, plan: NO_BUDGET },
  /** The response was a 404, which costs nothing. */
  'not-found': { queue: FAILED, plan: { state: 'done', reason: 'not-found' } },
  other: { queue: FAILED, plan: FAILED },
} as const satisfies Readonly<Record<string, Readonly<Record<JobKind, Meaning>>>>;

type ErrorClass = keyof typeof MEANINGS;

function classOf(error: AppError): ErrorClass {
  switch (error.kind) {
    case 'network':
      return classOfNetwork(error);
    case 'unauthorized':
      return error.reason === 'key-locked' ? 'key-locked' : 'key';
    case 'price-changed':
      return 'price';
    case 'conflict':
      return error.reason === 'people-locked' ? 'contact-key' : 'other';
    case 'storage':
      return 'storage';
    case 'rate-limited':
      return error.askedAgain === true ? 'budget' : 'turn';
    case 'quota-exhausted':
      return 'budget';
    case 'not-found':
    case 'not-available':
      return 'not-found';
    case 'validation':
    case 'upstream':
    case 'unsupported':
    case 'link-refused':
    case 'archive':
    case 'not-confirmed':
    case 'internal':
      return 'other';
    default:
      return assertNever(error);
  }
}

const PASSING: ReadonlySet<string> = new Set(['offline', 'connection', 'timeout', 'resting']);

function classOfNetwork({ counted, reason }: AppErrorOf<'network'>): ErrorClass {
  if (counted === true) return 'counted';
  if (reason === 'aborted') return 'cancelled';
  return PASSING.has(reason) ? 'network' : 'response';
}

/**
 * Returns the result of an attempt that failed with `thrown`. A job for which the service charged, or may
 * have charged, is not sent again automatically.
 */
export function outcomeOfError(kind: JobKind, thrown: unknown, found: Charge): JobOutcome {
  if (found.charge === 'charged') return { state: 'failed', spent: found.spent };
  if (found.charge === 'maybe') return { state: 'unknown', spent: found.spent };
  const error: AppError =
    thrown instanceof AppFailure ? thrown.appError : { kind: 'internal', ref: 'offline' };
  const meaning: Meaning = MEANINGS[classOf(error)][kind];
  if (meaning.state === 'failed') return { ...meaning, error };
  if (meaning.state === 'done' || meaning.state === 'cancelled') return meaning;
  const wait = waitOf(meaning, error);
  const isSentAgain =
    meaning.state === 'waiting' && (found.charge === 'none' || WAITS[meaning.reason] === 'user');
  return isSentAgain ? { state: 'waiting', reason: meaning.reason, ...wait } : { state: 'unknown', ...wait };
}

function waitOf({ reason, scope }: Waiting, error: AppError): Pick<JobOutcome, 'wait'> {
  if (reason === undefined || scope === undefined || scope === 'itself') return {};
  const untilMs = error.kind === 'rate-limited' || error.kind === 'network' ? error.retryAtMs : undefined;
  return { wait: { reason, scope, ...(untilMs === undefined ? {} : { untilMs }) } };
}
