import type { Api } from '../../../shared/contract/index.ts';
import type { UpdateStatus } from '../../../shared/model/settings/updates.ts';
import { LatestRequest } from '../../lib/latest-request.ts';

/** The update status from the core, and the actions available to the user. */
export class Updates {
  /** Null until the state is loaded. */
  status = $state.raw<UpdateStatus | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #loading = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.updates.onChanged(() => void this.refresh());
  }
  dispose(): void {
    this.#stop();
    this.#loading.cancel();
  }
  refresh(): Promise<void> {
    return this.#loading.run(
      () => this.#api.updates.status({}),
      (status) => (this.status = status),
    );
  }
  /** Repeats the step that failed: the check or, if an update is known, its download. */
  async retry(): Promise<void> {
    const { phase } = this.status ?? {};
    const isDownload = phase?.kind === 'failed' && phase.update !== null;
    await (isDownload ? this.#api.updates.download({}) : this.#api.updates.check({}));
  }
}
