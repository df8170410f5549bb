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
import { countText, plainAmount } from './numbers.ts';

/*
 * Numbers, dates and ages in the language of the words. Times are Unix milliseconds; the zone is an argument so that tests do
 * not depend on where they run.
 */

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export { countText };

/** `1 record`, `25 records`. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${countText(value)} ${value === 1 ? one : many}`;

export interface AmountText {
  readonly short: string;
  /** As received, for the title; never recalculated. */
  readonly received: string;
}

/** A raise in its own currency, compact: `€14M`, `NOK 95M`; as received where its value is not certain. */
export function amountText(amount: Amount | null): AmountText | null {
  if (amount === null) return null;
  const received = amount.text;
  if (amount.value === null || amount.precision === 'none') return { short: received, received };
  return { short: compactAmount(amount.value, amount.currency) ?? received, received };
}

/**
 * The newest texts of one kind by what they were made of. Intl takes as long for one as the rest of its cell takes, and a list
 * that is scrolled or narrowed makes the same ones again and again.
 */
const TEXTS_KEPT = 2_000;
function keptText<T extends string | null>(texts: Map<string, T>, key: string, make: () => T): T {
  const known = texts.get(key);
  if (known !== undefined) return known;
  if (texts.size >= TEXTS_KEPT) texts.clear();
  const text = make();
  texts.set(key, text);
  return text;
}

/** Letters K, M, B are those the service itself takes and sends, so compact figures use `en-US`. */
export function compactAmount(value: number, currency: string | null): string | null {
  // Rounded to what is shown, many amounts are one.
  const shown = value > 0 ? Number(value.toPrecision(AMOUNT_DIGITS)) : value;
  const usual = currency === null || /^[A-Z]{3}$/.test(currency) ? plainAmount(shown, currency) : null;
  return usual ?? keptText(amountTexts, `${currency ?? ''} ${shown}`, () => compactText(shown, currency));
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
/** Making one costs more than a row of a list. Three letters: there cannot be many. */
const amountFormats = new Map<string | null, Intl.NumberFormat>();
function amountFormat(currency: string | null): Intl.NumberFormat {
  const shape = { notation: 'compact', maximumSignificantDigits: AMOUNT_DIGITS } as const;
  const known =
    amountFormats.get(currency) ??
    new Intl.NumberFormat('en-US', currency === null ? shape : { ...shape, style: 'currency', currency });
  amountFormats.set(currency, known);
  return known;
}

/** Time since, in its largest unit: `just now`, `22 min`, `3 h`, `2 d`, `14 mo`. A time ahead of the clock is `just now`. */
export function ageText(atMs: number, nowMs: number): string {
  const past = nowMs - atMs;
  if (past < MINUTE) return 'just now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min`;
  if (past < DAY) return `${Math.floor(past / HOUR)} h`;
  if (past < 90 * DAY) return `${Math.floor(past / DAY)} d`;
  return `${Math.floor(past / (30.44 * DAY))} mo`;
}

export const sourceText = (source: Source): string => (source === 'webhook' ? 'webhook' : 'service');
/** `2 d · service` */
export const stampText = (stamp: Stamp, nowMs: number): string =>
  `${ageText(stamp.fetchedAtMs, nowMs)} · ${sourceText(stamp.source)}`;

/** `09:40` */
export const timeText = (atMs: number, zone: ZonedTime = {}): string => hourMinute(momentOf(atMs, zone));
/** `09:40:30`, for what is seconds away */
export const clockText = (atMs: number, zone: ZonedTime = {}): string =>
  hourMinuteSecond(momentOf(atMs, zone));
/** `1 Jun` */
export const dayText = (atMs: number, zone: ZonedTime = {}): string => dayMonth(momentOf(atMs, zone));
/** `1 Jun 02:00` */
export const dayTimeText = (atMs: number, zone: ZonedTime = {}): string =>
  `${dayText(atMs, zone)} ${timeText(atMs, zone)}`;
/** `Thursday 14 May 2026` */
export function longDayText(atMs: number, zone: ZonedTime = {}): string {
  const at = momentOf(atMs, zone);
  return `${weekdayName(at)} ${at.day} ${monthName(at)} ${at.year}`;
}

/** UTC beside local: its date only where it is another one. `00:00 UTC`, `31 May 22:00 UTC` */
export function utcText(atMs: number, zone: ZonedTime = {}): string {
  const utc = { timeZone: 'UTC' };
  const sameDay = dayText(atMs, zone) === dayText(atMs, utc);
  return `${sameDay ? timeText(atMs, utc) : dayTimeText(atMs, utc)} UTC`;
}
/** `1 Jun 02:00, 00:00 UTC` */
export function resetText(atMs: number, zone: ZonedTime = {}): string {
  const local = dayTimeText(atMs, zone);
  // Where local time is UTC, once is enough.
  return local === dayTimeText(atMs, { timeZone: 'UTC' })
    ? `${local} UTC`
    : `${local}, ${utcText(atMs, zone)}`;
}
/** For titles: `14 May 2026 09:40, 07:40 UTC` */
export const exactText = (atMs: number, zone: ZonedTime = {}): string =>
  keptText(exactTexts, `${zone.timeZone ?? ''} ${Math.floor(atMs / MINUTE)}`, () => {
    const at = momentOf(atMs, zone);
    return `${dayMonth(at)} ${at.year} ${hourMinute(at)}, ${utcText(atMs, zone)}`;
  });
const exactTexts = new Map<string, string>();

/** `14:59:58` ahead as `23 s`, `4 min`, `2 h`, `3 d`: how long to wait, never less than a second. */
export function waitText(untilMs: number, nowMs: number): string {
  const left = Math.max(untilMs - nowMs, SECOND);
  if (left < 100 * SECOND) return `${Math.ceil(left / SECOND)} s`;
  if (left < 100 * MINUTE) return `${Math.ceil(left / MINUTE)} min`;
  if (left < 36 * HOUR) return `${Math.ceil(left / HOUR)} h`;
  return `${Math.ceil(left / DAY)} d`;
}

/** A calendar date keeps its day in every zone: `13 May`, and with its year when it is another one: `13 May 2025`. */
export function calendarText(date: string | null, nowMs: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date ?? '');
  if (!parts) return date;
  const [, year, month, day] = parts;
  const at = momentOf(Date.UTC(Number(year), Number(month) - 1, Number(day)), { timeZone: 'UTC' });
  return at.year === new Date(nowMs).getUTCFullYear() ? dayMonth(at) : `${dayMonth(at)} ${at.year}`;
}
/** `13 May 2026`, always with its year. */
export const calendarLongText = (date: string | null): string | null => calendarText(date, Number.NaN);

/** `May`, by the service's day [R-8-3] */
export const monthText = (atMs: number): string => monthName(momentOf(atMs, { timeZone: 'UTC' }));
/** 00:00 UTC on the 1st. */
export const monthStart = (atMs: number): number => {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
};

const KB = 1_000;
/** `88 kB`, `1.2 MB` */
export function sizeText(bytes: number): string {
  if (bytes < KB * KB) return `${countText(Math.max(1, Math.round(bytes / KB)))} kB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}
