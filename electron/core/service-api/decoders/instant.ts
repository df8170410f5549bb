import { calendarDateSchema } from '../../../../shared/model/query.ts';
import { unixTimeMs } from './date.ts';

/** A date with a time and an optional UTC offset. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|z|[+-]\d{2}:?\d{2})?$/;

/**
 * Decodes a time in ISO 8601 (spec §2.8–2.10) or a Unix time to milliseconds since the epoch; null if the
 * value is neither. Without an offset, a time is taken as UTC. A date without a time is taken as midnight
 * UTC.
 */
export function decodeInstant(value: unknown): number | null {
  if (typeof value === 'number') return unixTimeMs(value);
  if (typeof value !== 'string' || value.length > 80) return null;
  const text = value.trim();
  if (/^\d{1,16}$/.test(text)) return unixTimeMs(text);
  const [, date = text, time = '00:00', zone] = INSTANT.exec(text) ?? [];
  // Without this check, `Date.parse` would accept 30 February as 2 March.
  if (!calendarDateSchema.safeParse(date).success) return null;
  const atMs = Date.parse(`${date}T${time}${zoneOf(zone)}`);
  return Number.isNaN(atMs) ? null : atMs;
}

const zoneOf = (zone: string | undefined): string => {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
};
