/*
 * Readers for single response values. They never throw, treat a wrong type as missing, and return text
 * truncated and well-formed. Objects are read by own keys only, so `__proto__` and `constructor` are ordinary
 * names.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

const ID_MAX = 200;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asObject = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

export const asArray = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

/** Value of the first of `names` that is present and not null; undefined if none is. */
export function field(object: JsonObject, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (!Object.hasOwn(object, name)) continue;
    const value = object[name];
    if (value !== null && value !== undefined) return value;
  }
  return undefined;
}

/** Trimmed text of at most `max` UTF-16 code units without NUL and unpaired surrogates; null if empty. */
export function text(value: unknown, max: number): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  // Truncated first, because cleaning megabytes to keep 500 characters is wasteful.
  const cut = value.length > max * 2 ? value.slice(0, max * 2) : value;
  const clean = wellFormed(cut).trim();
  const kept = clean.length > max ? wellFormed(clean.slice(0, max)).trimEnd() : clean;
  return kept === '' ? null : kept;
}

const wellFormed = (value: string): string => value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '');

/** A URL as received; null if longer than `max`, because a truncated URL leads elsewhere. */
export function urlText(value: unknown, max = 2_000): string | null {
  return typeof value === 'string' && value.length <= max ? text(value, max) : null;
}

/**
 * An opaque id. Safe integers become text. Null if it cannot be stored or requested: empty, too long, not
 * well-formed, `.` or `..`, or an integer too large to be exact.
 */
export function identifier(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string' || value.length > ID_MAX || value.trim() === '') return null;
  if (value === '.' || value === '..' || value !== wellFormed(value)) return null;
  return value;
}

/** An integer from 0 to a billion, also as text. */
export function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) return null;
  return number >= 0 && number <= 1_000_000_000 ? number : null;
}

/** A finite number, also as plain decimal text. */
export function number(value: unknown): number | null {
  const read =
    typeof value === 'string' && /^-?\d{1,30}(\.\d{1,20})?$/.test(value.trim()) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : null;
}

export interface ListBounds {
  readonly items: number;
  readonly length: number;
}

/** Distinct texts in received order; a single text becomes a list of one. Null if missing. */
export function textList(value: unknown, { items, length }: ListBounds): readonly string[] | null {
  if (typeof value === 'string') return textList([value], { items, length });
  const values = asArray(value);
  if (values === null) return null;
  const distinct = new Set<string>();
  for (const entry of values) {
    if (distinct.size >= items) break;
    const read = typeof entry === 'string' ? text(entry, length) : null;
    if (read !== null) distinct.add(read);
  }
  return [...distinct];
}

/** Decodes each list entry, drops unreadable ones and stops at `max`. Null if the list is missing. */
export function listOf<T>(
  value: unknown,
  max: number,
  decode: (entry: JsonObject) => T | null,
): readonly T[] | null {
  const values = asArray(value);
  if (values === null) return null;
  const decoded: T[] = [];
  for (const entry of values) {
    if (decoded.length >= max) break;
    const item = isObject(entry) ? decode(entry) : null;
    if (item !== null) decoded.push(item);
  }
  return decoded;
}
