import { AppFailure } from '../../../shared/app-failure.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Gap, PlanProposal, PlanRules, PlanRun, UncoveredDays } from '../../../shared/model/plan.ts';
import { isSameDay } from '../../../shared/local-date.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import type { App } from '../../session/app.svelte.ts';
import { RefreshWhileShown } from '../../session/refresh-while-shown.ts';
import { planChanges } from './plan-changes.ts';

/**
 * The state of today's plan: the proposed requests, the run, the gap to catch up on, and the rules. Loading
 * this state is free.
 */
export class DayPlan {
  proposal = $state.raw<PlanProposal | null>(null);
  run = $state.raw<PlanRun | null>(null);
  gap = $state.raw<Gap | null>(null);
  /** Days for which the service did not return all rounds. */
  uncovered = $state.raw<readonly UncoveredDays[]>([]);
  rules = $state.raw<PlanRules | null>(null);
  failed = $state(false);
  busy = $state(false);
  isCatchingUp = $state(false);
  /** The plan's dialog that is open; null if none is. */
  openDialog = $state<'calls' | 'rules' | null>(null);
  /** The id of a finished run that the user has closed. */
  #closedRunId = $state<string | null>(null);
  readonly #api: Api;
  readonly #clock: { readonly nowMs: number };
  readonly #refresher: RefreshWhileShown;
  readonly #latest = new LatestRequest();
  readonly #latestRun = new LatestRequest();
  readonly #stop: () => void;

  constructor(api: Api, clock: { readonly nowMs: number }) {
    this.#api = api;
    this.#clock = clock;
    this.#refresher = new RefreshWhileShown(planChanges(api), () => this.refresh());
    // Reads the run after every change. `RefreshWhileShown` would wait for a pause in the changes, so a run
    // in progress would look stuck.
    this.#stop = api.plan.onChanged(() => void this.#readRun());
  }
  /**
   * Registers a screen that shows the plan.
   *
   * @returns a function that ends the registration; use it as the cleanup of an `$effect`
   */
  addScreen(): () => void {
    return this.#refresher.addScreen();
  }
  dispose(): void {
    this.#refresher.dispose();
    this.#stop();
  }

  #readRun(): Promise<void> {
    return this.#latestRun.run(
      () => this.#api.plan.run({}),
      ({ run }) => (this.run = run),
    );
  }
  async refresh(): Promise<void> {
    this.#refresher.markFresh();
    const isNewestRun = this.#latestRun.follow();
    await this.#latest.run(
      () => Promise.all([this.#api.plan.today({}), this.#api.plan.gap({}), this.#api.plan.rules({})]),
      ([{ proposal, run }, { gap, uncovered }, rules]) => {
        this.proposal = proposal;
        if (isNewestRun()) this.run = run;
        this.gap = gap;
        this.uncovered = uncovered;
        this.rules = rules;
        this.failed = false;
      },
      () => (this.failed = true),
    );
  }

  /**
   * The run to show, or null. An unfinished run is always shown. A finished run is shown only if its last
   * request ended today and the user has not closed the run.
   */
  readonly shownRun: PlanRun | null = $derived.by(() => {
    const { run } = this;
    if (run === null || run.state !== 'over') return run;
    const endedAtMs = run.endedAtMs ?? run.approvedAtMs;
    return run.id !== this.#closedRunId && isSameDay(endedAtMs, this.#clock.nowMs) ? run : null;
  });
  /**
   * Whether a run that the user approved is in progress or paused. The next plan is offered once the run is
   * over.
   */
  readonly isRunning: boolean = $derived(
    this.run !== null && this.run.state !== 'over' && this.run.by === 'seller',
  );
  closeRun(): void {
    this.#closedRunId = this.run?.id ?? null;
  }

  priceOf(keys: readonly string[]): Promise<Preview | null> {
    return this.#api.plan.price({ keys: [...keys] }).then(
      ({ preview }) => preview,
      () => null,
    );
  }
  /**
   * Runs the requests with these keys at the price shown. Then reloads the plan, even if the core rejected
   * the run because the price had changed.
   */
  async approve(keys: readonly string[], { cost }: Preview): Promise<void> {
    if (this.busy || keys.length === 0) return;
    this.busy = true;
    try {
      const { run } = await this.#api.plan.approve({ keys: [...keys], accepted: cost, screen: 'today' });
      this.run = run;
    } finally {
      this.busy = false;
      await this.refresh();
    }
  }
  async pause(): Promise<void> {
    this.run = (await this.#api.plan.pause({})).run;
  }
  async resume(): Promise<void> {
    this.run = (await this.#api.plan.resume({})).run;
  }
  async stop(): Promise<void> {
    this.run = (await this.#api.plan.stop({})).run;
  }
  /** Returns the price of catching up from this screen; null if there is no gap. */
  gapPrice(screen: 'today' | 'signals'): Preview | null {
    return (screen === 'today' ? this.gap?.preview : this.gap?.previewInSignals) ?? null;
  }
  /**
   * Fetches the rounds that may have been missed in the gap.
   *
   * @returns the number of new rounds and the receipts; null if there is no gap or catching up is in progress
   */
  async catchUp(screen: 'today' | 'signals'): Promise<Awaited<ReturnType<Api['plan']['catchUp']>> | null> {
    const preview = this.gapPrice(screen);
    if (preview === null || this.isCatchingUp) return null;
    this.isCatchingUp = true;
    try {
      return await this.#api.plan.catchUp({ accepted: preview.cost, screen });
    } catch (error) {
      // The gap no longer exists, because another request has closed it in the meantime.
      if (error instanceof AppFailure && error.appError.kind === 'not-found') return null;
      throw error;
    } finally {
      this.isCatchingUp = false;
      await this.refresh();
    }
  }
  async setRules(rules: PlanRules): Promise<string | null> {
    const { undo } = await this.#api.plan.setRules({ rules });
    await this.refresh();
    return undo;
  }
}

export const dayPlanOf = (app: App): DayPlan =>
  app.stateFor('day-plan', () => new DayPlan(app.api, app.clock));
