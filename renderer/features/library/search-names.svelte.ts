import type { Api } from '../../../shared/contract/index.ts';
import { safeLine } from '../../lib/safe-text.ts';

/** The names of the saved searches, for the filter that contains the id of one. */
export class SearchNames {
  /** Empty until they are loaded. */
  names = $state.raw<readonly { readonly id: string; readonly name: string }[]>([]);
  readonly #read: Api['savedSearches']['list'];

  constructor(read: Api['savedSearches']['list']) {
    this.#read = read;
  }
  /** Loads the names. If that fails, the known names stay. */
  async load(): Promise<void> {
    const reply = await this.#read({}).catch(() => null);
    if (reply !== null) this.names = reply.searches.map(({ id, name }) => ({ id, name: safeLine(name, 40) }));
  }
}
