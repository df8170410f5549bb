import type { Api } from '../../../shared/contract/index.ts';
import type { Shortcuts as Kept } from '../../../shared/model/settings/shortcut.ts';
import { bindingsOf } from './key-bindings.ts';
import type { Commands } from './command-registry.svelte.ts';

/** By binding; null: no keys; undefined: those that it comes with. */
export type OwnKeys = Readonly<Record<string, string | null | undefined>>;

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
  /** @returns what takes it back: the keys before of these alone, whatever is changed after */
  async change(changes: OwnKeys): Promise<OwnKeys> {
    const { changes: before } = bindingsOf(this.kept);
    const others = this.kept.changes.filter(({ id }) => !(id in changes));
    const own = Object.entries(changes).flatMap(([id, keys]) => (keys === undefined ? [] : [{ id, keys }]));
    await this.#keep({ ...this.kept, changes: [...others, ...own] });
    return Object.fromEntries(Object.keys(changes).map((id) => [id, before.get(id)]));
  }
  /** @returns what takes it back */
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
