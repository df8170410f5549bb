/** The number of open dialogs. While it is not zero, commands must not change the screen behind the dialog. */
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
