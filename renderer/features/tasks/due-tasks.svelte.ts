import type { Api } from '../../../shared/contract/index.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

/** The number of open tasks that are due today or overdue, for the navigation. */
export class DueTasks {
  count = $state(0);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.tasks.onChanged(() => void this.refresh());
  }
  dispose(): void {
    this.#latest.cancel();
    this.#stop();
  }

  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.tasks.due({ offset: 0, limit: 1, until: null }),
      ({ total }) => (this.count = total),
    );
  }
}
