import type { StoredJob } from '../database/queries/ledger/jobs.ts';
import type { WriteDb } from '../database/sql.ts';
import { messageOf } from '../foundation/error-message.ts';
import type { Logger } from '../ports.ts';
import { outcomeOfError, type SharedWait, type JobOutcome } from './job-outcome.ts';
import { JOB_KINDS, type JobKind, type WaitReason } from './job-states.ts';
import {
  beginJob,
  chargeOf,
  endJob,
  startWaits,
  kindOf,
  nextJob,
  NOT_CHARGED,
  recoverJobs,
  endWaits,
  waitReasons,
  type JobEnd,
} from './job-store.ts';
import type { ResumeConditions } from './resume-conditions.ts';

/** A job that may be sent now. */
export interface PreparedJob {
  /** The request in the ledger's form; null if it is not known before the job is sent. */
  readonly call: string | null;
  /** Whether the job makes several requests: some may be charged before another one fails. */
  readonly isSeveral: boolean;
  /** `signal` cancels a request that still waits for its turn. */
  send(signal: AbortSignal): Promise<JobEnd>;
}

/** How one kind of job is performed and shown. */
export interface JobPerformer {
  /** Checks the job before it is sent. */
  prepare(job: StoredJob): PreparedJob | JobEnd;
  /** Called before the next job is taken. */
  beforeNext(): void;
  /** Called when a job was marked as running. */
  begun(): void;
  ended(job: StoredJob, end: JobEnd): void;
  /** Called when other jobs of this kind changed their state. */
  changed(): void;
  /** Shows progress until `end` is called. */
  showProgress(): { ended(end: JobEnd): void; end(): void };
}

export interface JobRunner {
  /** Settles interrupted jobs and sends runnable ones; call once. */
  start(): void;
  /** Sends runnable jobs. */
  run(): void;
  /** Ends the waits for these reasons, of one kind of job or of all, and sends runnable jobs. Errors are logged. */
  resume(reasons: readonly WaitReason[], kind?: JobKind): void;
  /** Cancels the owner's job if its request waits for its turn. A request already sent completes and is stored. */
  cancelWaiting(owner: string, becomes: 'runnable' | 'cancelled'): void;
  /** Resolves when no job is running. */
  idle(): Promise<void>;
  /** Stops all writes; the ledger settles the jobs in progress. */
  dispose(): void;
}

export interface JobRunnerParts {
  readonly ledger: WriteDb;
  readonly serverNowMs: () => number;
  readonly performers: Readonly<Record<JobKind, JobPerformer>>;
  readonly conditions: Omit<ResumeConditions, 'dispose'>;
  readonly log: Logger;
}

/** The job in progress. `becomes`: its state if it is cancelled before its turn. */
interface ActiveJob {
  readonly job: StoredJob;
  readonly off: AbortController;
  becomes: 'runnable' | 'cancelled';
}

/**
 * Sends jobs in the background, one of each kind at a time. The per-minute limit slows down plans; a queued request
 * does not wait for them.
 */
export const createJobRunner = (parts: JobRunnerParts): JobRunner => new Runner(parts);

