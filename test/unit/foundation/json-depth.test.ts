import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeeperThan } from '../../../electron/core/foundation/json-depth.ts';

/** Strings that consist mostly of characters with a meaning in JSON. */
const trickyText = fc
  .array(fc.constantFrom('\\', '"', '[', ']', '{', '}', 'a'), { maxLength: 12 })
  .map((parts) => parts.join(''));

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('the depth of JSON', () => {
  it('does not count brackets in strings', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: 'binary-ascii' }),
        trickyText,
        trickyText,
        (value, key, text) => {
          const nested = [{ [key]: text, value, [text]: [key] }];
          const json = JSON.stringify(nested);
          expect(isDeeperThan(depthOf(nested), json)).toBe(false);
          expect(isDeeperThan(depthOf(nested) - 1, json)).toBe(true);
        },
      ),
    );
  });

  it.each(['"', '"\\', '"[[\\"[[', '"[[\\\\\\"'])(
    'counts no bracket in the string that never ends %j',
    (json) => {
      expect(isDeeperThan(0, json)).toBe(false);
    },
  );
});
