import { calendarDateSchema } from '../../../shared/model/query.ts';
import { unixTimeMs } from './decode-date.ts';

/** A date with a time and, where stated, its offset from UTC. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|z|[+-]\d{2}:?\d{2})?$/;

/**
 * A moment in Unix ms: ISO 8601 [§2.8–2.10], a Unix time, or a calendar date, which stands for its midnight. Without an
 * offset it is UTC, never this laptop's zone. Null where none was told.
 */
export function decodeInstant(value: unknown): number | null {
  if (typeof value === 'number') return unixTimeMs(value);
  if (typeof value !== 'string' || value.length > 80) return null;
  const told = value.trim();
  if (/^\d{1,16}$/.test(told)) return unixTimeMs(told);
  const [, date = told, time = '00:00', zone] = INSTANT.exec(told) ?? [];
  // Asked here, because a parser takes 30 February for 2 March.
  if (!calendarDateSchema.safeParse(date).success) return null;
  const atMs = Date.parse(`${date}T${time}${zoneOf(zone)}`);
  return Number.isNaN(atMs) ? null : atMs;
}

const zoneOf = (zone: string | undefined): string => {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
};
