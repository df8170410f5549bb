import type { Api } from '../../shared/contract.ts';
import type { Shortcuts as Kept } from '../../shared/model/shortcut.ts';
import { bindingsOf } from '../lib/shortcuts.ts';
import type { Commands } from './commands.svelte.ts';

const NONE: Kept = { singleKeys: true, changes: [] };

/** The seller's own keys. In force at once, kept after; what cannot be kept is taken back. */
export class Shortcuts {
  kept = $state.raw<Kept>(NONE);
  readonly #api: Api;
  readonly #commands: Commands;

  constructor(api: Api, commands: Commands) {
    this.#api = api;
    this.#commands = commands;
  }
  async refresh(): Promise<void> {
    this.#take(await this.#api.settings.shortcuts({}));
  }
  /** @param changes by binding; null: no keys; undefined: those that it comes with */
  async change(changes: Readonly<Record<string, string | null | undefined>>): Promise<void> {
    const others = this.kept.changes.filter(({ id }) => !(id in changes));
    const own = Object.entries(changes).flatMap(([id, keys]) => (keys === undefined ? [] : [{ id, keys }]));
    await this.#keep({ ...this.kept, changes: [...others, ...own] });
  }
  resetAll(): Promise<void> {
    return this.#keep({ ...this.kept, changes: [] });
  }
  allowSingleKeys(singleKeys: boolean): Promise<void> {
    return this.#keep({ ...this.kept, singleKeys });
  }
  /** Everything as it was, to take a change back. */
  restore(kept: Kept): Promise<void> {
    return this.#keep(kept);
  }

  async #keep(next: Kept): Promise<void> {
    const before = this.kept;
    this.#take(next);
    try {
      this.#take(
        await this.#api.settings.setShortcuts({ singleKeys: next.singleKeys, changes: [...next.changes] }),
      );
    } catch (error) {
      this.#take(before);
      throw error;
    }
  }
  #take(kept: Kept): void {
    this.kept = kept;
    this.#commands.bindings = bindingsOf(kept);
  }
}
