import fc from 'fast-check';

/** The first of the code points that are halves of others, how many of those there are, and how many code points there are at all. */
const HALVES = 0xd800;
const HALVES_COUNT = 0x800;
const ALL_COUNT = 0x110000;

/**
 * Every character that there is: what fast-check calls `binary`, drawn and shrunk alike. To find the number of a character, `binary` makes a map
 * of all 1.1 million of them, over a second of each process; here the number is reckoned.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: ALL_COUNT - HALVES_COUNT - 1 })
  .map(characterAt, numberOf);

function characterAt(number: number): string {
  return String.fromCodePoint(number < HALVES ? number : number + HALVES_COUNT);
}

/** @throws Error for what is not one character: so a property's shrinking learns that `value` was not drawn here */
function numberOf(value: unknown): number {
  const point = typeof value === 'string' ? value.codePointAt(0) : undefined;
  if (point === undefined || String.fromCodePoint(point) !== value)
    throw new Error('this is not one character');
  if (point >= HALVES && point < HALVES + HALVES_COUNT) throw new Error('this is half a character');
  return point < HALVES ? point : point - HALVES_COUNT;
}
