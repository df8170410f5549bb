import type { Api } from '../../shared/contract/index.ts';
import type { Budget } from '../../shared/model/budget.ts';
import { compareTimedStates, type TimedState, type TimeTravelResult } from './time-travel.ts';

type DemoStatus = Awaited<ReturnType<Api['demo']['status']>>;

/** The clock and the simulated service of the demo workspace. The user can stop the service. */
export class Demo {
  status = $state.raw<DemoStatus | null>(null);
  busy = $state(false);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }
  async refresh(): Promise<void> {
    this.status = await this.#api.demo.status({});
  }
  reset(): void {
    this.status = null;
  }
  async setService(running: boolean): Promise<void> {
    await this.#whileBusy(() => this.#api.demo.setService({ running }));
  }
  /**
   * Moves the demo's clock forward.
   *
   * @returns the effects of the time change
   */
  async travel(days: number): Promise<TimeTravelResult> {
    const before = await this.#readTimedState();
    await this.#whileBusy(() => this.#api.demo.travel({ days }));
    return compareTimedStates(before, await this.#readTimedState());
  }
  async #readTimedState(): Promise<TimedState> {
    const [{ facets }, { budgets, serverNowMs }, { total: snoozed }] = await Promise.all([
      this.#api.library.open({}),
      this.#api.quota.status({}),
      this.#api.triage.list({ state: 'snoozed', offset: 0, limit: 1 }),
    ]);
    const resetsAtMsOf = (name: Budget): number | null =>
      budgets.find(({ budget }) => budget === name)?.resetsAtMs ?? null;
    return {
      nowMs: serverNowMs,
      open: facets.windowOpen,
      snoozed,
      monthResetsAtMs: resetsAtMsOf('month-records'),
      dayResetsAtMs: resetsAtMsOf('day'),
    };
  }
  async #whileBusy(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    try {
      await work();
      await this.refresh();
    } finally {
      this.busy = false;
    }
  }
}
