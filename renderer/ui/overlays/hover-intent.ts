type Handler = (event: Event) => void;
const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/**
 * Loads a widget when the user points at its trigger or focuses it. The first event is replayed to the loaded widget if
 * it still applies.
 */
export class HoverIntentTrigger {
  #pendingEvent: Event | null = null;
  #isPressed = false;
  readonly #loadWidget: () => void;

  /** @param want loads the widget */
  constructor(loadWidget: () => void) {
    this.#loadWidget = loadWidget;
  }
  /** The trigger's properties until the widget provides its own. */
  readonly props = {
    onpointerenter: (event: PointerEvent): void => this.#handleIntent(event),
    onfocus: (event: FocusEvent): void => {
      // A press also focuses the trigger, but should only activate it.
      if (!this.#isPressed) this.#handleIntent(event);
    },
    onpointerdown: (): void => {
      this.#pendingEvent = null;
      this.#isPressed = true;
      addEventListener('pointerup', () => (this.#isPressed = false), { once: true });
    },
  };
  /** Drops the pending event, because the trigger was used. */
  discardEvent(): void {
    this.#pendingEvent = null;
  }
  /** Replays the pending event. @param props the trigger's properties from the loaded widget */
  replayEvent(props: Readonly<Record<string, unknown>>): void {
    const event = this.#pendingEvent;
    this.#pendingEvent = null;
    if (!(event?.target instanceof Element)) return;
    const stillApplies = event.target.matches(event.type === 'focus' ? ':focus' : ':hover');
    const handler = props[`on${event.type}`];
    if (stillApplies && isHandler(handler)) handler(event);
  }

  #handleIntent(event: Event): void {
    // Keep the first event: a pointer also moves the focus when it presses.
    this.#pendingEvent ??= event;
    this.#loadWidget();
  }
}
