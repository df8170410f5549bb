import type { Api } from '../../shared/contract.ts';

type DemoStatus = Awaited<ReturnType<Api['demo']['status']>>;

/** The simulated service of the demo workspace: running or stopped, and its own clock. */
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
  forget(): void {
    this.status = null;
  }
  async setService(running: boolean): Promise<void> {
    await this.#work(() => this.#api.demo.setService({ running }));
  }
  async travel(days: number): Promise<void> {
    await this.#work(() => this.#api.demo.travel({ days }));
  }
  async #work(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    try {
      await work();
      await this.refresh();
    } finally {
      this.busy = false;
    }
  }
}
