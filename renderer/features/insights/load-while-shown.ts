/**
 * Decides when costly figures are loaded: only while a view shows them, and never twice at the same time. If
 * anything changes during a load, one more load follows.
 */
export class LoadWhileShown {
  readonly #load: () => Promise<void>;
  #isShown = false;
  /** Whether the figures may have changed since they were last requested. */
  #isStale = true;
  #isLoading = false;

  constructor(load: () => Promise<void>) {
    this.#load = load;
  }
  get isStale(): boolean {
    return this.#isStale;
  }
  markStale(): void {
    this.#isStale = true;
    if (this.#isShown && !this.#isLoading) void this.#load();
  }
  /**
   * Loads the figures if they may have changed, and keeps them up to date until the returned function is
   * called. While no view shows the figures, changes do not cause a load.
   */
  show(): () => void {
    this.#isShown = true;
    if (this.#isStale) void this.#load();
    return () => {
      this.#isShown = false;
    };
  }
  /** Must be called when a load begins. */
  begin(): void {
    this.#isStale = false;
    this.#isLoading = true;
  }
  /** Must be called when the latest load ends. After a failure, nothing is loaded until the next change. */
  end(hasFailed: boolean): void {
    this.#isLoading = false;
    if (this.#isStale && this.#isShown && !hasFailed) void this.#load();
  }
}
