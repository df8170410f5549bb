/*
 * Functions that read one value in a response and never throw. A value of the wrong type is treated as
 * missing. Only an object's own keys are read, so a missing field is never found on the prototype.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

const ID_MAX = 200;
/**
 * Maximum number of rows read from an unpaged list, as protection against a broken service. A correct
 * response never has so many rows: every row costs a record, and the documented monthly limit is far lower.
 */
export const ROWS_MAX = 10_000;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asObject = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

export const asArray = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

/** Returns the value of the first of `names` that is neither missing nor null; otherwise undefined. */
export function field(object: JsonObject, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (!Object.hasOwn(object, name)) continue;
    const value = object[name];
    if (value !== null && value !== undefined) return value;
  }
  return undefined;
}

/**
 * Returns text without NULs, unpaired surrogates or surrounding spaces, shortened to `max` UTF-16 code units.
 * A number is converted to text. Null if the result is empty.
 */
export function text(value: unknown, max: number): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  // Truncates before cleaning, because the text may be several megabytes long.
  const cut = value.length > max * 2 ? value.slice(0, max * 2) : value;
  const clean = wellFormed(cut).trim();
  const limited = clean.length > max ? wellFormed(clean.slice(0, max)).trimEnd() : clean;
  return limited === '' ? null : limited;
}

const MALFORMED = /[\0\p{Surrogate}]/u;
// Almost every value is well-formed, and testing it is faster than replacing nothing.
const wellFormed = (value: string): string =>
  MALFORMED.test(value) ? value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '') : value;

/**
 * Returns the text of a URL; null if there is none, or if it is longer than `max`. A truncated URL would
 * point elsewhere.
 */
export function urlText(value: unknown, max = 2_000): string | null {
  return typeof value === 'string' && value.length <= max ? text(value, max) : null;
}

/**
 * Returns an id as text. Null if the id cannot be stored or used in a URL, because it is empty, too long or
 * malformed, is `.` or `..`, or is a number that is not a safe integer.
 */
export function identifier(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string' || value.length > ID_MAX || value.trim() === '') return null;
  if (value === '.' || value === '..' || value !== wellFormed(value)) return null;
  return value;
}

/** Returns an integer from 0 to a billion, sent as a number or as text; otherwise null. */
export function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) return null;
  return number >= 0 && number <= 1_000_000_000 ? number : null;
}

/** Returns the value as a number if it is a finite number or decimal text; otherwise, null. */
export function number(value: unknown): number | null {
  const read =
    typeof value === 'string' && /^-?\d{1,30}(\.\d{1,20})?$/.test(value.trim()) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : null;
}

interface ListBounds {
  readonly items: number;
  readonly length: number;
}

/**
 * Returns the distinct strings in a list, in received order. A single string counts as a list of one. Null if
 * the value is neither a list nor a string.
 */
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

/** Decodes up to `max` list entries and skips those that cannot be decoded. Null if `value` is not a list. */
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
