import type { Timers } from '../service/timers.ts';
import type { PostResult } from './post.ts';

export interface Job {
  readonly kind: 'icp' | 'all' | 'test';
  readonly companyId: string;
  readonly fundingId: string;
  /** Returns the body. Must be called just before sending, because the body contains the time of sending. */
  compose(): string;
  readonly contentType: string;
}

/** The result of one delivery attempt. */
export interface DeliveryReport extends PostResult {
  /** Sequence number, starting at 1. */
  readonly seq: number;
  readonly kind: Job['kind'];
  readonly companyId: string;
  readonly fundingId: string;
  readonly attempt: number;
  readonly sentAtMs: number;
}

interface QueueRules {
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly reorder: boolean;
}

interface QueueDependencies {
  rules(): QueueRules;
  nowMs(): number;
  send(job: Job): Promise<PostResult>;
  /** Called after each attempt. The queue may then have room for more jobs. */
  onRoom(): void;
  readonly timers: Timers;
}

export interface DeliveryQueue {
  /**
   * Queues all jobs and returns true. If there is not enough room for all of them, queues none and returns
   * false.
   */
  add(jobs: readonly Job[]): boolean;
  room(): number;
  waiting(): number;
  inFlight(): number;
  reports(): readonly DeliveryReport[];
  clear(): void;
}

const MAX_WAITING = 100;
const MAX_IN_FLIGHT = 2;
const MAX_REPORTS = 500;

interface Attempt {
  readonly job: Job;
  readonly attempt: number;
}

/** Delivers events, two at a time. Up to 100 more can wait in the queue. */
export function createQueue(dependencies: QueueDependencies): DeliveryQueue {
  let waiting: Attempt[] = [];
  let reports: DeliveryReport[] = [];
  let inFlight = 0;
  let retriesWaiting = 0;
  let seq = 0;
  const room = (): number => MAX_WAITING - waiting.length - retriesWaiting;

  const sendNext = (): void => {
    while (inFlight < MAX_IN_FLIGHT) {
      const next = dependencies.rules().reorder ? waiting.pop() : waiting.shift();
      if (!next) break;
      inFlight += 1;
      void attempt(next);
    }
  };
  const attempt = async ({ job, attempt: count }: Attempt): Promise<void> => {
    const sentAtMs = dependencies.nowMs();
    const posted = await dependencies.send(job).catch(failedPost);
    inFlight -= 1;
    seq += 1;
    const { kind, companyId, fundingId } = job;
    reports = [
      ...reports.slice(1 - MAX_REPORTS),
      { seq, kind, companyId, fundingId, attempt: count, sentAtMs, ...posted },
    ];
    if (!posted.ok && count <= dependencies.rules().retries) void retry({ job, attempt: count + 1 });
    sendNext();
    dependencies.onRoom();
  };
  const retry = async (next: Attempt): Promise<void> => {
    retriesWaiting += 1;
    await dependencies.timers.wait(dependencies.rules().retryDelayMs);
    retriesWaiting -= 1;
    waiting.push(next);
    sendNext();
  };
  return {
    add: (jobs) => {
      if (room() < jobs.length) return false;
      waiting.push(...jobs.map((job) => ({ job, attempt: 1 })));
      // Sending starts only after the current task, because a jump of the clock can call `add` several times
      // in a row. All of these events are then queued first.
      queueMicrotask(sendNext);
      return true;
    },
    room,
    waiting: () => waiting.length + retriesWaiting,
    inFlight: () => inFlight,
    reports: () => reports,
    clear: () => {
      waiting = [];
    },
  };
}

const failedPost = (error: unknown): PostResult => ({
  status: null,
  ok: false,
  reason: error instanceof Error ? error.message : 'not sent',
  durationMs: 0,
});
