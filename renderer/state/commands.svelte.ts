import { untrack } from 'svelte';
import { isAvailable, type Command } from '../lib/commands.ts';

/** The commands in use now: the frame's own, then those of the screen that is shown. */
export class Commands {
  all = $state.raw<readonly Command[]>([]);

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
  get shortcuts(): readonly string[] {
    return this.all.filter(isAvailable).flatMap((command) => (command.shortcut ? [command.shortcut] : []));
  }
}
