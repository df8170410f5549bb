/** Changes come in bursts; one refresh follows the last of them after this delay. */
const CHANGE_DELAY_MS = 120;

/** Subscribes to a change, as the contract's `onChanged` does. @returns unsubscribes */
export type Subscribe = (listener: () => void) => () => void;

/** Refreshes state after changes while a screen shows it, or as soon as a screen shows it again. */
export class RefreshWhileShown {
  readonly #refresh: () => Promise<void>;
  readonly #stops: readonly (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #screenCount = 0;
  #isStale = true;

  constructor(subscriptions: readonly Subscribe[], refresh: () => Promise<void>) {
    this.#refresh = refresh;
    this.#stops = subscriptions.map((subscribe) => subscribe(() => this.#scheduleRefresh()));
  }
  dispose(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
  }

  /** Registers a screen that shows the state. @returns its removal, for an `$effect` */
  addScreen(): () => void {
    this.#screenCount += 1;
    if (this.#isStale) void this.#refresh();
    return () => {
      this.#screenCount -= 1;
    };
  }
  /** To be called when a refresh starts: later changes mark the state stale again. */
  markFresh(): void {
    clearTimeout(this.#timer);
    this.#isStale = false;
  }

  #scheduleRefresh(): void {
    clearTimeout(this.#timer);
    this.#isStale = true;
    if (this.#screenCount > 0) this.#timer = setTimeout(() => void this.#refresh(), CHANGE_DELAY_MS);
  }
}
