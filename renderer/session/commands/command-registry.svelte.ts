import { untrack } from 'svelte';
import { commandFor, isAvailable, type Command } from './command.ts';
import { keysOf, OWN_KEYS, type Bindings } from './key-bindings.ts';

/** The commands in use now: the frame's own, then those of the screen that is shown. */
export class Commands {
  all = $state.raw<readonly Command[]>([]);
  /** The seller's own keys; who keeps them puts them here. */
  bindings = $state.raw<Bindings>(OWN_KEYS);
  readonly #run: (command: Command) => void;

  constructor(run: (command: Command) => void = () => undefined) {
    this.#run = run;
  }

  /** @returns its removal, for an `$effect`. */
  add(commands: readonly Command[]): () => void {
    // Read without tracking: an effect that adds commands must not run again because of its own addition.
    untrack(() => {
      this.all = [...this.all, ...commands];
    });
    return () => {
      this.all = untrack(() => this.all).filter((command) => !commands.includes(command));
    };
  }
  /** The keys in force: what every cap, list and menu shows, and what is pressed. */
  readonly keysOf = (command: Command): string | undefined => keysOf(command, this.bindings);

  get shortcuts(): readonly string[] {
    return this.all.filter(isAvailable).flatMap((command) => this.keysOf(command) ?? []);
  }
  /** What the pressed keys mean now. */
  pressed(keys: string): Command | undefined {
    return commandFor(this.all, keys, this.keysOf);
  }
  /** The keys in force of the command that comes with `keys`; null: it has none now. Keys of no command stay as they are. */
  readonly shown = (keys: string): string | null => {
    const { changes, singleKeys } = this.bindings;
    if (changes.size === 0 && singleKeys) return keys;
    const meant = this.all.filter(({ shortcut }) => shortcut === keys);
    const command = meant.findLast(isAvailable) ?? meant.at(-1);
    return keysOf(command ?? { id: '', shortcut: keys }, this.bindings) ?? null;
  };
  /** By id, as the system's menu asks for it; nothing where it is not there, or not available any more. */
  runById(id: string): void {
    const command = this.all.findLast((each) => each.id === id && isAvailable(each));
    if (command) this.#run(command);
  }
}
