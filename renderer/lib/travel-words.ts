import { travelled as words } from './words/onboarding.ts';

/** What time alone changes, at one moment. */
export interface Stand {
  readonly nowMs: number;
  /** Contact windows that are open. */
  readonly open: number;
  readonly snoozed: number;
  readonly monthResetsAtMs: number | null;
  readonly dayResetsAtMs: number | null;
}
/** What a journey in time changed. */
export interface Travelled {
  readonly closed: number;
  readonly snoozesOver: number;
  /** The budgets that began anew, the larger ones alone. */
  readonly budgets: 'month' | 'day' | null;
}

/** Pure. */
export function changeOf(before: Stand, after: Stand): Travelled {
  const isPast = (resetsAtMs: number | null): boolean => resetsAtMs !== null && after.nowMs >= resetsAtMs;
  return {
    closed: Math.max(0, before.open - after.open),
    snoozesOver: Math.max(0, before.snoozed - after.snoozed),
    budgets: isPast(before.monthResetsAtMs) ? 'month' : isPast(before.dayResetsAtMs) ? 'day' : null,
  };
}

/** `9 windows closed, the month’s budgets are new.` One sentence of what a journey in time changed. */
export function travelWords({ closed, snoozesOver, budgets }: Travelled): string {
  const parts = [
    closed > 0 ? words.windows(closed) : null,
    snoozesOver > 0 ? words.snoozes(snoozesOver) : null,
    budgets === null ? null : words[budgets],
  ].filter((part) => part !== null);
  const text = parts.length === 0 ? words.nothing : parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
