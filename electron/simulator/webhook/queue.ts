import type { Timers } from '../service/timers.ts';
import type { Posted } from './post.ts';

export interface Job {
  readonly kind: 'icp' | 'all' | 'test';
  readonly companyId: string;
  readonly fundingId: string;
  /** Called at the time of sending, because the body contains it. */
  compose(): string;
  readonly contentType: string;
}

/** One attempt. */
export interface DeliveryReport extends Posted {
  /** Counts from 1. */
  readonly seq: number;
  readonly kind: Job['kind'];
  readonly companyId: string;
  readonly fundingId: string;
  readonly attempt: number;
  /** Virtual time. */
  readonly sentAtMs: number;
}

export interface QueueRules {
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly reorder: boolean;
}

export interface QueueNeeds {
  rules(): QueueRules;
  nowMs(): number;
  send(job: Job): Promise<Posted>;
  /** Called when there is room again. */
  onRoom(): void;
  readonly timers: Timers;
}

export interface DeliveryQueue {
  /** False if the queue is full. */
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

/** At most 100 events wait and 2 are being sent. */
export function createQueue(needs: QueueNeeds): DeliveryQueue {
  let waiting: Attempt[] = [];
  let reports: DeliveryReport[] = [];
  let inFlight = 0;
  let resting = 0;
  let seq = 0;
  const room = (): number => MAX_WAITING - waiting.length - resting;

  const pump = (): void => {
    while (inFlight < MAX_IN_FLIGHT) {
      const next = needs.rules().reorder ? waiting.pop() : waiting.shift();
      if (!next) break;
      inFlight += 1;
      void attempt(next);
    }
  };
  const attempt = async ({ job, attempt: count }: Attempt): Promise<void> => {
    const sentAtMs = needs.nowMs();
    const posted = await needs.send(job).catch(notSent);
    inFlight -= 1;
    seq += 1;
    const { kind, companyId, fundingId } = job;
    reports = [
      ...reports.slice(1 - MAX_REPORTS),
      { seq, kind, companyId, fundingId, attempt: count, sentAtMs, ...posted },
    ];
    if (!posted.ok && count <= needs.rules().retries) void retry({ job, attempt: count + 1 });
    pump();
    needs.onRoom();
  };
  const retry = async (again: Attempt): Promise<void> => {
    resting += 1;
    await needs.timers.wait(needs.rules().retryDelayMs);
    resting -= 1;
    waiting.push(again);
    pump();
  };
  return {
    add: (jobs) => {
      if (room() < jobs.length) return false;
      waiting.push(...jobs.map((job) => ({ job, attempt: 1 })));
      // Deferred, so that all events of one time jump are queued before the first is sent.
      queueMicrotask(pump);
      return true;
    },
    room,
    waiting: () => waiting.length + resting,
    inFlight: () => inFlight,
    reports: () => reports,
    clear: () => {
      waiting = [];
    },
  };
}

const notSent = (error: unknown): Posted => ({
  status: null,
  ok: false,
  reason: error instanceof Error ? error.message : 'not sent',
  durationMs: 0,
});
