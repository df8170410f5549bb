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
      // Runs the waiting action only after the current task, because the closing dialog may open another
      // dialog in this task.
      queueMicrotask(() => this.#runWaiting());
    };
  };
  /** Runs an action as soon as no dialog is open. If an earlier action is still waiting, it is dropped. */
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
