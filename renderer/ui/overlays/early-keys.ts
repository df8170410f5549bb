/** If the panel cannot be shown, the keys must work again after this time. */
const MAX_MS = 1_000;
/** A key that follows an ignored key within this time belongs to the same quick sequence. */
const SEQUENCE_MS = 500;

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'timeStamp'>;

/**
 * Decides which keys to ignore while a menu, popover or dialog opens. Before this panel has focus, a key would
 * act on the page below, such as on its list. Keys with Ctrl, Alt or Command still work, as they do while the
 * panel is open.
 */
export class EarlyKeys {
  readonly #openedAtMs: number;
  #isOver = false;
  #ignoredAtMs = -Infinity;

  constructor(openedAtMs: number) {
    this.#openedAtMs = openedAtMs;
  }

  /** Call this when the user continues elsewhere, for example by pressing a mouse button. */
  end(): void {
    this.#isOver = true;
  }

  /** @param at whether the panel has focus, and whether the key was pressed in a text field */
  ignores(press: KeyPress, at: { readonly hasFocus: boolean; readonly isTextField: boolean }): boolean {
    const { key, ctrlKey, metaKey, altKey, isComposing, timeStamp } = press;
    if (ctrlKey || metaKey || altKey || isComposing) return false;
    if (at.hasFocus || timeStamp - this.#openedAtMs > MAX_MS) this.#isOver = true;
    // If an arrow key was ignored, Enter would run another item of a menu than the user expects.
    const isActivation = key === 'Enter' || (key === ' ' && !at.isTextField);
    if (this.#isOver) return isActivation && timeStamp - this.#ignoredAtMs < SEQUENCE_MS;
    this.#ignoredAtMs = timeStamp;
    return true;
  }
}
