import type { Api } from '../../../shared/contract/index.ts';
import type { Shortcuts as Kept } from '../../../shared/model/settings/shortcut.ts';
import { bindingsOf } from './key-bindings.ts';
import type { Commands } from './command-registry.svelte.ts';

/** By binding id; null: no keys; undefined: the default keys. */
export type OwnKeys = Readonly<Record<string, string | null | undefined>>;

const NONE: Kept = { singleKeys: true, changes: [] };

/** The user's keys. A change applies immediately and is reverted if it cannot be saved. */
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
  /** @returns the previous keys of these bindings, to undo the change */
  async change(changes: OwnKeys): Promise<OwnKeys> {
    const { changes: before } = bindingsOf(this.kept);
    const others = this.kept.changes.filter(({ id }) => !(id in changes));
    const own = Object.entries(changes).flatMap(([id, keys]) => (keys === undefined ? [] : [{ id, keys }]));
    await this.#keep({ ...this.kept, changes: [...others, ...own] });
    return Object.fromEntries(Object.keys(changes).map((id) => [id, before.get(id)]));
  }
  /** @returns the previous keys, to undo the change */
  resetAll(): Promise<OwnKeys> {
    return this.change(Object.fromEntries(this.kept.changes.map(({ id }) => [id, undefined])));
  }
  allowSingleKeys(singleKeys: boolean): Promise<void> {
    return this.#keep({ ...this.kept, singleKeys });
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
