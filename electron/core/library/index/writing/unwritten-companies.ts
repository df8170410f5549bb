import { PartedMap } from '../../../foundation/parted-map.ts';
import type { Document } from '../tokenize.ts';
import type { Writable } from './index-file.ts';

/** What must be written to the index file for a company. */
export interface UnwrittenCompany {
  readonly document: Writable;
  /** The value of the company's change counter when the document was read. */
  readonly changes: number;
}

/**
 * The bytes of a document. While the index is built, the documents of all companies wait to be written. As strings, they
 * would make each full garbage collection longer, because V8 marks every string and moves many of them.
 */
interface PackedDocument {
  readonly chunk: Buffer;
  readonly start: number;
  /** Where the words of names and industries end, and all other words begin. */
  readonly middle: number;
  readonly end: number;
}

/** Many documents share a chunk. It is freed when all of them have been written. */
const CHUNK_BYTES = 256 * 1_024;
/** Maximum number of bytes in UTF-8 for one UTF-16 code unit. */
const BYTES_PER_UNIT = 3;
/** Companies whose slots differ only in these lowest bits are in the same part of the map. */
const PART_BITS = 12;

/** Companies whose entry in the index file is out of date, by slot. */
export class UnwrittenCompanies {
  readonly #bySlot = new PartedMap<
    number,
    { readonly document: PackedDocument | null | 'same'; readonly changes: number }
  >((slot) => slot >>> PART_BITS);
  #chunk = Buffer.alloc(0);
  #used = 0;

  get size(): number {
    return this.#bySlot.size;
  }

  get(slot: number): UnwrittenCompany | undefined {
    const found = this.#bySlot.get(slot);
    if (found === undefined) return undefined;
    const { document, changes } = found;
    return { document: document === null || document === 'same' ? document : unpack(document), changes };
  }

  /**
   * Returns the value that the company's change counter had when the company was read; undefined if the company need
   * not be written.
   */
  changesOf(slot: number): number | undefined {
    return this.#bySlot.get(slot)?.changes;
  }

  set(slot: number, { document, changes }: UnwrittenCompany): void {
    const packed = document === null || document === 'same' ? document : this.#pack(document);
    this.#bySlot.set(slot, { document: packed, changes });
  }

  delete(slot: number): void {
    this.#bySlot.delete(slot);
  }

  /** Returns the slots. Companies may be added and removed while they are iterated. */
  slots(): Iterator<number> & Iterable<number> {
    return this.#bySlot.keys();
  }

  #pack({ named, words }: Document): PackedDocument {
    const most = (named.length + words.length) * BYTES_PER_UNIT;
    if (this.#used + most > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
      this.#used = 0;
    }
    const chunk = this.#chunk;
    const start = this.#used;
    const middle = start + chunk.write(named, start);
    this.#used = middle + chunk.write(words, middle);
    return { chunk, start, middle, end: this.#used };
  }
}

const unpack = ({ chunk, start, middle, end }: PackedDocument): Document => ({
  named: chunk.toString('utf8', start, middle),
  words: chunk.toString('utf8', middle, end),
});
