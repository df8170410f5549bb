import type { Api } from '../../../../shared/contract/index.ts';
import type { Receiver } from '../../../../shared/model/signal.ts';
import type { SecretPlace } from '../../../../shared/model/workspace.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { RefreshWhileShown } from '../../../session/refresh-while-shown.ts';
import { signalChanges } from '../../lists/signal-changes.ts';

/**
 * The webhook receiver's state and the number of unseen signals, for the rail, the status bar and the
 * Receiver pane.
 */
export class SignalsReceiverState {
  receiver = $state.raw<Receiver | null>(null);
  unseen = $state(0);
  /** A key that was just created. Once the user hides it, it cannot be shown again. */
  newKey = $state<string | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #counter: RefreshWhileShown;
  readonly #latest = new LatestRequest();
  readonly #latestCount = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.signals.onReceiver(() => void this.refresh());
    void this.refresh();
    this.#counter = new RefreshWhileShown(signalChanges(api), () => this.#countUnseen());
    // The navigation rail counts as a screen, because it always shows the number of unseen signals.
    this.#counter.addScreen();
  }
  dispose(): void {
    this.newKey = null;
    this.#stop();
    this.#counter.dispose();
  }

  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.signals.receiver({}),
      (receiver) => (this.receiver = receiver),
    );
  }
  async setEnabled(enabled: boolean): Promise<void> {
    this.#apply(await this.#api.signals.setEnabled({ enabled }));
  }
  async setAddress(port: number, tunnelHost: string | null): Promise<void> {
    this.#apply(await this.#api.signals.setAddress({ port, tunnelHost }));
  }
  async newPath(): Promise<void> {
    this.#apply(await this.#api.signals.newPath({}));
  }
  async makeKey(place: SecretPlace): Promise<void> {
    const { key, receiver } = await this.#api.signals.makeKey({ place });
    this.newKey = key;
    this.#apply(receiver);
  }
  async setKey(key: string, place: SecretPlace): Promise<void> {
    this.#apply(await this.#api.signals.setKey({ key, place }));
    this.newKey = null;
  }
  async endRotation(): Promise<void> {
    this.#apply(await this.#api.signals.endRotation({}));
  }
  async clearKey(): Promise<void> {
    this.#apply(await this.#api.signals.clearKey({}));
    this.newKey = null;
  }
  async connectDemo(): Promise<void> {
    this.#apply(await this.#api.signals.connectDemo({}));
    this.newKey = null;
  }
  async retry(): Promise<void> {
    this.#apply(await this.#api.signals.retry({}));
  }

  #apply(receiver: Receiver): void {
    this.#latest.cancel();
    this.receiver = receiver;
  }
  async #countUnseen(): Promise<void> {
    this.#counter.markFresh();
    await this.#latestCount.run(
      () => this.#api.signals.summary({}),
      ({ unseen }) => (this.unseen = unseen),
    );
  }
}
