type Handler = (event: Event) => void;
const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/**
 * Loads a widget when the user moves the pointer over its trigger or focuses the trigger. The loaded widget
 * receives the event that caused the load, unless the pointer or the focus has left the trigger in the
 * meantime. If a trigger appears below a pointer that does not move, nothing is loaded, because the user has
 * not pointed at it.
 */
export class HoverIntentTrigger {
  #pendingEvent: Event | null = null;
  #isPressed = false;
  /** Whether the trigger has been pressed since the pointer entered it. */
  #wasPressed = false;
  readonly #loadWidget: () => void;

  constructor(loadWidget: () => void) {
    this.#loadWidget = loadWidget;
  }
  /** The trigger's initial properties. The widget replaces them once it is loaded. */
  readonly props = {
    onpointermove: (event: PointerEvent): void => {
      // A pointer move after a press is part of the click, not a hover.
      if (!this.#wasPressed) this.#handleIntent(event);
    },
    onpointerleave: (): void => {
      this.#wasPressed = false;
    },
    onfocus: (event: FocusEvent): void => {
      // Pressing the trigger also focuses it, but the widget must not react to that focus.
      if (!this.#isPressed) this.#handleIntent(event);
    },
    onpointerdown: (): void => {
      this.#pendingEvent = null;
      this.#isPressed = true;
      this.#wasPressed = true;
      addEventListener('pointerup', () => (this.#isPressed = false), { once: true });
    },
  };
  /** Drops the pending event. Call it when the user activates the trigger. */
  discardEvent(): void {
    this.#pendingEvent = null;
  }
  /**
   * Passes the pending event to the loaded widget.
   *
   * @param props the trigger's properties as provided by the widget
   */
  replayEvent(props: Readonly<Record<string, unknown>>): void {
    const event = this.#pendingEvent;
    this.#pendingEvent = null;
    if (!(event?.target instanceof Element)) return;
    const stillApplies = event.target.matches(event.type === 'focus' ? ':focus' : ':hover');
    const handler = props[`on${event.type}`];
    if (stillApplies && isHandler(handler)) handler(event);
  }

  #handleIntent(event: Event): void {
    // Stores only the first event, because events that follow while the widget loads belong to the same
    // gesture.
    this.#pendingEvent ??= event;
    this.#loadWidget();
  }
}
