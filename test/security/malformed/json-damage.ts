import type { Random } from '../support/random.ts';

/**
 * After the end of a correct response, extra responses with this marker are sent. If a decoded value contains
 * the marker, the client took an extra response for the response to a call.
 */
export const FOREIGN = 'foreign-9f31c7';

/**
 * JSON texts that `JSON.stringify` never writes, each under its placeholder. A damaged value contains
 * placeholders as strings. Once the value is written as JSON, `rawTokens` replaces the placeholders with
 * these texts.
 */
const TOKENS: Readonly<Record<string, string>> = {
  '@huge': '1e400',
  '@tiny': '-1e-400',
  '@digits': '123456789012345678901234567890',
  '@zero': '-0',
  '@exponent': '1E+2',
  '@fraction': `0.${'3'.repeat(400)}`,
  '@surrogate': '"\\ud800\\udc00\\udfff"',
  '@null-character': '"a\\u0000b"',
  '@proto': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '@twice': '{"id":"1","id":{"id":2},"id":null}',
};
const HOSTILE: readonly unknown[] = [
  ...Object.keys(TOKENS),
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e308,
  2 ** 53 + 2,
  '',
  ' ',
  'null',
  '<img src=x onerror=alert(1)>',
  '9999-99-99',
  '-271821-04-20T00:00:00Z',
  '99999999999B',
  'javascript:alert(1)',
  '\u202e\u2066',
  '\ufeff',
  'é😀',
  '../../x',
  '=1+1',
  'a\r\nb: c',
  {},
  [],
  [[]],
  [null],
  [{}],
  { id: {} },
  { length: 5 },
  { toString: 1, valueOf: 1 },
];
const long = 'x'.repeat(100_000);
const manyKeys = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, index]));

const hostile = (random: Random): unknown => {
  if (random.chance(0.02)) return long;
  if (random.chance(0.01)) return manyKeys;
  if (random.chance(0.02)) return Array.from({ length: 5_000 }, () => null);
  if (random.chance(0.02)) return nested(random.int(70));
  return random.pick(HOSTILE);
};

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Returns a copy of a value in which some parts are replaced, dropped, duplicated or renamed. */
function damaged(random: Random, value: unknown, share: number): unknown {
  if (random.chance(share)) return hostile(random);
  if (Array.isArray(value)) {
    const rows = value.map((row) => damaged(random, row, share));
    return random.chance(share) ? [...rows, hostile(random), ...rows] : rows;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(() => !random.chance(share / 2))
    .map(([key, inner]): [string, unknown] => [
      random.chance(share / 4) ? random.pick(['__proto__', 'constructor', 'data', 'id', '']) : key,
      damaged(random, inner, share),
    ]);
  // `Object.fromEntries` can create an own property named `__proto__`, as `JSON.parse` does. An assignment
  // would set the prototype instead.
  return Object.fromEntries(entries);
}

/** Gives the rows and fields of a body wrong types, and returns the damaged body as valid JSON. */
export function damagedJson(random: Random, body: unknown): string {
  const share = random.pick([0.02, 0.1, 0.3, 0.7]);
  const top = random.chance(0.1) ? random.pick([hostile(random), [body], { data: body }]) : body;
  return rawTokens(JSON.stringify(damaged(random, top, share)) ?? 'null');
}

const rawTokens = (json: string): string =>
  json.replace(/"(@[a-z-]+)"/g, (whole, token: string) => TOKENS[token] ?? whole);

/** Returns invalid JSON, or valid JSON surrounded by other content. */
export function brokenJson(random: Random, json: string): string {
  const at = random.int(json.length);
  const makers: readonly (() => string)[] = [
    () => json.slice(0, at),
    () => `${json}${json}`,
    () => `${json}\n<!-- served by edge-7 -->`,
    () => json.replaceAll('"', "'"),
    () => json.replace('{', '{,'),
    () => `for(;;);${json}`,
    () => `callback(${json})`,
    () => `${json.slice(0, at)}\u0000${json.slice(at)}`,
    () => `data: ${json}\n\n`,
    () =>
      random.pick([
        'NaN',
        'undefined',
        '[1,]',
        '{"a":1,}',
        '0x10',
        '01',
        '+1',
        '.5',
        '"',
        "'a'",
        '\\',
        'tru',
      ]),
    () => ' '.repeat(random.int(100_000)),
    () => Array.from({ length: 200 }, () => String.fromCharCode(random.int(0x3000))).join(''),
  ];
  return random.pick(makers)();
}
