import { capitalise, longDayText } from '../../lib/format.ts';
import { frame, timeTravelEffects as effects } from '../strings.ts';
import type { App } from '../../session/app.svelte.ts';
import type { TimeTravelResult } from '../../session/time-travel.ts';

export const JUMPS = [1, 7, 30] as const;

/**
 * Moves the demo's clock forward and shows the effects in a toast.
 *
 * @returns the effects as a sentence
 */
export async function moveDemoClock(app: App, days: (typeof JUMPS)[number]): Promise<string> {
  const strings = frame.demo;
  const changed = timeTravelText(await app.demo.travel(days));
  await app.refreshQuota();
  app.toasts.show(`${strings.moved(strings.days[days], longDayText(app.clock.nowMs))} ${changed}`);
  return changed;
}

/** Describes the effects of moving the clock, such as `9 contact windows closed, monthly limits reset.` */
export function timeTravelText({ closed, snoozesOver, budgets }: TimeTravelResult): string {
  const parts = [
    closed > 0 ? effects.windows(closed) : null,
    snoozesOver > 0 ? effects.snoozes(snoozesOver) : null,
    budgets === null ? null : effects[budgets],
  ].filter((part) => part !== null);
  const text = parts.length === 0 ? effects.nothing : parts.join(', ');
  return `${capitalise(text)}.`;
}
