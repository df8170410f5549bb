import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDetail } from '../../../electron/core/service-api/decoders/company-detail.ts';
import { decodePage } from '../../../electron/core/service-api/decoders/list-page.ts';
import {
  decodeHighlightList,
  decodeNews,
  decodeRoles,
  decodeRounds,
  decodeTechStack,
} from '../../../electron/core/service-api/decoders/panels.ts';
import { decodeEvent } from '../../../electron/core/service-api/decoders/webhook-event.ts';
import { RAW_SHAPES, type RawShape } from '../../../electron/core/service-api/raw-shapes.ts';
import { joinRaw, splitRaw } from '../../../electron/core/service-api/split-raw.ts';
import { SOURCES, type Source } from '../../../shared/model/company.ts';

const text = fc.constantFrom('Seed', '5M', 'DE', '2026-06-01', 'https://a.example.com', '7', 'Jane Doe', '');
const leaf = fc.oneof(text, fc.integer({ min: 0, max: 200 }), fc.boolean(), fc.constant(null));
const names = ['ceo', 'leadership', 'decision_makers', '__proto__', 'phone', 'jane@example.com'] as const;

/**
 * Any JSON value. It contains only a few different keys, so a key is documented in some places and
 * undocumented in others.
 */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('tree'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...names, 'name', 'id', 'company', 'tags'), tie('tree'), { maxKeys: 3 }),
  ),
}));

/**
 * Generates rows with documented and undocumented fields. Any documented field may be missing or have a wrong
 * type.
 */
function rowOf(shape: RawShape, depth = 0): fc.Arbitrary<unknown> {
  const kinds: fc.Arbitrary<unknown>[] = [];
  if (shape.isElsewhere === true || depth > 4) return tree;
  if (shape.scalar === true) kinds.push(leaf, text);
  if (shape.list !== undefined) kinds.push(fc.array(rowOf(shape.list, depth + 1), { maxLength: 2 }));
  if (shape.object !== undefined) {
    const fields = Object.fromEntries(
      Object.entries(shape.object).map(([name, field]) => [name, rowOf(field, depth + 1)]),
    );
    const own = fc.record(fields, { requiredKeys: [] });
    const others = fc.dictionary(fc.constantFrom(...names), tree, { maxKeys: 2 });
    kinds.push(
      fc.tuple(own, others).map(([of, other]) => Object.fromEntries(Object.entries({ ...of, ...other }))),
    );
  }
  return fc.oneof({ weight: 8, arbitrary: fc.oneof(...kinds) }, { weight: 1, arbitrary: tree });
}

/** Decodes an event, and clears the fields that the app does not derive from the stored raw event. */
function decodedEvent(raw: unknown): unknown {
  const event = decodeEvent(raw);
  // These fields cannot be derived from the raw event. The app computes the key and its rule when the event
  // arrives, and stores the user's note only in decoded form.
  return event === null ? null : { ...event, eventKey: '', keyRule: '', userNote: null };
}

/**
 * For each source, a function that decodes its raw rows. The decoded value does not contain the raw row
 * itself.
 */
const decoders: Readonly<Record<Exclude<Source, 'contacts'>, (raw: unknown) => unknown>> = {
  fundings: (raw) => decodePage('fundings', { data: [raw] }, 0),
  companies: (raw) => decodePage('companies', { data: [raw] }, 0),
  company: (raw) => {
    const detail = decodeDetail('c', raw);
    // Leaves out the contacts, because they have their own encrypted column.
    return detail === null ? null : { ...detail.value, contacts: null, rawPersonal: null };
  },
  'tech-stack': (raw) => decodeTechStack('c', { data: raw }),
  rounds: (raw) => decodeRounds('c', [raw]),
  highlights: (raw) => decodeHighlightList('c', raw),
  'open-roles': (raw) => decodeRoles('c', { page: 1, perPage: 1 }, [raw]),
  news: (raw) => decodeNews('c', raw),
  webhook: decodedEvent,
  paste: decodedEvent,
};
const withoutRaw = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, part: unknown) => (key === 'raw' ? undefined : part)));

describe('a raw row', () => {
  it.each(Object.keys(decoders) as (keyof typeof decoders)[])(
    'of %s decodes the same without its undocumented fields',
    (source) => {
      const decode = decoders[source];
      fc.assert(
        fc.property(rowOf(RAW_SHAPES[source]), (raw) => {
          const { documented } = splitRaw(raw, RAW_SHAPES[source]);
          expect(withoutRaw(decode(documented))).toEqual(withoutRaw(decode(raw)));
        }),
        { numRuns: 400 },
      );
    },
  );

  it('is the same after it was split and joined, and is not modified', () => {
    const shape = fc.constantFrom(
      ...SOURCES.filter((source) => !['company', 'contacts', 'webhook', 'paste'].includes(source)),
    );
    fc.assert(
      fc.property(
        shape.chain((source) => fc.tuple(fc.constant(source), rowOf(RAW_SHAPES[source]))),
        ([source, raw]) => {
          const before = JSON.stringify(raw);
          const { documented, undocumented } = splitRaw(raw, RAW_SHAPES[source]);
          const stored = JSON.parse(JSON.stringify([documented, undocumented])) as [
            unknown,
            typeof undocumented,
          ];
          expect(joinRaw(...stored)).toEqual(JSON.parse(before));
          expect(JSON.stringify(raw)).toBe(before);
        },
      ),
      { numRuns: 600 },
    );
  });

  it.each([
    ['a field that the specification does not list', { id: 'c', ceo: 'Jane' }, { id: 'c' }],
    ['such a field without a value', { id: 'c', 'Jane Doe': null }, { id: 'c' }],
    ['a number', { id: 'c', phone: 4930123456 }, { id: 'c' }],
    ['a field of a nested object', { company: { id: 'c', ceo: 'Jane' } }, { company: { id: 'c' } }],
    ['a documented field of the wrong type', { id: 'c', stage: { ceo: 'Jane' } }, { id: 'c', stage: false }],
    ['an entry of a list', { industries: ['AI', { name: 'Jane' }] }, { industries: ['AI', null] }],
  ])('is stored without %s', (_name, raw, documented) => {
    const split = splitRaw(raw, RAW_SHAPES.fundings);
    expect(split.documented).toEqual(documented);
    expect(split.undocumented).toHaveLength(1);
  });

  it('is not copied if all its fields are documented', () => {
    const raw = { id: 'r', stage: 'Seed', company: { id: 'c', tags: [{ name: 'AI' }] } };
    expect(splitRaw(raw, RAW_SHAPES.fundings)).toEqual({ documented: raw, undocumented: [] });
    expect(splitRaw(raw, RAW_SHAPES.fundings).documented).toBe(raw);
  });
});
