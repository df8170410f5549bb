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
  /**
   * The request as the ledger stores it (`GovernedCall.canonical`). Null if the job determines its requests
   * only while it runs.
   */
  readonly call: string | null;
  /**
   * Whether the job may send several requests. If one of them fails, others may already have been charged.
   */
  readonly isSeveral: boolean;
  /** Sends the request. `signal` cancels it while it waits in the governor's queue. */
  send(signal: AbortSignal): Promise<JobEnd>;
}

/** Sends the jobs of one kind and reports their progress to the screens. */
export interface JobPerformer {
  /** Prepares a job and returns it. If the job must not be sent, returns its result instead. */
  prepare(job: StoredJob): PreparedJob | JobEnd;
  /**
   * Returns whether the user has made a running job unnecessary. If omitted, no job ever becomes unnecessary.
   */
  isUnwanted?(job: StoredJob): boolean;
  beforeNext(): void;
  begun(): void;
  ended(job: StoredJob, end: JobEnd): void;
  /** Called when jobs of this kind change state without being sent, for example when a wait ends. */
  changed(): void;
  /**
   * Starts showing progress. The caller reports each ended job with `ended`, and calls `end` after the last
   * one.
   */
  showProgress(): { ended(end: JobEnd): void; end(): void };
}

export interface JobRunner {
  /** Settles interrupted jobs and starts sending runnable jobs. Must be called once. */
  start(): void;
  /** Starts sending jobs that have become runnable. */
  run(): void;
  /**
   * Ends all waits that have one of these reasons, and starts sending the jobs that become runnable. `kind`
   * restricts this to one kind of job. Errors are logged.
   */
  resume(reasons: readonly WaitReason[], kind?: JobKind): void;
  /**
   * Cancels the owner's running job if its request is still waiting in the governor's queue. If the request
   * was already sent, it completes and its response is stored.
   */
  cancelWaiting(owner: string, becomes: 'runnable' | 'cancelled'): void;
  /**
   * Withdraws every running job that has become unnecessary (`isUnwanted`), if its request is still waiting
   * in the governor's queue. `prepare` then ends the job. Must be called after a change that may make jobs
   * unnecessary.
   */
  recheck(): void;
  /** Resolves when all runnable jobs have ended. */
  idle(): Promise<void>;
  /**
   * Stops sending jobs and writing results. If a job is still running, its result is read from the ledger
   * when the workspace is opened again.
   */
  dispose(): void;
}

interface JobRunnerParts {
  readonly ledger: WriteDb;
  readonly serverNowMs: () => number;
  readonly performers: Readonly<Record<JobKind, JobPerformer>>;
  readonly conditions: Omit<ResumeConditions, 'dispose'>;
  readonly log: Logger;
}

/** A running job. If it is cancelled before its request is sent, `becomes` is its next state. */
interface ActiveJob {
  readonly job: StoredJob;
  readonly off: AbortController;
  becomes: 'runnable' | 'cancelled';
}

/**
 * Sends jobs in the background, one of each kind at a time. Because the kinds are independent, the offline
 * queue does not have to wait for a long plan.
 */
export const createJobRunner = (parts: JobRunnerParts): JobRunner => new Runner(parts);

class Runner implements JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #active = new Map<JobKind, ActiveJob>();
  /** `#again`: kinds that have new runnable jobs. `#busy`: kinds whose jobs are being sent. */
  readonly #again = new Set<JobKind>();
  readonly #busy = new Set<JobKind>();
  readonly #passes = new Set<Promise<void>>();
  #isOver = false;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
  }

  start(): void {
    // Jobs that wait for a key resume, because the user may have added it. Of the jobs that wait for the
    // network, only the ones in the offline queue resume; the first one shows whether the network is back.
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
  recheck(): void {
    if (this.#isOver) return;
    for (const [kind, active] of this.#active) {
      if (this.#parts.performers[kind].isUnwanted?.(active.job) !== true) continue;
      active.becomes = 'runnable';
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
    const { ledger, performers, conditions, log, serverNowMs } = this.#parts;
    const performer = performers[kind];
    let work: ReturnType<JobPerformer['showProgress']> | null = null;
    try {
      while (!this.#isOver) {
        performer.beforeNext();
        const job = nextJob(ledger, kind, serverNowMs());
        if (job === null) return;
        work ??= performer.showProgress();
        work.ended(await this.#perform(job, performer));
      }
    } catch (error) {
      if (this.#isOver) return;
      // Each job must be marked as running in the ledger before it is sent. After a ledger error, no more
      // jobs are sent.
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
      // If the workspace was closed during the attempt, `recoverJobs` settles the job when the workspace is
      // opened again.
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

  /** Settles interrupted jobs, including those whose result could not be written. */
  #recover(): void {
    const { ledger, serverNowMs } = this.#parts;
    const underWay = [...this.#active.values()].map(({ job }) => job.jobId);
    this.#changed(recoverJobs(ledger, serverNowMs(), (jobId) => underWay.includes(jobId)));
  }
  #changed(kinds: ReadonlySet<JobKind>): void {
    for (const kind of kinds) this.#parts.performers[kind].changed();
  }
}
