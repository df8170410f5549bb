import { untrack } from 'svelte';
import { commandFor, isAvailable, type Command } from './command.ts';
import { keysOf, DEFAULT_BINDINGS, type Bindings } from './key-bindings.ts';

/** The available commands: the frame's, then the current screen's. */
export class Commands {
  all = $state.raw<readonly Command[]>([]);
  /** The user's keys, set by `Shortcuts`. */
  bindings = $state.raw<Bindings>(DEFAULT_BINDINGS);
  readonly #run: (command: Command) => void;

  constructor(run: (command: Command) => void = () => undefined) {
    this.#run = run;
  }

  /** @returns its removal, for an `$effect`. */
  add(commands: readonly Command[]): () => void {
    // Read without tracking: otherwise an effect that adds commands would run again after its addition.
    untrack(() => {
      this.all = [...this.all, ...commands];
    });
    return () => {
      this.all = untrack(() => this.all).filter((command) => !commands.includes(command));
    };
  }
  /** The keys of a command now. */
  readonly keysOf = (command: Command): string | undefined => keysOf(command, this.bindings);

  get shortcuts(): readonly string[] {
    return this.all.filter(isAvailable).flatMap((command) => this.keysOf(command) ?? []);
  }
  /** The command that pressed keys run now. */
  commandForKeys(keys: string): Command | undefined {
    return commandFor(this.all, keys, this.keysOf);
  }
  /** The current keys of the command with these default keys; null if it has none. Keys without a command stay as they are. */
  readonly shown = (keys: string): string | null => {
    const { changes, singleKeys } = this.bindings;
    if (changes.size === 0 && singleKeys) return keys;
    const candidates = this.all.filter(({ shortcut }) => shortcut === keys);
    const command = candidates.findLast(isAvailable) ?? candidates.at(-1);
    return keysOf(command ?? { id: '', shortcut: keys }, this.bindings) ?? null;
  };
  /** Runs a command that the system's menu names, if it is available. */
  runById(id: string): void {
    const command = this.all.findLast((each) => each.id === id && isAvailable(each));
    if (command) this.#run(command);
  }
}
