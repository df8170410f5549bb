type Handler = (event: Event) => void;
const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/**
 * What happened to a trigger before the widget was there that answers it: made only for whom somebody points at or comes to, a
 * widget hears of that once it is made, unless it is over by then.
 */
export class HoverIntentTrigger {
  #missed: Event | null = null;
  #isPressed = false;
  readonly #want: () => void;

  /** @param want brings the widget */
  constructor(want: () => void) {
    this.#want = want;
  }
  /** For the trigger, until the widget gives its own. */
  readonly props = {
    onpointerenter: (event: PointerEvent): void => this.#came(event),
    onfocus: (event: FocusEvent): void => {
      // Whoever presses it wants what it does.
      if (!this.#isPressed) this.#came(event);
    },
    onpointerdown: (): void => {
      this.#missed = null;
      this.#isPressed = true;
      addEventListener('pointerup', () => (this.#isPressed = false), { once: true });
    },
  };
  /** It was used: nothing is told any more. */
  forget(): void {
    this.#missed = null;
  }
  /** The widget is there, with these properties of its trigger. */
  tell(props: Readonly<Record<string, unknown>>): void {
    const event = this.#missed;
    this.#missed = null;
    if (!(event?.target instanceof Element)) return;
    const isStill = event.target.matches(event.type === 'focus' ? ':focus' : ':hover');
    const handler = props[`on${event.type}`];
    if (isStill && isHandler(handler)) handler(event);
  }

  #came(event: Event): void {
    // The first one counts: a pointer that comes brings the focus along when it presses.
    this.#missed ??= event;
    this.#want();
  }
}
