type Handler = (event: Event) => void;
const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/**
 * Loads a widget when the user points at or focuses its trigger. Once loaded, the widget receives the first
 * event if it still applies.
 */
export class HoverIntentTrigger {
  #pendingEvent: Event | null = null;
  #isPressed = false;
  readonly #loadWidget: () => void;

  constructor(loadWidget: () => void) {
    this.#loadWidget = loadWidget;
  }
  /** The trigger's properties until the widget provides its own. */
  readonly props = {
    onpointerenter: (event: PointerEvent): void => this.#handleIntent(event),
    onfocus: (event: FocusEvent): void => {
      // A press also focuses the trigger, but such a focus does not count as intent.
      if (!this.#isPressed) this.#handleIntent(event);
    },
    onpointerdown: (): void => {
      this.#pendingEvent = null;
      this.#isPressed = true;
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
   * @param props the trigger's properties from the loaded widget
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
    // Later events while the widget loads belong to the same gesture, so the first event is kept.
    this.#pendingEvent ??= event;
    this.#loadWidget();
  }
}
