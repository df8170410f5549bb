import type { Api } from '../../../../shared/contract/index.ts';
import type { BackgroundState } from '../../../../shared/model/settings/background.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';

/**
 * Whether the app keeps listening after its window is closed. Used by the receiver's setup and by Settings.
 */
export class Background {
  /** Null until it is loaded. */
  state = $state.raw<BackgroundState | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.settings.onChanged(() => void this.#refresh());
    void this.#refresh();
  }
  dispose(): void {
    this.#stop();
  }
  async change(change: Parameters<Api['settings']['setBackground']>[0]): Promise<void> {
    this.#latest.cancel();
    this.state = await this.#api.settings.setBackground(change);
  }
  async #refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.settings.background({}),
      (state) => (this.state = state),
    );
  }
}
