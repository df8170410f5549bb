import { SvelteMap } from 'svelte/reactivity';
import type { Api } from '../../../shared/contract/index.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { App } from '../../session/app.svelte.ts';

/** Returns the names of companies' lists. All screens of the open workspace share them. */
export const listNamesOf = (app: App): ListNames => app.stateFor('list-names', () => new ListNames(app.api));

/**
 * The names of the lists that contain the companies on screen. Used by screens whose rows do not include
 * these names. One request loads the names for many companies, and the names are reloaded after every change
 * to a list.
 */
export class ListNames {
  readonly #names = new SvelteMap<string, readonly string[]>();
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from it
  readonly #requestedIds = new Set<string>();
  readonly #api: Api;
  readonly #stop: () => void;

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.watchlists.onChanged(() => void this.#read([...this.#requestedIds]));
  }
  dispose(): void {
    this.#stop();
  }

  /**
   * Returns the names of a company's lists; empty if the company is on no list or the names are not loaded.
   */
  of(companyId: string): readonly string[] {
    return this.#names.get(companyId) ?? NO_NAMES;
  }
  /** Loads the names for these companies, unless they have been loaded before. */
  load(companyIds: readonly string[]): void {
    const newIds: string[] = [];
    for (const id of companyIds) {
      if (this.#requestedIds.has(id)) continue;
      this.#requestedIds.add(id);
      newIds.push(id);
    }
    void this.#read(newIds);
  }

  /** Reads names. If reading fails, the names stay as they are. */
  async #read(companyIds: readonly string[]): Promise<void> {
    for (let at = 0; at < companyIds.length; at += LIST_LIMIT_MAX) {
      const some = companyIds.slice(at, at + LIST_LIMIT_MAX);
      const found = await this.#api.watchlists.namesOf({ companyIds: some }).catch(() => null);
      if (found === null) continue;
      for (const id of some) {
        const lists = found.companies.find(({ companyId }) => companyId === id)?.lists ?? NO_NAMES;
        if (lists.length === 0) this.#names.delete(id);
        else if (lists.join('\n') !== this.of(id).join('\n')) this.#names.set(id, lists);
      }
    }
  }
}

const NO_NAMES: readonly string[] = [];
