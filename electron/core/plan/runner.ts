import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract.ts';
import type { Cost, Lane } from '../../../shared/model/budget.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { PlanRun, PlanStep } from '../../../shared/model/plan.ts';
import { describeCall } from '../api/endpoints.ts';
import { putPlanFact } from '../db/queries/plan.ts';
import type { Logger } from '../ports.ts';
import type { WorkUnderWay } from '../progress.ts';
import { FREE, isDearer } from '../quota/costs.ts';
import type { Room } from '../quota/room.ts';
import { dueCompanies, reasonOfList, type Due } from '../watch/due.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { findGap, HEARD } from './gap.ts';
import { makeCall, PLAN_SCREEN } from './make-call.ts';
import type { Ended, OpenRun, Plans, Step } from './plans.ts';
import type { PlanCall, PlanParts } from './subjects.ts';
import { messageOf } from '../message-of.ts';
import { plus } from '../../../shared/cost.ts';

/** Makes the calls of an approved plan, one after the other, in the background. */
export interface PlanRunner {
  start(calls: readonly PlanCall[], by: PlanRun['by']): void;
  /** The first that goes, with those behind it that were approved by the same; what waits for its turn is not made. */
  pause(): void;
  /** Goes on with everything that waits: the seller's word, whatever it waited for. */
  resume(): void;
  /** Goes on with a run that was under way, and with one that only waited for this. */
  goOn(after: Pause): void;
  /** The first that is open, with those behind it that were approved by the same. */
  stop(): void;
  /** Settles when nothing is being made. */
  idle(): Promise<void>;
  /** Nothing is written any more; what is under way is the ledger's to tell. */
  dispose(): void;
}

export interface RunnerOptions {
  readonly workspace: OpenWorkspace;
  readonly parts: PlanParts;
  readonly plans: Plans;
  readonly publish: Publish;
  readonly log: Logger;
  /** A run waits for this from now on. */
  readonly onPaused?: (why: Pause) => void;
  /** Shown while a run is under way. */
  readonly progress: (total: number) => WorkUnderWay;
}

/** Why a run cannot go on for now; the call that found out waits. */
export type Pause = NonNullable<PlanRun['paused']>;
interface Outcome extends Ended {
  readonly pause?: Pause;
}

/** The call that is being made, and what becomes of it where it is called off before its turn. */
interface Making {
  readonly by: PlanRun['by'];
  readonly off: AbortController;
  becomes: 'waiting' | 'dropped';
}

export const createPlanRunner = (options: RunnerOptions): PlanRunner => new Runner(options);

class Runner implements PlanRunner {
  readonly #options: RunnerOptions;
  #isOver = false;
  #running: Promise<void> | null = null;
  #making: Making | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
    options.plans.recover(this.#nowMs());
  }

  start(calls: readonly PlanCall[], by: PlanRun['by']): void {
    this.#options.plans.start(calls, by, this.#nowMs());
    // A rule's call may wait long for its turn: the seller's go first.
    if (by === 'seller') this.#callOff('rule', 'waiting');
    this.#goOnWith((run) => run.by === by);
  }
  pause(): void {
    const { plans } = this.#options;
    const by = plans.open().find(({ isPaused }) => !isPaused)?.by;
    if (by !== undefined) {
      plans.setState(by, 'paused', null);
      this.#callOff(by, 'waiting');
    }
    this.#changed();
  }
  resume(): void {
    this.#goOnWith(() => true);
  }
  goOn(after: Pause): void {
    if (this.#options.plans.open().some((run) => !run.isPaused || run.paused === after))
      this.#goOnWith((run) => run.paused === after);
  }
  stop(): void {
    const by = this.#options.plans.open()[0]?.by;
    if (by !== undefined) {
      this.#options.plans.stop(by, this.#nowMs());
      this.#callOff(by, 'dropped');
    }
    this.#changed();
  }
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }
  dispose(): void {
    this.#isOver = true;
  }

  #goOnWith(isMeant: (run: OpenRun) => boolean): void {
    const { plans } = this.#options;
    if (this.#isOver || plans.open().length === 0) return;
    for (const run of plans.open()) if (isMeant(run)) plans.setState(run.by, 'running', null);
    this.#changed();
    this.#running ??= this.#go().finally(() => (this.#running = null));
  }

