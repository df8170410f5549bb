import { pressText, SEQUENCE_MS, type KeyPress } from '../../../lib/keyboard.ts';
import { conflictingShortcut, isFixedRow, rowKeys, type ShortcutRow } from './shortcut-catalogue.ts';
import { bindingsOf, isReserved, keysText } from '../../../session/commands/key-bindings.ts';
import { shortcuts as words } from './strings.ts';
import type { KeyChanges, Shortcuts } from '../../../session/commands/shortcuts.svelte.ts';

/** What was pressed is another command's. */
interface Clash {
  readonly keys: string;
  readonly row: ShortcutRow;
}

/** Runs a task once after so many milliseconds. @returns what calls it off */
type Schedule = (ms: number, task: () => void) => () => void;
const afterTimeout: Schedule = (ms, task) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};

interface RecordingParts {
  readonly shortcuts: Shortcuts;
  readonly rows: () => readonly ShortcutRow[];
  /** Said once something has changed, with what takes it back. */
  readonly done: (said: string, back: KeyChanges) => void;
  readonly failed: (error: unknown) => void;
  readonly after?: Schedule;
}

/** New keys for one command: pressed, looked at, kept. */
export class KeyRecording {
  row = $state.raw<ShortcutRow | null>(null);
  /** The first key of what may become two. */
  first = $state<string | null>(null);
  problem = $state<string | null>(null);
  clash = $state.raw<Clash | null>(null);
  readonly #around: RecordingParts;
  #cancelWait: () => void = () => undefined;

  constructor(around: RecordingParts) {
    this.#around = around;
  }

  start(row: ShortcutRow): void {
    this.stop();
    this.row = row;
  }
  stop(): void {
    this.#cancelWait();
    this.row = null;
    this.#again(null);
  }
  /** After a clash: other keys for the same command. */
  others(): void {
    this.#again(null);
  }

  /** @returns whether the press was taken: it must do nothing else */
  press(press: KeyPress): boolean {
    const { row } = this;
    if (row === null || this.clash !== null) return false;
    if (press.key === 'Tab') return false;
    if (press.key === 'Escape') this.stop();
    else if (press.key === 'Backspace') void this.#keep(row, null);
    else if (press.altKey) this.#again(words.unusable);
    else this.#heard(row, pressText(press));
    return true;
  }
  /** The keys that clash go to this command, and the other is left without. */
  async take(): Promise<void> {
    if (this.row !== null && this.clash !== null) await this.#keep(this.row, this.clash.keys, this.clash.row);
  }

  #heard(row: ShortcutRow, text: string | null): void {
    if (text === null) return;
    const both = this.first === null ? text : `${this.first} ${text}`;
    this.#cancelWait();
    // Only a letter or sign can be the first of two, and only another one can follow it.
    if (this.first !== null && text.length > 1) return this.#look(row, text);
    if (this.first !== null || text.length > 1 || isReserved(text)) return this.#look(row, both);
    this.#again(null);
    this.first = text;
    this.#cancelWait = (this.#around.after ?? afterTimeout)(SEQUENCE_MS, () => this.#look(row, text));
  }
  #look(row: ShortcutRow, keys: string): void {
    const bindings = bindingsOf(this.#around.shortcuts.saved);
    if (isReserved(keys)) return this.#again(words.reserved(keysText(keys)));
    if (rowKeys(row, { ...bindings, singleKeys: true }) === keys) return this.stop();
    const other = conflictingShortcut(keys, row, this.#around.rows(), bindings);
    if (other === null) return void this.#keep(row, keys);
    if (isFixedRow(other)) return this.#again(words.takenFixed(keysText(keys)));
    this.#again(null);
    this.clash = { keys, row: other };
  }
  async #keep(row: ShortcutRow, keys: string | null, from?: ShortcutRow): Promise<void> {
    const { shortcuts, done, failed } = this.#around;
    this.stop();
    try {
      const back = await shortcuts.change({
        ...(from === undefined ? {} : { [from.id]: null }),
        [row.id]: keys === row.keys ? undefined : keys,
      });
      done(said(row, keys, from), back);
    } catch (error) {
      failed(error);
    }
  }
  #again(problem: string | null): void {
    this.first = null;
    this.clash = null;
    this.problem = problem;
  }
}

function said(row: ShortcutRow, keys: string | null, from?: ShortcutRow): string {
  if (keys === null) return words.cleared(row.words);
  if (from === undefined) return words.changed(row.words, keysText(keys));
  return words.given(keysText(keys), row.words, from.words);
}
