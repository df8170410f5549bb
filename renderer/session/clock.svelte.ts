import { MINUTE_MS, SECOND_MS } from '../../shared/durations.ts';

/** Interval in ms between updates while a countdown in seconds is shown. */
const COUNTDOWN_TICK_MS = 5 * SECOND_MS;

/**
 * The current time by the service's clock (in the demo: by the demo's clock), for ages and contact windows.
 * It is calculated from this computer's time and the difference between the two clocks.
 */
export class Clock {
  skewMs = $state(0);
  /** Whether the difference between the clocks is known. If it is unknown, this computer's time is used. */
  isCorrected = $state(false);
  #countdowns = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  /**
   * Effects that read the time read this object, so replacing the object runs them again. An update must not
   * read the object. An effect that starts an update would otherwise depend on the object and run again.
   */
  #lastUpdate = $state.raw({});

  /**
   * The time at the moment of the call. Effects that read it run again only when a minute begins, because few
   * texts change more often, and each update wakes up several threads.
   */
  get nowMs(): number {
    void this.#lastUpdate;
    return Date.now() + this.skewMs;
  }
  /**
   * Starts updating the time.
   *
   * @returns a function that stops the updates
   */
  start(): () => void {
    this.#isRunning = true;
    this.#scheduleUpdate();
    return () => {
      this.#isRunning = false;
      clearTimeout(this.#timer);
    };
  }
  /** Updates the current time immediately, and then every 5 s until the returned function is called. */
  showSeconds(): () => void {
    this.#countdowns += 1;
    this.update();
    return () => {
      this.#countdowns -= 1;
    };
  }
  /**
   * Sets the difference between the service's clock and this computer's clock.
   *
   * @param skewMs the service's time minus this computer's time, in ms
   */
  correct(skewMs: number): void {
    this.skewMs = skewMs;
    this.isCorrected = true;
    this.update();
  }
  /**
   * Discards the measured clock difference, because another workspace's service may have a different time.
   */
  reset(): void {
    this.skewMs = 0;
    this.isCorrected = false;
    this.update();
  }
  update(): void {
    this.#lastUpdate = {};
    this.#scheduleUpdate();
  }
  #scheduleUpdate(): void {
    clearTimeout(this.#timer);
    if (!this.#isRunning) return;
    const untilMinuteMs = MINUTE_MS - ((Date.now() + this.skewMs) % MINUTE_MS);
    const delayMs = this.#countdowns > 0 ? Math.min(COUNTDOWN_TICK_MS, untilMinuteMs) : untilMinuteMs;
    this.#timer = setTimeout(() => this.update(), delayMs);
  }
}
