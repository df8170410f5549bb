import { longDayText } from '../../lib/format.ts';
import { timeTravelText } from './time-travel-text.ts';
import { frame } from '../strings.ts';
import type { App } from '../../session/app.svelte.ts';

export const JUMPS = [1, 7, 30] as const;

/** Moves the demo's clock and says what that changed. @returns the same in a sentence */
export async function moveDemoClock(app: App, days: (typeof JUMPS)[number]): Promise<string> {
  const words = frame.demo;
  const changed = timeTravelText(await app.demo.travel(days));
  await app.refreshQuota();
  app.toasts.show(`${words.moved(words.days[days], longDayText(app.clock.nowMs))} ${changed}`);
  return changed;
}
