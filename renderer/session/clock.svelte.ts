const TICK_MS = 5_000;

/**
 * The time that ages and windows are measured against: this laptop's clock corrected by what the service tells; in the
 * demo that is the demo's own clock.
 */
export class Clock {
  nowMs = $state(Date.now());
  skewMs = $state(0);

  /** @returns its dispose. */
  start(): () => void {
    const timer = setInterval(() => this.look(), TICK_MS);
    return () => clearInterval(timer);
  }
  /** @param skewMs server time minus this laptop's clock */
  correct(skewMs: number): void {
    this.skewMs = skewMs;
    this.look();
  }
  look(): void {
    this.nowMs = Date.now() + this.skewMs;
  }
}
