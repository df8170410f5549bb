import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/durations.ts';

const UNITS = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: HOUR_MS },
  { unit: 'minute', ms: MINUTE_MS },
] as const;

/** Returns a duration as text for assistants, such as `3 days ago`. */
export function agoText(ms: number): string {
  const largest = UNITS.find((each) => ms >= each.ms);
  return largest === undefined
    ? 'less than a minute ago'
    : new Intl.RelativeTimeFormat('en-GB').format(-Math.floor(ms / largest.ms), largest.unit);
}
