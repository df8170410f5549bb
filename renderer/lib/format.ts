import { isEventSource } from '../../shared/event-source.ts';
import type { Amount, Source, Stamp } from '../../shared/model/company.ts';
import {
  dayMonth,
  hourMinute,
  hourMinuteSecond,
  momentOf,
  monthName,
  weekdayName,
  type ZonedTime,
} from './zoned-time.ts';
import { countText, compactAmountWithoutIntl } from './numbers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/durations.ts';

/*
 * Formats numbers, dates and ages. Times are Unix milliseconds. The time zone is an argument, so tests
 * do not depend on the computer's time zone.
 */

export { countText };

/** Joins texts in a sentence: `a, b and c`. */
export const listText = (parts: readonly string[]): string => new Intl.ListFormat('en-GB').format(parts);

/** Formats a count with its noun: `1 record`, `25 records`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${countText(value)} ${value === 1 ? one : many}`;

/** Formats a percentage as a whole number: `44%`. */
export const percentText = (percent: number): string => `${countText(Math.round(percent))}%`;

/** Formats a share of a whole, from 0 to 1, as a whole percentage. A share that rounds to 0 is `less than 1%`. */
export const shareText = (share: number): string =>
  share > 0 && share < 0.005 ? `less than ${percentText(1)}` : percentText(share * 100);

interface AmountText {
  readonly short: string;
  /**
   * Whether the amount was parsed from a rounded figure such as `5M`. `AboutSign.svelte` then puts "≈" before
   * `short`.
   */
  readonly isRounded: boolean;
  /** The amount in a sentence: `€14M`, or `about €14M` if it is rounded. */
  readonly inSentence: string;
  /** The text for the tooltip, which contains the amount exactly as received. */
  readonly title: string;
}

/**
 * Formats an amount compactly in its own currency: `€14M`, `NOK 95M`. An amount without a reliable value is
 * shown as received.
 */
export function amountText(amount: Amount | null): AmountText | null {
  if (amount === null) return null;
  const received = amount.text;
  const asReceived = { short: received, isRounded: false, inSentence: received, title: received };
  if (amount.value === null || amount.precision === 'none') return asReceived;
  const short = compactAmount(amount.value, amount.currency) ?? received;
  if (amount.precision === 'exact') return { ...asReceived, short, inSentence: short };
  return {
    short,
    isRounded: true,
    inSentence: `about ${short}`,
    title: `About ${short}, received as ${received}`,
  };
}

/**
 * Maximum number of entries in each cache of formatted texts. Scrolling a list formats the same values again
 * and again, and formatting with Intl takes as long as rendering the rest of a cell.
 */
const MAX_CACHED_TEXTS = 2_000;
function cachedText<T extends string | null>(texts: Map<string, T>, key: string, make: () => T): T {
  const cached = texts.get(key);
  if (cached !== undefined) return cached;
  if (texts.size >= MAX_CACHED_TEXTS) texts.clear();
  const text = make();
  texts.set(key, text);
  return text;
}

/** Formats an amount, such as `€14M`. Uses `en-US`, because the service also uses the letters K, M and B. */
export function compactAmount(value: number, currency: string | null): string | null {
  // Rounded to the digits that are shown, so amounts with the same text share one cache entry.
  const shown = value > 0 ? Number(value.toPrecision(AMOUNT_DIGITS)) : value;
  const withoutIntl =
    currency === null || /^[A-Z]{3}$/.test(currency) ? compactAmountWithoutIntl(shown, currency) : null;
  return (
    withoutIntl ?? cachedText(amountTexts, `${currency ?? ''} ${shown}`, () => compactText(shown, currency))
  );
}
const amountTexts = new Map<string, string | null>();
const AMOUNT_DIGITS = 3;
function compactText(value: number, currency: string | null): string | null {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return amountFormat(null).format(value);
  try {
    return amountFormat(currency).format(value).replace('\u00a0', ' ');
  } catch {
    return null;
  }
}
/**
 * The formatters are cached, because creating one takes longer than rendering a row. The keys are only
 * three-letter codes and null, which limits the size of the map.
 */
const amountFormats = new Map<string | null, Intl.NumberFormat>();
function amountFormat(currency: string | null): Intl.NumberFormat {
  const shape = { notation: 'compact', maximumSignificantDigits: AMOUNT_DIGITS } as const;
  const cached =
    amountFormats.get(currency) ??
    new Intl.NumberFormat('en-US', currency === null ? shape : { ...shape, style: 'currency', currency });
  amountFormats.set(currency, cached);
  return cached;
}

/**
 * Formats the elapsed time in a single unit: `just now`, `22 min`, `3 h`, `2 d`, `14 mo`. A time in the
 * future is shown as `just now`.
 */
export function ageText(atMs: number, nowMs: number): string {
  const past = nowMs - atMs;
  if (past < MINUTE_MS) return 'just now';
  if (past < HOUR_MS) return `${Math.floor(past / MINUTE_MS)} min`;
  if (past < DAY_MS) return `${Math.floor(past / HOUR_MS)} h`;
  if (past < 90 * DAY_MS) return `${Math.floor(past / DAY_MS)} d`;
  return `${Math.floor(past / (30.44 * DAY_MS))} mo`;
}

export const sourceText = (source: Source): string =>
  source === 'webhook' ? 'webhook' : source === 'paste' ? 'pasted' : 'service';
