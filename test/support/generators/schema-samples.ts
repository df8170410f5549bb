import fc from 'fast-check';
import { z } from 'zod';

/* Generates inputs from the contract's schemas: valid inputs, and inputs with one error. */

type Node = Readonly<Record<string, unknown>>;
const nodeOf = (value: unknown): Node => (typeof value === 'object' && value !== null ? { ...value } : {});
const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

/** Strings that careless code mishandles. They may come from users, services or attackers. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '<img src=x onerror=alert(1)>',
  '"; DROP TABLE companies; --',
  '\u202Egnp.exe',
  'a\u0000b',
  '../../../../etc/passwd',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '%00%2e%2e%2f',
  'NEAR("a" "b") OR *',
  '{{7*7}}${7*7}',
  '\uD800',
  '𝕫'.repeat(40),
  'Ｆｕｌｌ　ｗｉｄｔｈ',
  'null',
  '-1',
  '9'.repeat(40),
] as const;

const text = (node: Node): fc.Arbitrary<unknown> => {
  const [minLength, maxLength] = [
    numberOf(node['minLength'], 0),
    Math.min(numberOf(node['maxLength'], 200), 400),
  ];
  const pattern = typeof node['pattern'] === 'string' ? node['pattern'] : null;
  if (pattern !== null) return fc.oneof(fc.stringMatching(new RegExp(pattern)), fc.string());
  const fits = HOSTILE_TEXTS.filter(({ length }) => length >= minLength && length <= maxLength);
  const written = fc.string({ minLength, maxLength, unit: 'grapheme' });
  return fits.length === 0 ? written : fc.oneof(written, fc.constantFrom(...fits));
};

/**
 * Generates values that match a JSON schema. If the JSON schema was created from a Zod schema, the values may
 * break some of the Zod schema's rules, because JSON Schema cannot express all of them.
 */
export function sample(schema: unknown): fc.Arbitrary<unknown> {
  const node = nodeOf(schema);
  if ('const' in node) return fc.constant(node['const']);
  if (Array.isArray(node['enum'])) return fc.constantFrom<unknown>(...(node['enum'] as unknown[]));
  const several = node['anyOf'] ?? node['oneOf'];
  if (Array.isArray(several)) return fc.oneof(...several.map(sample));
  if (Array.isArray(node['allOf'])) return sample(Object.assign({}, ...node['allOf'].map(nodeOf)));
  switch (node['type']) {
    case 'object':
      return objectOf(node);
    case 'array':
      return fc.array(sample(node['items']), {
        minLength: numberOf(node['minItems'], 0),
        maxLength: Math.min(numberOf(node['maxItems'], 5), 5),
      });
    case 'string':
      return text(node);
    case 'integer':
      return fc.integer({
        min: Math.max(numberOf(node['minimum'], -1_000), Number.MIN_SAFE_INTEGER),
        max: Math.min(numberOf(node['maximum'], 1_000_000_000), Number.MAX_SAFE_INTEGER),
      });
    case 'number':
      return fc.double({
        min: numberOf(node['minimum'], -1e9),
        max: numberOf(node['maximum'], 1e9),
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function objectOf(node: Node): fc.Arbitrary<unknown> {
  const properties = nodeOf(node['properties']);
  const required = Array.isArray(node['required']) ? node['required'].map(String) : [];
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, sample(part)])),
    { requiredKeys: required.filter((name) => Object.hasOwn(properties, name)) },
  );
}

/**
 * Generates arbitrary values that structured cloning supports. Some have property names such as `__proto__`.
 */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
  fc.constantFrom<unknown>(...HOSTILE_TEXTS),
  fc.constantFrom<unknown>(undefined, null, NaN, Infinity, -0, [], {}, [[]], 2 ** 53, 'x'.repeat(100_000)),
  fc.object({ key: fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'length', 'then', '') }),
);

/**
 * Generates inputs that differ from a valid input in one property. This property is replaced, added or
 * removed.
 */
export const almostValid = (schema: z.ZodType): fc.Arbitrary<unknown> => {
  const valid = sample(inputOf(schema));
  return fc
    .tuple(valid, junk, fc.nat(), fc.constantFrom('replace', 'add', 'drop'))
    .map(([value, other, at, how]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return other;
      const keys = Object.keys(value);
      const key = keys[at % Math.max(1, keys.length)] ?? 'extra';
      const copy: Record<string, unknown> = { ...value };
      if (how === 'drop') delete copy[key];
      else copy[how === 'add' ? 'unexpected' : key] = other;
      return copy;
    });
};

export const inputOf = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
