import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import { newestEntryId } from '../db/queries/ledger.ts';
import { wasChargedAfter } from '../db/queries/offline-calls.ts';
import type { ReadDb } from '../db/sql.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { judge, type Judged } from './call-end.ts';
import { keepEnd, nextCall, settleInterrupted, type KeptCall } from './offline-calls.ts';
import { messageOf } from '../message-of.ts';

/*
 * Tries what waits, one after the other, in the workspace that is open. That the network is back is found out by the first call
 * itself: one that cannot be sent costs nothing, and the app asks nothing of the service merely to find out.
 */

/** Pauses between tries while nothing gets through, ms; the last one stays. */
const PAUSES_MS = [15_000, 30_000, 60_000, 120_000, 300_000, 600_000];

export interface OfflineRunner {
  /** Something changed: a call was asked for, a workspace opened, the network may be back. */
  kick(): void;
  dispose(): Promise<void>;
}

export interface OfflineRunnerParts {
  readonly active: () => OpenWorkspace | null;
  /** Makes a call at the price that was accepted, in the workspace that is open when it is called. */
  readonly perform: (call: Pick<KeptCall, 'ask' | 'accepted' | 'screen'>) => Promise<Receipt>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publish: Publish;
  /** Breaks a guarantee to prove that the tests find it. Tests only. */
  readonly plantedDefect?: 'not-marked-before' | 'counted-tried-again' | 'half-made-tried-again';
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
        // A file that cannot be written: nothing was sent that is not marked as under way.
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

  /** What was under way when it was closed is looked at once. */
  #meet(workspace: OpenWorkspace): void {
    if (this.#met.has(workspace)) return;
    this.#met.add(workspace);
    if (settleInterrupted(workspace.files.ledger) > 0) this.#parts.publish('offline', 'onChanged', {});
  }

  /** Marked as under way before it is made: whatever ends the app, it is not made twice. */
  async #make(workspace: OpenWorkspace, call: KeptCall): Promise<Judged> {
    const { ledger } = workspace.files;
    const { perform, publish, plantedDefect } = this.#parts;
    if (plantedDefect !== 'not-marked-before') keepEnd(ledger, call.callId, { state: 'running' });
    const entryId = newestEntryId(ledger);
    const ended = await perform(call).then(
      (receipt): Judged => ({ state: 'done', receipt }),
      (error: unknown): Judged => this.#judge(error),
    );
    // Left meanwhile: what came of it is found out when it is opened again.
    if (this.#parts.active() !== workspace) return { state: 'unknown' };
    const judged = this.#inPart(ledger, call, ended, entryId);
    keepEnd(ledger, call.callId, judged);
    publish('offline', 'onChanged', {});
    if (judged.state === 'done')
      publish('offline', 'onDone', { id: String(call.callId), receipt: judged.receipt });
    return judged;
  }

  #judge(error: unknown): Judged {
    const known = error instanceof AppFailure ? error.appError : null;
    if (known === null) return { state: 'refused', error: { kind: 'internal', ref: 'offline' } };
    const judged = judge(known);
    return judged.state === 'unknown' && this.#parts.plantedDefect === 'counted-tried-again'
      ? { state: 'waiting' }
      : judged;
  }

  /** The only ask of several calls: once one of them was charged, the rest takes more than was accepted, or may. */
  #inPart(ledger: ReadDb, { ask }: KeptCall, ended: Judged, entryId: number): Judged {
    const isTriedAgain = ask.kind === 'catch-up' && ended.state === 'waiting';
    if (!isTriedAgain || this.#parts.plantedDefect === 'half-made-tried-again') return ended;
    return wasChargedAfter(ledger, { entryId, companyId: null }) ? { ...ended, state: 'unknown' } : ended;
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
