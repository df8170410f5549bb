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

/** Returns the caps to save; null if nothing has changed or if a typed cap cannot be saved. */
export function changedCaps(typed: CapTexts, caps: AssistantStatus['caps']): AssistantCaps | null {
  const valueOf = (period: CapPeriod): number | null =>
    typed[period] === undefined ? caps[period].limit : parseCap(typed[period], caps[period].max);
  const [hour, day, days30] = [valueOf('hour'), valueOf('day'), valueOf('days30')];
  if (hour === null || day === null || days30 === null) return null;
  const isChanged = hour !== caps.hour.limit || day !== caps.day.limit || days30 !== caps.days30.limit;
  return isChanged ? { hour, day, days30 } : null;
}
