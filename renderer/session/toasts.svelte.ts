import type { ServiceError } from '../../shared/model/service-error.ts';

/** A message with at most one button. `ui/feedback/ToastHost.svelte` shows it. */
export interface ToastItem {
  readonly id: number;
  readonly text: string;
  /** The error text that the service sent; null for other messages. */
  readonly serviceError: ServiceError | null;
  readonly kind: 'done' | 'problem';
  readonly action: {
    readonly label: string;
    readonly keys?: string;
    readonly run: () => void | Promise<void>;
  } | null;
}
interface ToastOptions {
  readonly kind?: ToastItem['kind'];
  readonly serviceError?: ToastItem['serviceError'];
  /**
   * A button that reverts a change, or that helps after a failure. A message with this button is shown as a
   * toast.
   */
  readonly action?: ToastItem['action'];
  /**
   * A button that shows the subject of the message. Unlike `action`, it does not turn a notice into a toast.
   */
  readonly link?: Pick<NonNullable<ToastItem['action']>, 'label' | 'run'>;
  /** Adds an Undo button. Pressing `z` does the same as clicking the button. */
  readonly undo?: () => void | Promise<void>;
}

/**
 * Messages about what has happened. A failure, or a change that can be reverted, is shown as a toast. At most
 * one toast is shown at a time. Every other message is a notice, which the status bar shows for a few
 * seconds.
 */
export class Toasts {
  /** The toast that is shown; empty for none. */
  items = $state.raw<readonly ToastItem[]>([]);
  notice = $state.raw<ToastItem | null>(null);
  readonly #undoLabel: string;
  #undo = $state.raw<{ readonly id: number; readonly run: () => void | Promise<void> } | null>(null);
  readonly #reportError: (error: unknown) => void;
  #nextId = 1;

  /**
   * @param reportError receives errors from a toast's button, because no caller awaits the button's action
   */
  constructor(undoLabel: string, reportError: (error: unknown) => void) {
    this.#undoLabel = undoLabel;
    this.#reportError = reportError;
  }

  show(
    text: string,
    { kind = 'done', action = null, link, serviceError = null, undo }: ToastOptions = {},
  ): number {
    const id = this.#nextId++;
    const other = action ?? link ?? null;
    const button = undo
      ? { label: this.#undoLabel, keys: 'z', run: () => this.#runUndo(id, undo) }
      : other && { ...other, run: () => this.#run(other.run) };
    if (undo) this.#undo = { id, run: undo };
    const item: ToastItem = { id, text, kind, serviceError, action: button };
    if (undo !== undefined || action !== null || kind === 'problem') this.items = [item];
    else this.notice = item;
    return id;
  }

  get canUndo(): boolean {
    return this.#undo !== null;
  }

  /** Runs the Undo of the newest toast, for the key `z`. */
  async undoLast(): Promise<void> {
    const last = this.#undo;
    if (last) await this.#runUndo(last.id, last.run);
  }

  /**
   * Removes a message together with its Undo. Does nothing if another toast has already replaced the message,
   * because the key `z` can still run the Undo of the replaced message.
   */
  close(id: number): void {
    if (this.notice?.id === id) this.notice = null;
    if (!this.items.some((item) => item.id === id)) return;
    this.items = [];
    if (this.#undo?.id === id) this.#undo = null;
  }

  /**
   * Removes all messages from the screen, because they may contain contact names. `z` can still undo the last
   * change.
   */
  clear(): void {
    this.items = [];
    this.notice = null;
  }

  /** Removes the notice, because its text may be wrong after an undo or redo. */
  clearNotice(): void {
    this.notice = null;
  }

  async #runUndo(id: number, run: () => void | Promise<void>): Promise<void> {
    if (this.#undo?.id === id) this.#undo = null;
    this.close(id);
    await this.#run(run);
  }
  async #run(run: () => void | Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      this.#reportError(error);
    }
  }
}
