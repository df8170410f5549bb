import { AppFailure } from '../../../shared/app-failure.ts';
import type { Publish } from '../../../shared/contract/index.ts';
import type { Cost, Lane } from '../../../shared/model/budget.ts';
import type { AppError } from '../../../shared/app-error.ts';
import type { PlanRun, PlanStep } from '../../../shared/model/plan.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { putPlanFact } from '../database/queries/ledger/day-plans.ts';
import type { Logger } from '../ports.ts';
import type { WorkUnderWay } from '../foundation/progress.ts';
import { FREE, isDearer } from '../quota/policy/costs.ts';
import type { RemainingBudget } from '../service-api/governor-port.ts';
import { chargedToList, dueCompanies, type Due } from '../watch/due-refreshes.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { findGap, HEARD } from '../day-plan/gap.ts';
import { runPlannedRequest, PLAN_SCREEN } from '../fetching/planned-request.ts';
import type { EndedRequest, OpenRun, Plans, Step } from './approved-plans.ts';
import type { PlanCall, PlanParts } from '../day-plan/plan-inputs.ts';
import { messageOf } from '../foundation/error-message.ts';
import { plus } from '../../../shared/add-costs.ts';

/** Makes the requests of an approved plan in the background, one after the other. */
export interface PlanRunner {
  start(calls: readonly PlanCall[], by: PlanRun['by']): void;
  /** Pauses the first running run and later ones of the same owner; a request waiting for its turn is cancelled. */
  pause(): void;
  /** Resumes all paused runs at the user's command, whatever they waited for. */
  resume(): void;
  /** Resumes a run that was in progress, and one that waited only for this. */
  resumeRun(after: Pause): void;
  /** Stops the first open run and later ones of the same owner. */
  stop(): void;
  /** Resolves when no request is in progress. */
  idle(): Promise<void>;
  /** Stops all writes; the ledger settles the request in progress. */
  dispose(): void;
}

export interface RunnerOptions {
  readonly workspace: OpenWorkspace;
  readonly parts: PlanParts;
  readonly plans: Plans;
  readonly publish: Publish;
  readonly log: Logger;
  /** Called when a run starts waiting. */
  readonly onPaused?: (why: Pause) => void;
  /** Shown while a run is in progress. */
  readonly progress: (total: number) => WorkUnderWay;
}

/** Why a run is paused; the request that found the cause stays queued. */
export type Pause = NonNullable<PlanRun['paused']>;
interface Outcome extends EndedRequest {
  readonly pause?: Pause;
}

/** The request in progress, and its state if it is cancelled before its turn. */
interface ActiveRequest {
  readonly by: PlanRun['by'];
  readonly off: AbortController;
  becomes: 'waiting' | 'dropped';
}

export const createPlanRunner = (options: RunnerOptions): PlanRunner => new Runner(options);

class Runner implements PlanRunner {
  readonly #options: RunnerOptions;
  #isOver = false;
  #running: Promise<void> | null = null;
  #making: ActiveRequest | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
    options.plans.recover(this.#nowMs());
  }

  start(calls: readonly PlanCall[], by: PlanRun['by']): void {
    this.#options.plans.start(calls, by, this.#nowMs());
    // A rule's request may wait for long, because the user's go first.
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
  resumeRun(after: Pause): void {
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

  /** Without a network every run pauses; otherwise only the affected one. */
  #paused(by: PlanRun['by'], why: Pause): void {
    const { plans, onPaused } = this.#options;
    for (const run of plans.open())
      if (!run.isPaused && (why === 'offline' || run.by === by)) plans.setState(run.by, 'paused', why);
    onPaused?.(why);
  }

  async #make(step: Step): Promise<Outcome> {
    const { workspace, parts, plans } = this.#options;
    const { item, priced } = step;
    const governed = describeCall(priced, parts.hints);
    const cost = parts.governor.worst(governed);
    if (isDearer(cost, item.cost)) return { step: 'dearer' };
    if (!hasRoom(parts.governor.room(), item.lane, cost)) return { step: 'no-room' };
    const due = this.#dueOf(step);
    if (due?.allowed === false) return { step: 'no-room' };
    plans.begin(step, governed.canonical);
    this.#changed();
    const making: ActiveRequest = { by: step.by, off: new AbortController(), becomes: 'dropped' };
    this.#making = making;
    try {
      const { receipt, news } = await runPlannedRequest(workspace, priced, {
        screen: PLAN_SCREEN,
        lane: item.lane,
        accepted: item.cost,
        callOff: making.off.signal,
        ...(due === null ? { reason: reasonOf(step) } : chargedToList(due.listId, due.listName)),
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
  /** A request waiting for its turn is not sent; one already sent completes and its response is stored. */
  #callOff(by: PlanRun['by'], becomes: ActiveRequest['becomes']): void {
    if (this.#making?.by !== by) return;
    this.#making.becomes = becomes;
    this.#making.off.abort();
  }

  /** The refresh with the list that pays for it; null if no list watches the company now. */
  #dueOf({ item }: Step): Due | null {
    if (item.kind !== 'refresh') return null;
    const due = dueCompanies(this.#options.parts.files, this.#nowMs());
    return due.find(({ companyId }) => companyId === item.companyId) ?? null;
  }
  /** Records that everything up to now was caught up. */
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

/** Whether the background may spend this today: a plan is for one day and does not wait for the next. */
export function hasRoom({ today, lanes }: RemainingBudget, lane: Lane, cost: Cost): boolean {
  return !isDearer(cost, today) && (lanes.get(lane)?.today ?? Infinity) >= cost.records;
}

/** The effect of a failed request on its run; `became` is the ledger's result. */
function outcomeOf(error: unknown, became: EndedRequest): Outcome {
  // It was charged, or may have been, so it is not retried.
  if (became.step === 'done') return { ...became, step: 'failed' };
  if (became.step === 'unknown') return became;
  if (!(error instanceof AppFailure)) return { step: 'failed' };
  const { appError } = error;
  if (appError.kind === 'network' && appError.reason === 'aborted') return { step: 'dropped' };
  const isLocked = appError.kind === 'conflict' && appError.reason === 'people-locked';
  const pause = isLocked ? 'key' : PAUSES[appError.kind];
  if (pause !== undefined) return { step: 'waiting', pause };
  return { step: ENDS[appError.kind] ?? 'failed' };
}

/** Errors that are temporary or that the user can fix: the request and its run wait. */
const PAUSES: Partial<Record<AppError['kind'], Pause>> = {
  network: 'offline',
  unauthorized: 'key',
  storage: 'storage',
};
const ENDS: Partial<Record<AppError['kind'], PlanStep>> = {
  'price-changed': 'dearer',
  'not-available': 'free',
  'not-found': 'free',
  'quota-exhausted': 'no-room',
  'rate-limited': 'no-room',
};
