/** Code that is loaded on first use and shared by all callers. */
export class LazyCode<Code> {
  code = $state.raw<Code | null>(null);
  hasFailed = $state(false);
  readonly #import: () => Promise<{ readonly default: Code }>;
  #loading: Promise<void> | null = null;

  constructor(importCode: () => Promise<{ readonly default: Code }>) {
    this.#import = importCode;
  }

  /**
   * Loads the code unless it is already loaded. After a failure, the next call tries again. The returned
   * promise never rejects. A failure sets `hasFailed` instead.
   */
  load(): Promise<void> {
    if (this.code !== null) return Promise.resolve();
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    this.hasFailed = false;
    try {
      this.code = (await this.#import()).default;
    } catch {
      this.hasFailed = true;
    }
    this.#loading = null;
  }
}
