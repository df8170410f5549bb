import fc from 'fast-check';

/** First surrogate code point, number of surrogates, and number of code points in total. */
const HALVES = 0xd800;
const HALVES_COUNT = 0x800;
const ALL_COUNT = 0x110000;

/**
 * All characters except surrogates, with the distribution and shrinking of fast-check's `binary` unit.
 * `binary` builds a map of 1.1 million characters, which costs over a second per process; this version
 * computes the index instead.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: ALL_COUNT - HALVES_COUNT - 1 })
  .map(characterAt, numberOf);

function characterAt(number: number): string {
  return String.fromCodePoint(number < HALVES ? number : number + HALVES_COUNT);
}

/**
 * @throws Error if `value` is not a single character; fast-check then knows that this arbitrary did not
 * generate it
 */
function numberOf(value: unknown): number {
  const point = typeof value === 'string' ? value.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== value)
    throw new Error('this is not one character');
  if (point >= HALVES && point < HALVES + HALVES_COUNT) throw new Error('this is half a character');
  return point < HALVES ? point : point - HALVES_COUNT;
}
