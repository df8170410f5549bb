/** Counts the open dialogs. While any dialog is open, commands must not change the screen behind it. */
export class OpenDialogs {
  #count = 0;
  /** An action that waits until no dialog is open; null if there is none. */
  #waiting: (() => void) | null = null;

  get isAnyOpen(): boolean {
    return this.#count > 0;
  }
  /**
   * Reports that a dialog has opened.
   *
   * @returns a function that reports that the dialog has closed
   */
  readonly add = (): (() => void) => {
    this.#count += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#count -= 1;
      isOpen = false;
      // A dialog that closes may open another dialog in the same task, so check only after that task.
      queueMicrotask(() => this.#runWaiting());
    };
  };
  /** Runs an action once no dialog is open. Replaces an earlier action that is still waiting. */
  runOnceClosed(action: () => void): void {
    this.#waiting = action;
    this.#runWaiting();
  }
  cancelWaiting(): void {
    this.#waiting = null;
  }

  #runWaiting(): void {
    const action = this.#waiting;
    if (action === null || this.isAnyOpen) return;
    this.#waiting = null;
    action();
  }
}
