const TICK_MS = 5_000;

/**
 * The current time by the service's clock (in the demo: by the demo's clock), for ages and contact windows.
 * It is calculated from this computer's time and the difference between the two clocks.
 */
export class Clock {
  nowMs = $state(Date.now());
  skewMs = $state(0);
  /** Whether the difference is known. Until then, the time is this computer's. */
  isCorrected = $state(false);

  /**
   * Starts updating the time at regular intervals.
   *
   * @returns a function that stops the updates
   */
  start(): () => void {
    const timer = setInterval(() => this.update(), TICK_MS);
    return () => clearInterval(timer);
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
  /** Discards the difference, because another workspace's service may have a different time. */
  reset(): void {
    this.skewMs = 0;
    this.isCorrected = false;
    this.update();
  }
  update(): void {
    this.nowMs = Date.now() + this.skewMs;
  }
}
