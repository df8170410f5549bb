import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartedMap, partOfText } from '../../../electron/core/foundation/parted-map.ts';

const steps = fc.array(
  fc.record({ kind: fc.constantFrom('set', 'delete'), key: fc.string({ maxLength: 4 }), value: fc.nat() }),
);

describe('a map in parts', () => {
  it('has the same entries as a Map', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const parted = new PartedMap<string, number>(partOfText);
        const plain = new Map<string, number>();
        for (const { kind, key, value } of all)
          if (kind === 'set') {
            parted.set(key, value);
            plain.set(key, value);
          } else expect(parted.delete(key)).toBe(plain.delete(key));
        expect(parted.size).toBe(plain.size);
        expect([...parted.keys()].toSorted()).toEqual([...plain.keys()].toSorted());
        expect([...parted.values()].toSorted()).toEqual([...plain.values()].toSorted());
        for (const { key } of all) expect(parted.get(key)).toBe(plain.get(key));
      }),
    );
  });

  it('returns each key once while keys are deleted, and also the keys added to later parts', () => {
    const map = new PartedMap<number, string>((key) => key >>> 1);
    for (const key of [0, 1, 4]) map.set(key, '');
    const found: number[] = [];
    for (const key of map.keys()) {
      found.push(key);
      map.delete(key);
      if (key === 0) map.set(7, '');
    }
    expect(found).toEqual([0, 1, 4, 7]);
    expect(map.size).toBe(0);
  });

  it('spreads ids that differ only in their last digits over many parts', () => {
    const counts = new Map<number, number>();
    for (let at = 0; at < 1_000; at += 1) {
      const part = partOfText(`cmp_${String(at).padStart(6, '0')}`);
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(32);
    expect(Math.max(...counts.values())).toBeLessThan(60);
  });
});
