import type { Api } from '../../../shared/contract/index.ts';
import type { MenuItem } from '../../../shared/model/settings/menu.ts';

/** Keeps the system's menu as the commands are: told when the page has nothing better to do, and only what has changed. */
export class OfferedMenu {
  readonly #api: Api;
  readonly #whenIdle: (task: () => void) => () => void;
  #told = '';
  /** False once the shell said that it has none. */
  #isShown = true;

  constructor(api: Api, whenIdle: (task: () => void) => () => void) {
    this.#api = api;
    this.#whenIdle = whenIdle;
  }
  /** @returns what calls it off, for an `$effect` */
  offer(items: readonly MenuItem[]): () => void {
    const wanted = JSON.stringify(items);
    if (!this.#isShown || wanted === this.#told) return () => undefined;
    return this.#whenIdle(() => {
      this.#told = wanted;
      void this.#api.menu.offer({ items: [...items] }).then(
        ({ shown }) => (this.#isShown = shown),
        // Told again with the next change.
        () => (this.#told = ''),
      );
    });
  }
}
