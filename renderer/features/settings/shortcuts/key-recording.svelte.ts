import { pressText, SEQUENCE_MS, type KeyPress } from '../../../lib/keyboard.ts';
import { conflictingShortcut, isFixedRow, rowKeys, type ShortcutRow } from './shortcut-catalogue.ts';
import { bindingsOf, isReserved, keysText } from '../../../session/commands/key-bindings.ts';
import { shortcuts as strings } from './strings.ts';
import type { KeyChanges, Shortcuts } from '../../../session/commands/shortcuts.svelte.ts';

/** The keys that the user pressed, and the other command that already uses these keys. */
interface Conflict {
  readonly keys: string;
  readonly row: ShortcutRow;
}

/**
 * Runs a task once after a delay.
 *
 * @returns a function that cancels the task
 */
type Schedule = (ms: number, task: () => void) => () => void;
const afterTimeout: Schedule = (ms, task) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};

interface RecordingDeps {
  readonly shortcuts: Shortcuts;
  readonly rows: () => readonly ShortcutRow[];
  /**
   * Called after the keys have changed.
   *
   * @param previous the keys before the change, for undo
   */
  readonly done: (changeMessage: string, previous: KeyChanges) => void;
  readonly failed: (error: unknown) => void;
  readonly after?: Schedule;
}

/** Records new keys for a command: waits for key presses, checks the keys and saves them. */
export class KeyRecording {
  row = $state.raw<ShortcutRow | null>(null);
  /** The first key press, which may begin a sequence of two; null if no key has been pressed yet. */
  first = $state<string | null>(null);
  problem = $state<string | null>(null);
  conflict = $state.raw<Conflict | null>(null);
  readonly #parts: RecordingDeps;
  #cancelWait: () => void = () => undefined;

  constructor(parts: RecordingDeps) {
    this.#parts = parts;
  }

  start(row: ShortcutRow): void {
    this.stop();
    this.row = row;
  }
  stop(): void {
    this.#cancelWait();
    this.row = null;
    this.#reset(null);
  }
  /** Discards the conflicting keys and waits for the user to press other keys for the same command. */
  others(): void {
    this.#reset(null);
  }

  /**
   * Handles a key press.
   *
   * @returns whether the key press was handled. If so, the caller must prevent its default action
   */
  press(press: KeyPress): boolean {
    const { row } = this;
    if (row === null || this.conflict !== null) return false;
    if (press.key === 'Tab') return false;
    if (press.key === 'Escape') this.stop();
    else if (press.key === 'Backspace') void this.#save(row, null);
    else if (press.altKey) this.#reset(strings.unusable);
    else this.#add(row, pressText(press));
    return true;
  }
  /** Assigns the conflicting keys to this command. The other command loses the keys. */
  async assign(): Promise<void> {
    if (this.row !== null && this.conflict !== null)
      await this.#save(this.row, this.conflict.keys, this.conflict.row);
  }

  #add(row: ShortcutRow, text: string | null): void {
    if (text === null) return;
    const both = this.first === null ? text : `${this.first} ${text}`;
    this.#cancelWait();
    // A sequence consists of two single keys, each a letter or a symbol. If the second key press is a
    // combination such as Ctrl+K, the first key press is discarded.
    if (this.first !== null && text.length > 1) return this.#check(row, text);
    if (this.first !== null || text.length > 1 || isReserved(text)) return this.#check(row, both);
    this.#reset(null);
    this.first = text;
    this.#cancelWait = (this.#parts.after ?? afterTimeout)(SEQUENCE_MS, () => this.#check(row, text));
  }
  #check(row: ShortcutRow, keys: string): void {
    const bindings = bindingsOf(this.#parts.shortcuts.saved);
    if (isReserved(keys)) return this.#reset(strings.reserved(keysText(keys)));
    if (rowKeys(row, { ...bindings, singleKeys: true }) === keys) return this.stop();
    const other = conflictingShortcut(keys, row, this.#parts.rows(), bindings);
    if (other === null) return void this.#save(row, keys);
    if (isFixedRow(other)) return this.#reset(strings.takenFixed(keysText(keys)));
    this.#reset(null);
    this.conflict = { keys, row: other };
  }
  async #save(row: ShortcutRow, keys: string | null, from?: ShortcutRow): Promise<void> {
    const { shortcuts, done, failed } = this.#parts;
    this.stop();
    try {
      const previous = await shortcuts.change({
        ...(from === undefined ? {} : { [from.id]: null }),
        [row.id]: keys === row.keys ? undefined : keys,
      });
      done(changeMessage(row, keys, from), previous);
    } catch (error) {
      failed(error);
    }
  }
  #reset(problem: string | null): void {
    this.first = null;
    this.conflict = null;
    this.problem = problem;
  }
}

function changeMessage(row: ShortcutRow, keys: string | null, from?: ShortcutRow): string {
  if (keys === null) return strings.cleared(row.label);
  if (from === undefined) return strings.changed(row.label, keysText(keys));
  return strings.given(keysText(keys), row.label, from.label);
}
