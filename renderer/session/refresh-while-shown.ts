/** Changes come in bursts: what is shown is read again once, so long after the last of them. */
const CHANGE_DELAY_MS = 120;

/** Something that tells that it changed, as the contract's `onChanged` does. @returns what ends the listening */
export type Changed = (listener: () => void) => () => void;

/** Reads what is shown again after it changed, and nothing while no screen shows it. */
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

  /** For whoever draws it. @returns what takes it back, for an `$effect` */
  show(): () => void {
    this.#shown += 1;
    if (this.#isStale) void this.#refresh();
    return () => {
      this.#shown -= 1;
    };
  }
  /** It is being read now, by whomever: what comes from here on is new. */
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
