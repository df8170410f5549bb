import { isObject } from './decoders/values.ts';
import type { RawShape } from './raw-shapes.ts';

/*
 * Separates the documented fields of a received row from the others. The service may add fields at any time,
 * and a new field may contain personal data under any name, so only the documented ones are stored without
 * encryption.
 */

/** An undocumented value, and the keys and list positions that lead to it. */
export type UndocumentedField = readonly [path: readonly (string | number)[], value: unknown];

export interface SplitRaw {
  /** The row without its undocumented fields. An undocumented list entry is replaced by null. */
  readonly documented: unknown;
  /** Empty if every field is documented. */
  readonly undocumented: readonly UndocumentedField[];
}

/** Splits a row without modifying `raw`. If every field is documented, `documented` is `raw` itself. */
export function splitRaw(raw: unknown, shape: RawShape): SplitRaw {
  // Most rows have only documented fields and need no copy.
  if (isDocumented(raw, shape)) return { documented: raw, undocumented: [] };
  const undocumented: UndocumentedField[] = [];
  return { documented: documentedOf(raw, shape, [], undocumented) ?? null, undocumented };
}

/** Puts the undocumented fields back. The order of an object's keys may differ from the received order. */
export function joinRaw(documented: unknown, undocumented: readonly UndocumentedField[]): unknown {
  const joined: { raw: unknown } = { raw: structuredClone(documented) };
  for (const [path, value] of undocumented) put(joined, ['raw', ...path], value);
  return joined.raw;
}

function put(root: object, path: readonly (string | number)[], value: unknown): void {
  let parent: unknown = root;
  for (const key of path.slice(0, -1)) parent = childOf(parent, key);
  const last = path.at(-1);
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  // Uses `defineProperty`, because an assignment would not make `__proto__` an ordinary key.
  Object.defineProperty(parent, last, { value, configurable: true, enumerable: true, writable: true });
}

const childOf = (parent: unknown, key: string | number): unknown =>
  typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
    ? Reflect.get(parent, key)
    : undefined;

/**
 * Placeholder for the value of a documented field if the value's type is undocumented. Decoders reject the
 * placeholder just as they reject the value itself. If the field were omitted, a decoder could read another
 * field in its place.
 */
const UNDOCUMENTED = false;

const shapeAt = (object: NonNullable<RawShape['object']>, key: string): RawShape | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

function isDocumented(value: unknown, shape: RawShape): boolean {
  if (shape.isElsewhere === true) return false;
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) {
    const { list } = shape;
    return list !== undefined && value.every((entry) => isDocumented(entry, list));
  }
  if (!isObject(value)) return shape.scalar === true;
  const { object } = shape;
  if (object === undefined) return false;
  for (const key of Object.keys(value)) {
    const at = shapeAt(object, key);
    if (at === undefined || !isDocumented(value[key], at)) return false;
  }
  return true;
}

/** Returns the documented part of a value, or undefined if there is none. Adds the rest to `found`. */
function documentedOf(
  value: unknown,
  shape: RawShape,
  path: readonly (string | number)[],
  found: UndocumentedField[],
): unknown {
  if (value === null || value === undefined) return value;
  const { list, object, scalar } = shape;
  if (Array.isArray(value) && list !== undefined)
    return value.map((entry: unknown, at) => documentedOf(entry, list, [...path, at], found) ?? null);
  if (isObject(value) && object !== undefined)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, part]) => {
        const at = shapeAt(object, key);
        if (at === undefined) found.push([[...path, key], part]);
        if (at === undefined || at.isElsewhere === true) return [];
        return [
          [key, documentedOf(part, at, [...path, key], found) ?? (part === null ? null : UNDOCUMENTED)],
        ];
      }),
    );
  if (scalar === true && typeof value !== 'object') return value;
  found.push([path, value]);
  return undefined;
}
