import type { TimeTravelResult } from '../../session/time-travel.ts';
import { travelled as words } from '../../features/onboarding/first-steps-strings.ts';

/** `9 windows closed, the month’s budgets are new.` One sentence of what a journey in time changed. */
export function timeTravelText({ closed, snoozesOver, budgets }: TimeTravelResult): string {
  const parts = [
    closed > 0 ? words.windows(closed) : null,
    snoozesOver > 0 ? words.snoozes(snoozesOver) : null,
    budgets === null ? null : words[budgets],
  ].filter((part) => part !== null);
  const text = parts.length === 0 ? words.nothing : parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
