/** The tip to show, with the element that it describes and where the pointer was. Coordinates are in px. */
export interface TitleTip {
  readonly text: string;
  readonly element: Element;
  readonly pointerX: number;
  readonly pointerY: number;
}

const DELAY_MS = 500;
/** How long after a tip was hidden the tip of the next button is shown without a delay. */
const RECENT_MS = 300;

/**
 * Shows the `title` of the element under the pointer as the app's own tip, because the browser's tip is late
 * and ignores theme and text size. While the tip is shown, the attribute is empty; otherwise the browser would
 * show its tip as well.
 */
export class TitleTips {
  shown = $state.raw<TitleTip | null>(null);
  /** The element under the pointer that has a title. */
  #target: Element | null = null;
  /** Whether the target has been pressed. Its tip then stays hidden until the pointer leaves it. */
  #wasPressed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hiddenAtMs = -Infinity;
  readonly #changes = new MutationObserver(() => this.#followChange());

  /**
   * Handles a move of the pointer. An element that appears under a resting pointer shows no tip, because the
   * user has not pointed at it.
   */
  handleMove({ target, pointerType, clientX, clientY }: PointerEvent): void {
    if (pointerType === 'touch') return;
    const found = this.#titledAt(target);
    if (found === this.#target) return;
    this.leave();
    this.#target = found;
    if (found === null) return;
    const isNext = found instanceof HTMLButtonElement && performance.now() - this.#hiddenAtMs < RECENT_MS;
    this.#timer = setTimeout(() => this.#show(found, clientX, clientY), isNext ? 0 : DELAY_MS);
  }
  /** Handles a `pointerover`, which the browser also sends if the page changes under a resting pointer. */
  handleOver({ target }: PointerEvent): void {
    if (this.#target !== null && this.#titledAt(target) !== this.#target) this.leave();
  }
  /** Handles a pointer that has left the element with the title, or the window. */
  leave(): void {
    this.hide();
    this.#target = null;
    this.#wasPressed = false;
  }
  handlePress(): void {
    this.hide();
    this.#wasPressed = true;
  }
  /** Hides the tip until the pointer moves to another element. */
  hide(): void {
    clearTimeout(this.#timer);
    const { shown } = this;
    if (shown === null) return;
    this.#changes.disconnect();
    if (shown.element.getAttribute('title') === '') shown.element.setAttribute('title', shown.text);
    this.shown = null;
    this.#hiddenAtMs = performance.now();
  }

  #show(element: Element, pointerX: number, pointerY: number): void {
    const text = titleOf(element);
    if (text === '' || this.#wasPressed || !element.isConnected || isRedundant(element, text)) return;
    this.shown = { text, element, pointerX, pointerY };
    element.setAttribute('title', '');
    this.#changes.observe(element, { attributeFilter: ['title'] });
  }
  /** Follows a change of the title while its tip is shown. */
  #followChange(): void {
    const { shown } = this;
    if (shown === null) return;
    const title = shown.element.getAttribute('title');
    if (title === null) this.hide();
    else if (title !== '') {
      this.shown = { ...shown, text: title };
      shown.element.setAttribute('title', '');
    }
  }
  /**
   * Returns the closest element with a title that is not empty. The title of a shown tip counts. An element
   * with a tip of its own shows only that tip.
   */
  #titledAt(at: EventTarget | null): Element | null {
    const element = at instanceof Element ? at.closest('[title], [data-own-tip]') : null;
    return element === null || (titleOf(element) === '' && element !== this.shown?.element) ? null : element;
  }
}

const titleOf = (element: Element): string => (element.getAttribute('title') ?? '').trim();

/** Returns whether the title only repeats the text of the element, and this text is not cut off. */
function isRedundant(element: Element, title: string): boolean {
  if (element.textContent.trim() !== title) return false;
  const boxes = [element, element.parentElement, ...element.querySelectorAll('*')];
  return boxes.every((box) => box === null || box.scrollWidth <= box.clientWidth || box.clientWidth === 0);
}
