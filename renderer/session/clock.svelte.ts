const TICK_MS = 5_000;

/**
 * The current time for ages and contact windows: this computer's clock, corrected to the service's time. In
 * the demo, the service's time is the demo's clock.
 */
export class Clock {
  nowMs = $state(Date.now());
  skewMs = $state(0);

  /**
   * Updates the time regularly.
   *
   * @returns a function that stops the updates
   */
  start(): () => void {
    const timer = setInterval(() => this.update(), TICK_MS);
    return () => clearInterval(timer);
  }
  /**
   * Sets the correction of this computer's clock.
   *
   * @param skewMs the service's time minus this computer's time
   */
  correct(skewMs: number): void {
    this.skewMs = skewMs;
    this.update();
  }
  update(): void {
    this.nowMs = Date.now() + this.skewMs;
  }
}
