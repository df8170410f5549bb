import { longDayText } from '../lib/format.ts';
import { travelWords } from '../lib/travel-words.ts';
import { frame } from '../lib/words.ts';
import type { App } from '../state/app.svelte.ts';

export const JUMPS = [1, 7, 30] as const;

/** Moves the demo's clock and says what that changed. @returns the same in a sentence */
export async function travelDemo(app: App, days: (typeof JUMPS)[number]): Promise<string> {
  const words = frame.demo;
  const changed = travelWords(await app.demo.travel(days));
  await app.refreshQuota();
  app.toasts.say(`${words.moved(words.days[days], longDayText(app.clock.nowMs))} ${changed}`);
  return changed;
}
