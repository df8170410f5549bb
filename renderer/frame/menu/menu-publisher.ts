import type { Api } from '../../../shared/contract/index.ts';
import type { MenuItem } from '../../../shared/model/settings/menu.ts';

/** Sends the application menu to the shell when the page is idle, and only when it has changed. */
export class MenuPublisher {
  readonly #api: Api;
  readonly #whenIdle: (task: () => void) => () => void;
  #lastSent = '';
  /** False once the shell has reported that it has no menu. */
  #isShown = true;

  constructor(api: Api, whenIdle: (task: () => void) => () => void) {
    this.#api = api;
    this.#whenIdle = whenIdle;
  }
  /** @returns a function that cancels it, for an `$effect` */
  publish(items: readonly MenuItem[]): () => void {
    const serialised = JSON.stringify(items);
    if (!this.#isShown || serialised === this.#lastSent) return () => undefined;
    return this.#whenIdle(() => {
      this.#lastSent = serialised;
      void this.#api.menu.offer({ items: [...items] }).then(
        ({ shown }) => (this.#isShown = shown),
        // Send again with the next change.
        () => (this.#lastSent = ''),
      );
    });
  }
}
