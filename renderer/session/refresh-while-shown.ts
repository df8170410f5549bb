/** Changes come in bursts; one refresh follows the last of them after this delay. */
const CHANGE_DELAY_MS = 120;

/** Subscribes to a change, as the contract's `onChanged` does. @returns unsubscribes */
export type Changed = (listener: () => void) => () => void;

/** Refreshes state after changes while a screen shows it, or as soon as a screen shows it again. */
export class WhileShown {
  readonly #refresh: () => Promise<void>;
  readonly #stops: readonly (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown = 0;
  #isStale = true;

  constructor(changes: readonly Changed[], refresh: () => Promise<void>) {
    this.#refresh = refresh;
    this.#stops = changes.map((changed) => changed(() => this.#later()));
  }
  dispose(): void {
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
  }

  /** Registers a screen that shows the state. @returns its removal, for an `$effect` */
  show(): () => void {
    this.#shown += 1;
    if (this.#isStale) void this.#refresh();
    return () => {
      this.#shown -= 1;
    };
  }
  /** To be called when a refresh starts: later changes mark the state stale again. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#isStale = false;
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#isStale = true;
    if (this.#shown > 0) this.#timer = setTimeout(() => void this.#refresh(), CHANGE_DELAY_MS);
  }
}
