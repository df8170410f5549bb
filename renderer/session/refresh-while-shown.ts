/**
 * A refresh starts once there has been no change for this many ms, so a burst of changes causes only one
 * refresh.
 */
const CHANGE_DELAY_MS = 120;

/**
 * Subscribes to changes, in the same way as the contract's `onChanged`.
 *
 * @returns a function that unsubscribes
 */
export type Subscribe = (listener: () => void) => () => void;

/**
 * Refreshes a state after each change, as long as at least one screen shows the state. Otherwise, postpones
 * the refresh until a screen shows it.
 */
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

  /**
   * Registers a screen that shows the state.
   *
   * @returns a function that ends the registration, for an `$effect`
   */
  addScreen(): () => void {
    this.#screenCount += 1;
    if (this.#isStale) void this.#refresh();
    return () => {
      this.#screenCount -= 1;
    };
  }
  /**
   * Marks the state as fresh. Call this when a refresh starts, not when it ends: a change during the refresh
   * must mark the state as stale again.
   */
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
