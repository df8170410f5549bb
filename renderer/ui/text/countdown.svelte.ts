import { getContext, setContext } from 'svelte';
import { MINUTE_MS } from '../../../shared/durations.ts';

interface CountdownClock {
  /**
   * Starts to update the time every few seconds.
   *
   * @returns a function that ends these updates
   */
  showSeconds(): () => void;
}

const KEY = 'roundwatch.countdown';
/**
 * When the remaining wait is shorter than this (in ms), the displayed time is updated every few seconds; until
 * then, only once a minute. The limit is above 100 s, because `waitText` shows seconds in the last 100 s.
 */
const NEAR_MS = 3 * MINUTE_MS;

/** Called exactly once, by the root component. */
export const provideCountdownClock = (clock: CountdownClock): void => void setContext(KEY, clock);

/**
 * Keeps the time up to date while a component shows a countdown to `untilMs`. Must be called during component
 * initialisation.
 *
 * @param untilMs returns null while the component shows no countdown
 */
export function followCountdown(untilMs: () => number | null, nowMs: () => number): void {
  const clock = getContext<CountdownClock | undefined>(KEY);
  const isNear = $derived.by(() => {
    const leftMs = (untilMs() ?? 0) - nowMs();
    return leftMs > 0 && leftMs < NEAR_MS;
  });
  $effect(() => (isNear ? clock?.showSeconds() : undefined));
}