  async #go(): Promise<void> {
    const { plans, log } = this.#options;
    const { total, begun, ...before } = plans.tally();
    const work = this.#options.progress(total);
    let made = begun;
    let { spent } = before;
    try {
      for (;;) {
        if (this.#isOver) return;
        work.step(made, spent);
        if (plans.finish()) this.#changed();
        const step = plans.next();
        if (step === null) return;
        const { pause, ...ended } = await this.#make(step);
        if (this.#isOver) return;
        plans.end(step, ended, this.#nowMs());
        if (pause !== undefined) this.#paused(step.by, pause);
        if (ended.step !== 'waiting') made += 1;
        spent = plus(spent, ended.spent ?? FREE);
        this.#changed();
      }
    } catch (error) {
      if (!this.#isOver) log.error('plan-stopped', { error: messageOf(error) });
    } finally {
      work.end();
    }
  }

  /** Without a network every run waits; for anything else the one that found out. */
  #paused(by: PlanRun['by'], why: Pause): void {
    const { plans, onPaused } = this.#options;
    for (const run of plans.open())
      if (!run.isPaused && (why === 'offline' || run.by === by)) plans.setState(run.by, 'paused', why);
    onPaused?.(why);
  }

  async #make(step: Step): Promise<Outcome> {
    const { workspace, parts, plans, publish } = this.#options;
    const { item, priced } = step;
    const governed = describeCall(priced, parts.hints);
    const cost = parts.governor.worst(governed);
    if (isDearer(cost, item.cost)) return { step: 'dearer' };
    if (!hasRoom(parts.governor.room(), item.lane, cost)) return { step: 'no-room' };
    const due = this.#dueOf(step);
    if (due?.allowed === false) return { step: 'no-room' };
    plans.begin(step, governed.canonical);
    this.#changed();
    const making: Making = { by: step.by, off: new AbortController(), becomes: 'dropped' };
    this.#making = making;
    try {
      const { receipt, news } = await makeCall(workspace, publish, priced, {
        ...{ screen: PLAN_SCREEN, lane: item.lane, accepted: item.cost, callOff: making.off.signal },
        reason: due === null ? reasonOf(step) : reasonOfList(due.listId, due.listName),
      });
      if (!this.#isOver && item.kind === 'catch-up') this.#heard();
      return { step: 'done', spent: receipt.cost, ...(news === null ? {} : { news }) };
    } catch (error) {
      if (this.#isOver) return { step: 'waiting' };
      const ended = outcomeOf(error, plans.became(step));
      return ended.step === 'dropped' ? { step: making.becomes } : ended;
    } finally {
      this.#making = null;
    }
  }
  /** The call that waits for its turn is not sent any more; one under way is, and its answer is kept. */
  #callOff(by: PlanRun['by'], becomes: Making['becomes']): void {
    if (this.#making?.by !== by) return;
    this.#making.becomes = becomes;
    this.#making.off.abort();
  }

  /** The list that pays for a refresh, by the ledger's words; null where no list asks for it, or not any more. */
  #dueOf({ item }: Step): Due | null {
    if (item.kind !== 'refresh') return null;
    const due = dueCompanies(this.#options.parts.files, this.#nowMs());
    return due.find(({ companyId }) => companyId === item.companyId) ?? null;
  }
  /** Everything up to now was caught up with. */
  #heard(): void {
    const { parts, workspace } = this.#options;
    if (findGap(parts) === null) putPlanFact(workspace.files.ledger, HEARD, this.#nowMs());
  }
  #nowMs(): number {
    return this.#options.parts.governor.serverNowMs();
  }
  #changed(): void {
    if (!this.#isOver) this.#options.publish('plan', 'onChanged', {});
  }
}

const reasonOf = ({ item, by }: Step): string =>
  by === 'rule' ? `Rule: ${item.kind}` : `Plan: ${item.kind}`;

/** Whether the background may take this today: a plan is of a day, and does not wait for the next. */
export function hasRoom({ today, lanes }: Room, lane: Lane, cost: Cost): boolean {
  return !isDearer(cost, today) && (lanes.get(lane)?.today ?? Infinity) >= cost.records;
}

/** What a failed call means for its run; `became` is what the ledger tells of it. */
function outcomeOf(error: unknown, became: Ended): Outcome {
  // Charged, or perhaps: it is not made again.
  if (became.step === 'done') return { ...became, step: 'failed' };
  if (became.step === 'unknown') return became;
  if (!(error instanceof AppFailure)) return { step: 'failed' };
  const { appError } = error;
  if (appError.kind === 'conflict' && appError.reason === 'price-changed') return { step: 'dearer' };
  if (appError.kind === 'network' && appError.reason === 'aborted') return { step: 'dropped' };
  const isLocked = appError.kind === 'conflict' && appError.reason === 'people-locked';
  const pause = isLocked ? 'key' : PAUSES[appError.kind];
  if (pause !== undefined) return { step: 'waiting', pause };
  return { step: ENDS[appError.kind] ?? 'failed' };
}

/** What passes, or the seller can mend: the call waits, and its run with it. */
const PAUSES: Partial<Record<AppError['kind'], Pause>> = {
  network: 'offline',
  unauthorized: 'key',
  storage: 'storage',
};
const ENDS: Partial<Record<AppError['kind'], PlanStep>> = {
  'not-available': 'free',
  'not-found': 'free',
  'quota-exhausted': 'no-room',
  'rate-limited': 'no-room',
};
