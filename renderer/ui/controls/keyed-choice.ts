interface KeyedChoiceParts<T> {
  /** Saves a value that the user has chosen. */
  readonly save: (value: T) => void;
  /** Shows the stored value again. */
  readonly revert: () => void;
  /** Moves the focus out of the field. */
  readonly leave: () => void;
  /** Called when a value starts or stops waiting for Enter. */
  readonly onpending: (isPending: boolean) => void;
}

/**
 * Decides when a value in a closed select field counts as chosen. The browser changes the value with each
 * letter and arrow key, so typing `Not` for `Not now` briefly selects other values. A value selected with
 * such a key is saved when the user presses Enter or the field loses focus, and discarded when the user
 * presses Escape. A value chosen in the open menu is saved at once.
 */
export class KeyedChoice<T> {
  #pending: { readonly value: T } | null = null;
  #isByKey = false;
  readonly #parts: KeyedChoiceParts<T>;

  constructor(parts: KeyedChoiceParts<T>) {
    this.#parts = parts;
  }

  change(value: T): void {
    if (this.#isByKey) this.#setPending({ value });
    else this.#finish(value);
  }
  onpointerdown(): void {
    this.#isByKey = false;
  }
  onfocusout(): void {
    const pending = this.#pending;
    this.#isByKey = false;
    this.#setPending(null);
    if (pending !== null) this.#parts.save(pending.value);
  }
  /** @returns true if the field has handled the key and the browser must ignore it */
  onkeydown({ key, altKey }: { readonly key: string; readonly altKey: boolean }): boolean {
    if (key === 'Escape') return this.#cancel();
    if (key === 'Enter' && this.#pending !== null) {
      this.#finish(this.#pending.value);
      return true;
    }
    // Enter, the space key, F4 and Alt with an arrow key open the menu.
    const opensMenu = key === 'Enter' || key === ' ' || key === 'F4' || altKey;
    if (opensMenu) this.#isByKey = false;
    else if (key !== 'Tab' && key !== 'Shift') this.#isByKey = true;
    return false;
  }

  #finish(value: T): void {
    this.#setPending(null);
    this.#parts.save(value);
    this.#parts.leave();
  }
  #cancel(): boolean {
    if (this.#pending !== null) this.#parts.revert();
    this.#setPending(null);
    this.#parts.leave();
    return true;
  }
  #setPending(pending: { readonly value: T } | null): void {
    this.#pending = pending;
    this.#parts.onpending(pending !== null);
  }
}
