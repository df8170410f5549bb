/*
 * Reading single values of a service answer: nothing here throws, a wrong type is "not told", and every text leaves
 * clamped and well-formed. Objects are only ever read by own key, so that `__proto__` and `constructor` are just names.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

const ID_MAX = 200;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asObject = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

export const asArray = (value: unknown): readonly unknown[] | null => (Array.isArray(value) ? value : null);

/** The first of `names` that is there and not null [R-2-0a alternates]; undefined where none is. */
export function field(object: JsonObject, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (!Object.hasOwn(object, name)) continue;
    const value = object[name];
    if (value !== null && value !== undefined) return value;
  }
  return undefined;
}

/** Trimmed text of at most `max` UTF-16 units, without NUL and unpaired surrogates; null where nothing is left. */
export function text(value: unknown, max: number): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  // Cut first: cleaning megabytes to keep 500 characters is wasted.
  const cut = value.length > max * 2 ? value.slice(0, max * 2) : value;
  const clean = wellFormed(cut).trim();
  const kept = clean.length > max ? wellFormed(clean.slice(0, max)).trimEnd() : clean;
  return kept === '' ? null : kept;
}

const wellFormed = (value: string): string => value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '');

/** A URL as received; a longer one than `max` is not told, because a cut one leads elsewhere. */
export function urlText(value: unknown, max = 2_000): string | null {
  return typeof value === 'string' && value.length <= max ? text(value, max) : null;
}

/**
 * An id, opaque. Numbers become text [R-2-1] unless they are beyond exactness, where the text would be another id.
 * Null where it cannot be stored or asked for: empty, too long, not well-formed, `.` or `..`.
 */
export function identifier(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string' || value.length > ID_MAX || value.trim() === '') return null;
  if (value === '.' || value === '..' || value !== wellFormed(value)) return null;
  return value;
}

/** A count: a whole number from 0 to a billion, also as text. */
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

/** Distinct texts in the order received; a single text is a list of one. Null where no list was told. */
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

/** Decodes each entry of a list, leaves out what cannot be read, stops at `max`. Null where no list was told. */
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
