import fc from 'fast-check';

/* The first surrogate code point, the number of surrogates, and the number of all code points. */
const HALVES = 0xd800;
const HALVES_COUNT = 0x800;
const ALL_COUNT = 0x110000;

/**
 * Generates any character except surrogates, like the `binary` unit of fast-check. `binary` builds a table of
 * 1.1 million characters, which takes more than a second in each process. This version needs no table.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: ALL_COUNT - HALVES_COUNT - 1 })
  .map(characterAt, numberOf);

function characterAt(number: number): string {
  return String.fromCodePoint(number < HALVES ? number : number + HALVES_COUNT);
}

/** The inverse of `characterAt`. As fast-check requires, it throws if `value` is not a single character. */
function numberOf(value: unknown): number {
  const point = typeof value === 'string' ? value.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== value)
    throw new Error('this is not one character');
  if (point >= HALVES && point < HALVES + HALVES_COUNT) throw new Error('this is half a character');
  return point < HALVES ? point : point - HALVES_COUNT;
}
