import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutPersonal } from '../../../electron/core/service-api/decoders/personal-fields.ts';
import { claimsJson, parseClaims } from '../../../electron/core/foundation/field-provenance.ts';
import { fold } from '../../../electron/core/foundation/fold-diacritics.ts';
import { rawJson } from '../../../electron/core/library/raw-json.ts';
import { SOURCES } from '../../../shared/model/company.ts';

const key = fc.oneof(
  fc.constantFrom('Contacts', 'team', 'teams', 'work_e-mail', 'x"team":', 'people', 'peopleCount', 'name'),
  fc.string({ maxLength: 6 }),
);
const leaf = fc.oneof(
  fc.constantFrom('"contacts":', '{"team":1}', 'team'),
  fc.string(),
  fc.integer(),
  fc.boolean(),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
  ),
}));

/** A slow and simple implementation of `rawJson`, which checks every key. */
const slowRawJson = (raw: unknown): string =>
  JSON.stringify(raw, (name, value: unknown) =>
    /^(contacts?|people|persons?|team|(work_?|personal_?)?e-?_?mails?)$/i.test(name) ? undefined : value,
  );
function slowWithoutPersonal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slowWithoutPersonal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name, part]) =>
          typeof part === 'number' ||
          typeof part === 'boolean' ||
          !/contact|people|person|e-?mail/i.test(name),
      )
      .map(([name, part]) => [name, slowWithoutPersonal(part)]),
  );
}

describe('raw row', () => {
  it('is stored without contacts at any depth, for any texts', () => {
    fc.assert(
      fc.property(tree, (raw) => rawJson(raw) === slowRawJson(raw)),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(tree, (raw) => {
        const before = JSON.stringify(raw);
        expect(withoutPersonal(raw)).toEqual(slowWithoutPersonal(raw));
        expect(JSON.stringify(raw)).toBe(before);
      }),
      { numRuns: 1_000 },
    );
  });

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
