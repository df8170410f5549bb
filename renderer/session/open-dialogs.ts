/** Counts the open dialogs. While any dialog is open, commands must not change the screen behind it. */
export class OpenDialogs {
  #count = 0;

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
    };
  };
}
