import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSlotPacker,
  createSlotPool,
  markPacked,
  unpackSlots,
  type PackedSlots,
  type SlotPool,
} from '../../../../electron/core/library/index/packed-slots.ts';
import { findWords } from '../../../../electron/core/library/index/find-words.ts';
import { documentOf } from '../../../../electron/core/library/index/tokenize.ts';
import {
  addNamed,
  createWordTable,
  entryCount,
  packList,
  putDocument,
} from '../../../../electron/core/library/index/word-index.ts';

const SLOTS_MAX = 2 ** 24;

function packAll(pool: SlotPool, lists: readonly (readonly number[])[]): PackedSlots[] {
  const packer = createSlotPacker(pool);
  return lists.map((slots) => {
    for (const slot of slots) packer.add(slot);
    return packer.finish();
  });
}
const unpackAll = (pool: SlotPool, packed: PackedSlots): number[] =>
  Array.from(unpackSlots(pool, packed), (piece) => [...piece]).flat();

describe('packed slots', () => {
  const list = fc
    .uniqueArray(fc.oneof(fc.nat(300), fc.nat(40_000), fc.nat(SLOTS_MAX - 1)), { maxLength: 60 })
    .map((slots) => slots.sort((a, b) => a - b));

  it('return every slot of every list', () => {
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 8 }), (lists) => {
        const pool = createSlotPool();
        const packed = packAll(pool, lists);
        expect(packed.map((each) => unpackAll(pool, each))).toEqual(lists);
      }),
    );
  });

  it('return every slot of lists that fill several chunks', () => {
    const lists = [2, 3, 5, 7, 130, 200, 20_000].map((step) =>
      Array.from({ length: Math.ceil(400_000 / step) }, (_, at) => at * step),
    );
    const pool = createSlotPool();
    const packed = packAll(pool, [...lists, ...lists]);
    expect(pool.chunks.length).toBeGreaterThan(3);
    for (const [at, each] of packed.entries()) {
      const slots = unpackAll(pool, each);
      expect(slots.length).toBe(lists[at % lists.length]?.length);
      expect(slots.every((slot, index) => slot === lists[at % lists.length]?.[index])).toBe(true);
    }
  });

  it('take about one byte for each company with a frequent word', () => {
    const pool = createSlotPool();
    packAll(pool, [Array.from({ length: 100_000 }, (_, at) => at * 7)]);
    expect(pool.chunks.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(101_000);
  });

  it('advance the companies that are at the expected stage and have not been read again', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(999), { maxLength: 80 }), fc.nat(2 ** 31), (some, seed) => {
        const slots = some.sort((a, b) => a - b);
        const pool = createSlotPool();
        const [packed] = packAll(pool, [slots]);
        const stages = Uint8Array.from({ length: 1_000 }, (_, at) => (at * 7 + seed) % 2);
        const generations = Uint8Array.from({ length: 1_000 }, (_, at) =>
          (at * 13 + seed) % 5 === 0 ? 1 : 0,
        );
        const expected = slots.filter((slot) => stages[slot] === 1 && generations[slot] === 0);
        const found = new Uint32Array(1_001);
        const count = markPacked(
          { pool, generations, stages },
          packed ?? { address: 0, count: 0 },
          1,
          found,
          1,
        );
        expect([...found.subarray(1, count)]).toEqual(expected);
        expect(expected.every((slot) => stages[slot] === 2)).toBe(true);
      }),
    );
  });
});

describe('packing a list of entries', () => {
  it('keeps the entries of companies that were read again, and drops those that are no longer valid', () => {
    const memory = createWordTable();
    for (const slot of [0, 1, 2]) addNamed(memory, 'alpha', slot, 0);
    putDocument(memory, 1, documentOf(['Alpha'], []));
    putDocument(memory, 2, documentOf(['Beta'], []));
    putDocument(memory, 3, documentOf(['Alpha'], []));
    const named = memory.terms.get('alpha')?.named;
    if (!named) throw new Error('alpha has no entries');
    packList(memory, named, createSlotPacker(memory.pool));
    expect([named.count, named.listed, entryCount(named)]).toEqual([1, 2, 3]);
    expect([...findWords(memory, ['lpha'], 4, null)].sort()).toEqual([0, 1, 3]);
    putDocument(memory, 4, documentOf(['Alpha'], []));
    putDocument(memory, 0, null);
    expect([...findWords(memory, ['lpha'], 5, null)].sort()).toEqual([1, 3, 4]);
  });

  it('packs entries that were not added in the order of their slots', () => {
    const memory = createWordTable();
    for (const slot of [5, 0, 300, 2]) addNamed(memory, 'alpha', slot, 0);
    const named = memory.terms.get('alpha')?.named;
    if (!named) throw new Error('alpha has no entries');
    packList(memory, named, createSlotPacker(memory.pool));
    expect([named.count, named.listed]).toEqual([4, 0]);
    expect([...findWords(memory, ['lpha'], 301, null)].sort((a, b) => a - b)).toEqual([0, 2, 5, 300]);
  });
});
