import type { Api } from '../../../shared/contract/index.ts';
import type { Shortcuts as SavedShortcuts } from '../../../shared/model/settings/shortcut.ts';
import { bindingsOf } from './key-bindings.ts';
import type { Commands } from './command-registry.svelte.ts';

/** Keys by binding id: null means no keys, undefined means the default keys. */
export type KeyChanges = Readonly<Record<string, string | null | undefined>>;

const NO_CHANGES: SavedShortcuts = { singleKeys: true, changes: [] };

/** The key bindings that the user chose. A change applies immediately and is reverted if saving it fails. */
export class Shortcuts {
  saved = $state.raw<SavedShortcuts>(NO_CHANGES);
  readonly #api: Api;
  readonly #commands: Commands;

  constructor(api: Api, commands: Commands) {
    this.#api = api;
    this.#commands = commands;
  }
  async refresh(): Promise<void> {
    this.#apply(await this.#api.settings.shortcuts({}));
  }
  /**
   * Changes the keys of some bindings.
   *
   * @returns the previous keys of these bindings, for undo
   */
  async change(changes: KeyChanges): Promise<KeyChanges> {
    const { changes: before } = bindingsOf(this.saved);
    const others = this.saved.changes.filter(({ id }) => !(id in changes));
    const own = Object.entries(changes).flatMap(([id, keys]) => (keys === undefined ? [] : [{ id, keys }]));
    await this.#save({ ...this.saved, changes: [...others, ...own] });
    return Object.fromEntries(Object.keys(changes).map((id) => [id, before.get(id)]));
  }
  /**
   * Restores all default keys.
   *
   * @returns the previous keys, for undo
   */
  resetAll(): Promise<KeyChanges> {
    return this.change(Object.fromEntries(this.saved.changes.map(({ id }) => [id, undefined])));
  }
  allowSingleKeys(singleKeys: boolean): Promise<void> {
    return this.#save({ ...this.saved, singleKeys });
  }

  async #save(next: SavedShortcuts): Promise<void> {
    const before = this.saved;
    this.#apply(next);
    try {
      this.#apply(
        await this.#api.settings.setShortcuts({ singleKeys: next.singleKeys, changes: [...next.changes] }),
      );
    } catch (error) {
      this.#apply(before);
      throw error;
    }
  }
  #apply(saved: SavedShortcuts): void {
    this.saved = saved;
    this.#commands.bindings = bindingsOf(saved);
  }
}
