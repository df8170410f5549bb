import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnwrittenCompanies } from '../../../../electron/core/library/index/writing/unwritten-companies.ts';

const text = fc.string({ unit: 'binary', maxLength: 400 });

describe('the companies that wait to be written', () => {
  it('keeps every document as it was, in any script', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ named: text, words: text })), (documents) => {
        const unwritten = new UnwrittenCompanies();
        for (const [slot, document] of documents.entries()) unwritten.set(slot, { document, changes: slot });
        expect([...unwritten.slots()].map((slot) => unwritten.get(slot))).toEqual(
          documents.map((document, changes) => ({ document, changes })),
        );
      }),
    );
  });

  it('keeps documents that do not fit into the rest of a chunk, or into any chunk', () => {
    const unwritten = new UnwrittenCompanies();
    const lengths = [90_000, 90_000, 0, 400_000, 1, 90_000];
    const documents = lengths.map((length, at) => ({ named: String(at), words: '語'.repeat(length) }));
    for (const [slot, document] of documents.entries()) unwritten.set(slot, { document, changes: 1 });
    for (const [slot, document] of documents.entries())
      expect(unwritten.get(slot)?.document).toEqual(document);
  });

  it('replaces and removes entries', () => {
    const unwritten = new UnwrittenCompanies();
    unwritten.set(5, { document: { named: ' a ', words: '' }, changes: 1 });
    unwritten.set(5, { document: 'same', changes: 2 });
    unwritten.set(9_000, { document: null, changes: 3 });
    expect(unwritten.size).toBe(2);
    expect(unwritten.get(5)).toEqual({ document: 'same', changes: 2 });
    expect(unwritten.changesOf(9_000)).toBe(3);
    unwritten.delete(5);
    expect([unwritten.get(5), unwritten.changesOf(5)]).toEqual([undefined, undefined]);
    expect([...unwritten.slots()]).toEqual([9_000]);
  });
});