class Runner implements JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #active = new Map<JobKind, ActiveJob>();
  /** Kinds with new runnable jobs, and kinds whose jobs are being sent. */
  readonly #again = new Set<JobKind>();
  readonly #busy = new Set<JobKind>();
  readonly #passes = new Set<Promise<void>>();
  #isOver = false;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
  }

  start(): void {
    // A missing key may be available now. The first queued request detects whether the network is back.
    this.resume(['key']);
    this.resume(['network', 'turn'], 'queue');
    for (const reason of waitReasons(this.#parts.ledger)) this.#parts.conditions.wait(reason);
  }
  run(): void {
    for (const kind of JOB_KINDS) this.#wake(kind);
  }
  resume(reasons: readonly WaitReason[], kind?: JobKind): void {
    if (this.#isOver) return;
    const { ledger, conditions, log } = this.#parts;
    const of = (job: StoredJob): boolean => kind === undefined || kindOf(job) === kind;
    try {
      this.#recover();
      this.#changed(endWaits(ledger, { reasons, by: 'app', of }));
    } catch (error) {
      log.warn('jobs-not-resumed', { error: messageOf(error) });
      for (const reason of reasons) conditions.wait(reason);
    }
    this.run();
  }
  cancelWaiting(owner: string, becomes: ActiveJob['becomes']): void {
    for (const active of this.#active.values()) {
      if (active.job.owner !== owner) continue;
      active.becomes = becomes;
      active.off.abort();
    }
  }
  async idle(): Promise<void> {
    while (this.#passes.size > 0) await Promise.all(this.#passes);
  }
  dispose(): void {
    this.#isOver = true;
  }

  #wake(kind: JobKind): void {
    if (this.#isOver) return;
    this.#again.add(kind);
    if (this.#busy.has(kind)) return;
    this.#busy.add(kind);
    const pass = this.#runAll(kind);
    this.#passes.add(pass);
    void pass.finally(() => this.#passes.delete(pass));
  }

  async #runAll(kind: JobKind): Promise<void> {
    try {
      while (!this.#isOver && this.#again.delete(kind)) await this.#pass(kind);
    } finally {
      this.#busy.delete(kind);
    }
  }

  async #pass(kind: JobKind): Promise<void> {
    const { ledger, performers, conditions, log } = this.#parts;
    const performer = performers[kind];
    let work: ReturnType<JobPerformer['showProgress']> | null = null;
    try {
      while (!this.#isOver) {
        performer.beforeNext();
        const job = nextJob(ledger, kind);
        if (job === null) return;
        work ??= performer.showProgress();
        work.ended(await this.#perform(job, performer));
      }
    } catch (error) {
      if (this.#isOver) return;
      // If the file cannot be written, stop: a job is only sent once it is marked as running.
      this.#again.delete(kind);
      log.error('jobs-stopped', { kind, error: messageOf(error) });
      conditions.wait('network');
    } finally {
      work?.end();
    }
  }

  async #perform(job: StoredJob, performer: JobPerformer): Promise<JobEnd> {
    const prepared = performer.prepare(job);
    if ('state' in prepared) return this.#ended(job, performer, prepared);
    beginJob(this.#parts.ledger, job.jobId, prepared.call);
    const active: ActiveJob = { job, off: new AbortController(), becomes: 'cancelled' };
    this.#active.set(kindOf(job), active);
    try {
      performer.begun();
      const outcome = await prepared
        .send(active.off.signal)
        .catch((error: unknown) => this.#failed(active, prepared, error));
      // If the workspace was closed, recovery settles the job when the workspace is opened again.
      return this.#isOver ? outcome : this.#ended(job, performer, outcome);
    } finally {
      this.#active.delete(kindOf(job));
    }
  }

  #failed({ job, becomes }: ActiveJob, { call, isSeveral }: PreparedJob, error: unknown): JobOutcome {
    if (this.#isOver) return { state: 'unknown' };
    const isFound = call !== null || isSeveral;
    const found = isFound ? chargeOf(this.#parts.ledger, job.jobId) : NOT_CHARGED;
    const outcome = outcomeOfError(kindOf(job), error, found);
    return outcome.state === 'cancelled' ? { state: becomes } : outcome;
  }

  #ended(job: StoredJob, performer: JobPerformer, { wait, ...end }: JobOutcome): JobEnd {
    const { ledger, serverNowMs, conditions } = this.#parts;
    endJob(ledger, job.jobId, end, serverNowMs());
    if (wait !== undefined) this.#wait(job, wait);
    else if (end.state === 'done') conditions.succeeded();
    performer.ended(job, end);
    return end;
  }

  #wait(job: StoredJob, { reason, scope, untilMs }: SharedWait): void {
    const { ledger, serverNowMs, conditions } = this.#parts;
    const others = startWaits(ledger, reason, scope === 'all' ? 'all' : job);
    conditions.wait(reason, untilMs === undefined ? undefined : untilMs - serverNowMs());
    this.#changed(new Set([...others].filter((kind) => kind !== kindOf(job))));
  }

  /** Also settles jobs whose result could not be written. */
  #recover(): void {
    const { ledger, serverNowMs } = this.#parts;
    const underWay = [...this.#active.values()].map(({ job }) => job.jobId);
    this.#changed(recoverJobs(ledger, serverNowMs(), (jobId) => underWay.includes(jobId)));
  }
  #changed(kinds: ReadonlySet<JobKind>): void {
    for (const kind of kinds) this.#parts.performers[kind].changed();
  }
}
