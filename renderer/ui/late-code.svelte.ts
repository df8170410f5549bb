/** The code of a widget, fetched once for all places that draw it. */
export class LateCode<Code> {
  code = $state.raw<Code | null>(null);
  readonly #import: () => Promise<{ readonly default: Code }>;
  #loading: Promise<void> | null = null;

  constructor(importCode: () => Promise<{ readonly default: Code }>) {
    this.#import = importCode;
  }
  /** Never rejects: what fails now is fetched again when it is wanted next. */
  load(): Promise<void> {
    if (this.code !== null) return Promise.resolve();
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    try {
      this.code = (await this.#import()).default;
    } catch {
      // Nothing opens until then.
    }
    this.#loading = null;
  }
}

export const menuCode = new LateCode(() => import('./MenuList.svelte'));
export const popoverCode = new LateCode(() => import('./PopoverPanel.svelte'));
export const dialogCode = new LateCode(() => import('./DialogPanel.svelte'));
