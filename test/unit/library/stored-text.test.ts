import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimsJson, parseClaims } from '../../../electron/core/foundation/field-provenance.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import { SOURCES } from '../../../shared/model/company.ts';

describe('stored text', () => {
  it('has claims that are parsed back unchanged, for any field names', () => {
    const claim = fc.record({
      rank: fc.integer({ min: -1, max: 1 }),
      atMs: fc.nat(),
      source: fc.constantFrom(...SOURCES),
    });
    const field = fc.string().filter((name) => name !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(field, claim), claim, (claims, shared) => {
        const all = { ...claims, first: shared, second: shared };
        expect(parseClaims(claimsJson(all))).toEqual(all);
      }),
    );
  });

  it('is folded the same for ASCII text as for other text', () => {
    const plain = fc.string({ unit: 'binary-ascii' });
    fc.assert(fc.property(plain, (text) => fold(`${text} é`) === `${fold(text)} e`.trimStart()));
  });
});
