import { untrack } from 'svelte';
import { availableCommand, commandFor, isAvailable, type Command } from './command.ts';
import { keysOf, DEFAULT_BINDINGS, type Bindings } from './key-bindings.ts';

/** The registered commands: first the commands of the frame, then the commands of the current screen. */
export class Commands {
  all = $state.raw<readonly Command[]>([]);
  /** The user's key bindings, set by `Shortcuts`. */
  bindings = $state.raw<Bindings>(DEFAULT_BINDINGS);
  readonly #run: (command: Command) => void;

  constructor(run: (command: Command) => void = () => undefined) {
    this.#run = run;
  }

  /**
   * Registers commands.
   *
   * @returns a function that removes these commands, for an `$effect`
   */
  add(commands: readonly Command[]): () => void {
    // Reads `all` untracked. Otherwise, an effect that adds commands would depend on `all`, and would run
    // again after each change.
    untrack(() => {
      this.all = [...this.all, ...commands];
    });
    return () => {
      this.all = untrack(() => this.all).filter((command) => !commands.includes(command));
    };
  }
  readonly keysOf = (command: Command): string | undefined => keysOf(command, this.bindings);

  get shortcuts(): readonly string[] {
    return this.all.filter(isAvailable).flatMap((command) => this.keysOf(command) ?? []);
  }
  /** Returns the command that these keys currently run. */
  commandForKeys(keys: string): Command | undefined {
    return commandFor(this.all, keys, this.keysOf);
  }
  /** Returns the keys that run the command at the moment. */
  effectiveKeysOf(command: Command): string | undefined {
    const keys = this.keysOf(command);
    return keys !== undefined && this.commandForKeys(keys) === command ? keys : undefined;
  }
  /**
   * Returns the current keys of the command with the default keys `keys`, or null if the command has no keys
   * now. If no command has these default keys, returns `keys`, or null if `keys` is a single key and
   * single-key shortcuts are off.
   */
  readonly shown = (keys: string): string | null => {
    const { changes, singleKeys } = this.bindings;
    if (changes.size === 0 && singleKeys) return keys;
    const candidates = this.all.filter(({ shortcut }) => shortcut === keys);
    const command = candidates.findLast(isAvailable) ?? candidates.at(-1);
    return keysOf(command ?? { id: '', shortcut: keys }, this.bindings) ?? null;
  };
  /** Runs the available command with this id. If several have the id, runs the one registered last. */
  runById(id: string): void {
    const command = availableCommand(this.all, id);
    if (command) this.#run(command);
  }
}
