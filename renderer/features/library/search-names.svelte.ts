import type { Api } from '../../../shared/contract/index.ts';
import { safeLine } from '../../lib/safe-text.ts';

/** The names of the saved searches. Needed because the outcome filter contains only a saved search's id. */
export class SearchNames {
  /** Empty until they are loaded. */
  names = $state.raw<readonly { readonly id: string; readonly name: string }[]>([]);
  readonly #read: Api['savedSearches']['list'];

  constructor(read: Api['savedSearches']['list']) {
    this.#read = read;
  }
  /** Loads the names. If loading fails, the previously loaded names remain. */
  async load(): Promise<void> {
    const reply = await this.#read({}).catch(() => null);
    if (reply !== null) this.names = reply.searches.map(({ id, name }) => ({ id, name: safeLine(name, 40) }));
  }
}