/**
 * Returns the text that follows the age of a fact: ` ago`, or the source of an event, as in `2 d · webhook`.
 * The text does not name the usual source, which is a response of the service.
 */
export function ageEnd({ source, fetchedAtMs }: Stamp, nowMs: number): string {
  if (isEventSource(source)) return ` · ${sourceText(source)}`;
  return nowMs - fetchedAtMs < MINUTE_MS ? '' : ' ago';
}
/** Formats the age of a fact, as in `2 d ago` or `2 d · webhook`. */
export const stampText = (stamp: Stamp, nowMs: number): string =>
  `${ageText(stamp.fetchedAtMs, nowMs)}${ageEnd(stamp, nowMs)}`;

/** Formats a time of day as `09:40`. */
export const timeText = (atMs: number, zone: ZonedTime = {}): string => hourMinute(momentOf(atMs, zone));
/** Formats a time of day with seconds as `09:40:30`. Intended for times in the near future. */
export const clockText = (atMs: number, zone: ZonedTime = {}): string =>
  hourMinuteSecond(momentOf(atMs, zone));
/** Formats a date as `1 Jun`. */
export const dayText = (atMs: number, zone: ZonedTime = {}): string => dayMonth(momentOf(atMs, zone));
/** Formats a date and time as `1 Jun 02:00`. */
export const dayTimeText = (atMs: number, zone: ZonedTime = {}): string =>
  `${dayText(atMs, zone)} ${timeText(atMs, zone)}`;
/** Formats a date as `Thursday 14 May 2026`. */
export function longDayText(atMs: number, zone: ZonedTime = {}): string {
  const at = momentOf(atMs, zone);
  return `${weekdayName(at)} ${at.day} ${monthName(at)} ${at.year}`;
}

/** Returns whether the local time is the same as in UTC, so it need be shown only once. */
export const isUtc = (atMs: number, zone: ZonedTime = {}): boolean =>
  dayTimeText(atMs, zone) === dayTimeText(atMs, { timeZone: 'UTC' });
/**
 * Formats a time in UTC, for display after the local time. The result contains the date only if the UTC date
 * differs from the local one: `00:00 UTC`, `31 May 22:00 UTC`.
 */
export function utcText(atMs: number, zone: ZonedTime = {}): string {
  const utc = { timeZone: 'UTC' };
  const sameDay = dayText(atMs, zone) === dayText(atMs, utc);
  return `${sameDay ? timeText(atMs, utc) : dayTimeText(atMs, utc)} UTC`;
}
/** Formats a reset time as `1 Jun 02:00, 00:00 UTC`: local time, then UTC. */
export function resetText(atMs: number, zone: ZonedTime = {}): string {
  const local = dayTimeText(atMs, zone);
  return isUtc(atMs, zone) ? `${local} UTC` : `${local}, ${utcText(atMs, zone)}`;
}
/** Formats a time for tooltips as `14 May 2026 09:40, 07:40 UTC`: local time, then UTC. */
export const exactText = (atMs: number, zone: ZonedTime = {}): string =>
  cachedText(exactTexts, `${zone.timeZone ?? ''} ${Math.floor(atMs / MINUTE_MS)}`, () => {
    const at = momentOf(atMs, zone);
    const local = `${dayMonth(at)} ${at.year} ${hourMinute(at)}`;
    return isUtc(atMs, zone) ? `${local} UTC` : `${local}, ${utcText(atMs, zone)}`;
  });
const exactTexts = new Map<string, string>();

/** Formats the time remaining until a moment, at least one second: `23 s`, `4 min`, `2 h`, `3 d`. */
export function waitText(untilMs: number, nowMs: number): string {
  const left = Math.max(untilMs - nowMs, SECOND_MS);
  if (left < 100 * SECOND_MS) return `${Math.ceil(left / SECOND_MS)} s`;
  if (left < 100 * MINUTE_MS) return `${Math.ceil(left / MINUTE_MS)} min`;
  if (left < 36 * HOUR_MS) return `${Math.ceil(left / HOUR_MS)} h`;
  return `${Math.ceil(left / DAY_MS)} d`;
}

/**
 * Formats a calendar date as `13 May`, or as `13 May 2025` if its year is not the current one. The time zone
 * has no effect.
 */
export function calendarText(date: string | null, nowMs: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '');
  if (!parts) return date;
  const [, year, month, day] = parts;
  const at = momentOf(Date.UTC(Number(year), Number(month) - 1, Number(day)), { timeZone: 'UTC' });
  return at.year === new Date(nowMs).getUTCFullYear() ? dayMonth(at) : `${dayMonth(at)} ${at.year}`;
}
/** Formats a calendar date as `13 May 2026`, always with the year. */
export const calendarLongText = (date: string | null): string | null => calendarText(date, Number.NaN);

/** Returns the name of the month in UTC, because the service counts UTC months [R-8-3]. */
export const monthText = (atMs: number): string => monthName(momentOf(atMs, { timeZone: 'UTC' }));
/** Returns 00:00 UTC on the first day of the month, in Unix ms. */
export const monthStart = (atMs: number): number => {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
};

export const capitalise = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const KB = 1_000;
/** Formats a file size as `88 kB` or `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KB * KB) return `${countText(Math.max(1, Math.round(bytes / KB)))} kB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}
