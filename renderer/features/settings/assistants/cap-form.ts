import type { AssistantCaps, AssistantStatus } from '../../../../shared/model/assistants/assistants.ts';
import { assistants } from './strings.ts';

export const CAP_PERIODS = ['hour', 'day', 'days30'] as const;
type CapPeriod = (typeof CAP_PERIODS)[number];
/** The texts that the user has typed into the fields but not yet saved. */
export type CapTexts = Readonly<Partial<Record<CapPeriod, string>>>;

/** Parses a cap; null if it is not a whole number from 1 to the built-in maximum. */
function parseCap(text: string, max: number): number | null {
  const written = text.trim();
  if (!/^\d{1,4}$/.test(written)) return null;
  const value = Number(written);
  return value >= 1 && value <= max ? value : null;
}

/** Explains why a typed cap cannot be saved; null if it can. */
export const capError = (text: string | undefined, max: number): string | null =>
  text === undefined || parseCap(text, max) !== null ? null : assistants.caps.wrong(max);

/**
 * Returns the caps to save; null if none has changed. If a typed cap cannot be saved, its previous value
 * stays, and the other caps are still saved.
 */
export function changedCaps(typed: CapTexts, caps: AssistantStatus['caps']): AssistantCaps | null {
  const valueOf = (period: CapPeriod): number =>
    parseCap(typed[period] ?? '', caps[period].max) ?? caps[period].limit;
  const changed = { hour: valueOf('hour'), day: valueOf('day'), days30: valueOf('days30') };
  return CAP_PERIODS.some((period) => changed[period] !== caps[period].limit) ? changed : null;
}

/**
 * Returns the entries in the form that differ from the saved caps: invalid entries, and entries typed while
 * the caps were being saved.
 */
export const unsavedTexts = (typed: CapTexts, saved: AssistantCaps): CapTexts =>
  Object.fromEntries(
    CAP_PERIODS.flatMap((period) => {
      const text = typed[period];
      return text === undefined || parseCap(text, saved[period]) === saved[period] ? [] : [[period, text]];
    }),
  );
