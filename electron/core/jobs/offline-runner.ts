import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import { newestEntryId } from '../database/queries/ledger/entries.ts';
import { hasLaterCharge } from '../database/queries/ledger/offline-queue.ts';
import type { ReadDb } from '../database/sql.ts';
import type { QueuedRequest } from '../fetching/queued-request.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { outcomeOfError, type RequestOutcome } from './request-outcome.ts';
import { recordCallEnd, nextCall, settleInterruptedCalls, type StoredQueuedCall } from './offline-queue.ts';
import { messageOf } from '../foundation/error-message.ts';

/*
 * Retries queued requests of the open workspace one after the other. The first request itself detects that the
 * network is back: an unsent request is free, and the app never probes the service.
 */

/** Delays in ms between retries while no request succeeds; the last one repeats. */
const PAUSES_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000];

export interface OfflineRunner {
  /** Called when a request was queued, a workspace was opened or the network may be back. */
  kick(): void;
  dispose(): Promise<void>;
}

export interface OfflineRunnerParts {
  readonly active: () => OpenWorkspace | null;
  /** Makes a request at the accepted price, in the workspace that is open at that time. */
  readonly perform: (request: QueuedRequest) => Promise<Receipt>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publish: Publish;
}

export function createOfflineRunner(parts: OfflineRunnerParts): OfflineRunner {
  return new Runner(parts);
}

class Runner implements OfflineRunner {
  readonly #parts: OfflineRunnerParts;
  readonly #met = new WeakSet<OpenWorkspace>();
  #running: Promise<void> | null = null;
  #again = false;
  #failures = 0;
  #stopTimer: Dispose = () => undefined;
  #isOver = false;

  constructor(parts: OfflineRunnerParts) {
    this.#parts = parts;
  }

  kick(): void {
    if (this.#isOver) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  async dispose(): Promise<void> {
    this.#isOver = true;
    this.#stopTimer();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#isOver) {
      this.#again = false;
      this.#stopTimer();
      try {
        await this.#pass();
      } catch (error) {
        // If the file cannot be written, stop: a request is only sent once it is marked as in progress.
        this.#parts.log.error('offline-queue', { error: messageOf(error) });
        this.#later(null);
      }
    }
  }

  async #pass(): Promise<void> {
    for (;;) {
      const workspace = this.#parts.active();
      if (workspace === null || this.#isOver) return;
      this.#meet(workspace);
      const call = nextCall(workspace.files.ledger);
      if (call === null) return;
      const judged = await this.#make(workspace, call);
      if (judged.wait === undefined) {
        this.#failures = 0;
        continue;
      }
      if (judged.wait === 'key') return;
      const { untilMs } = judged.wait;
      return this.#later(untilMs === null ? null : untilMs - workspace.governor.serverNowMs());
    }
  }

  /** Settles the requests that were in progress when the workspace was closed. */
  #meet(workspace: OpenWorkspace): void {
    if (this.#met.has(workspace)) return;
    this.#met.add(workspace);
    if (settleInterruptedCalls(workspace.files.ledger) > 0) this.#parts.publish('offline', 'onChanged', {});
  }

  /** Marked as in progress before it is sent: after a crash it is not sent twice. */
  async #make(workspace: OpenWorkspace, call: StoredQueuedCall): Promise<RequestOutcome> {
    const { ledger } = workspace.files;
    const { perform, publish } = this.#parts;
    recordCallEnd(ledger, call.callId, { state: 'running' });
    const entryId = newestEntryId(ledger);
    const ended = await perform(call).then(
      (receipt): RequestOutcome => ({ state: 'done', receipt }),
      (error: unknown): RequestOutcome => this.#judge(error),
    );
    // The workspace was closed in the meantime; the result is settled when it is opened again.
    if (this.#parts.active() !== workspace) return { state: 'unknown' };
    const judged = this.#inPart(ledger, call, ended, entryId);
    recordCallEnd(ledger, call.callId, judged);
    publish('offline', 'onChanged', {});
    if (judged.state === 'done')
      publish('offline', 'onDone', { id: String(call.callId), receipt: judged.receipt });
    return judged;
  }

  #judge(error: unknown): RequestOutcome {
    const known = error instanceof AppFailure ? error.appError : null;
    if (known === null) return { state: 'refused', error: { kind: 'internal', ref: 'offline' } };
    return outcomeOfError(known);
  }

  /** A catch-up consists of several requests: once one is charged, the rest may exceed the accepted price. */
  #inPart(ledger: ReadDb, { ask }: StoredQueuedCall, ended: RequestOutcome, entryId: number): RequestOutcome {
    const isTriedAgain = ask.kind === 'catch-up' && ended.state === 'waiting';
    if (!isTriedAgain) return ended;
    return hasLaterCharge(ledger, { entryId, companyId: null }) ? { ...ended, state: 'unknown' } : ended;
  }

  #later(forMs: number | null): void {
    const pauseMs = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#stopTimer();
    this.#stopTimer = this.#parts.clock.after(forMs === null ? pauseMs : Math.max(1_000, forMs), () =>
      this.kick(),
    );
  }
}
