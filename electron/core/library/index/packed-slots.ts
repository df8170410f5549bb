/*
 * Compressed lists of slots. The slots of a list are ascending, and the list stores the distances between
 * them. Each byte holds seven bits of a distance, and the highest bit is set in all bytes of the distance
 * except the last. If at least one company in 128 contains a word, most entries of the word's list take one
 * byte. All lists share a few large arrays, because each separate array would take 200 extra bytes.
 */

const CHUNK_BYTES = 2 ** 18;
/**
 * Maximum size, in bytes, of a list in a shared chunk. Longer lists are stored in separate arrays, so at most
 * this many bytes at the end of a chunk stay unused.
 */
const SHARED_MAX = CHUNK_BYTES / 8;
const DIGIT_BITS = 7;
const DIGIT_MASK = 2 ** DIGIT_BITS - 1;
const FIRST_BYTES = 1_024;
/** Maximum number of bytes of a distance. */
const DISTANCE_BYTES = 5;
/** Number of slots decoded at once. */
const PIECE = 4_096;

export interface SlotPool {
  readonly chunks: Uint8Array[];
  /** Index of the chunk to which short lists are added; -1 if there is none yet. */
  open: number;
  /** Number of used bytes in this chunk. */
  end: number;
}

/** A list in a `SlotPool`. */
export interface PackedSlots {
  /**
   * The address of the list's first byte: the index of its chunk times `CHUNK_BYTES`, plus the position
   * within the chunk.
   */
  readonly address: number;
  readonly count: number;
}

export const createSlotPool = (): SlotPool => ({ chunks: [], open: -1, end: 0 });

/** Collects the slots of one list, in ascending order. A slot that is added twice in a row counts once. */
export interface SlotPacker {
  add(slot: number): void;
  finish(): PackedSlots;
}

export function createSlotPacker(pool: SlotPool): SlotPacker {
  let bytes = new Uint8Array(FIRST_BYTES);
  let [end, count, last] = [0, 0, -1];
  return {
    add: (slot) => {
      if (slot === last) return;
      if (end + DISTANCE_BYTES > bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      let distance = slot - last;
      while (distance > DIGIT_MASK) {
        bytes[end++] = (distance & DIGIT_MASK) | (DIGIT_MASK + 1);
        distance >>>= DIGIT_BITS;
      }
      bytes[end++] = distance;
      last = slot;
      count += 1;
    },
    finish: () => {
      const address = store(pool, bytes.subarray(0, end));
      const packed = { address, count };
      [end, count, last] = [0, 0, -1];
      return packed;
    },
  };
}

function store(pool: SlotPool, bytes: Uint8Array): number {
  if (bytes.length > SHARED_MAX) return (pool.chunks.push(bytes.slice()) - 1) * CHUNK_BYTES;
  if (pool.open < 0 || pool.end + bytes.length > CHUNK_BYTES) {
    pool.open = pool.chunks.push(new Uint8Array(CHUNK_BYTES)) - 1;
    pool.end = 0;
  }
  pool.chunks[pool.open]?.set(bytes, pool.end);
  const address = pool.open * CHUNK_BYTES + pool.end;
  pool.end += bytes.length;
  return address;
}

/** Returns the list's slots in pieces. A piece is valid until the next one is requested. */
export function* unpackSlots(pool: SlotPool, { address, count }: PackedSlots): Generator<Uint32Array> {
  const piece = new Uint32Array(Math.min(PIECE, count));
  const bytes = chunkOf(pool, address);
  let at = startOf(address);
  let slot = -1;
  for (let from = 0; from < count; from += PIECE) {
    const length = Math.min(PIECE, count - from);
    for (let each = 0; each < length; each += 1) {
      let digit = bytes[at++] ?? 0;
      let distance = digit & DIGIT_MASK;
      for (let shift = DIGIT_BITS; digit > DIGIT_MASK; shift += DIGIT_BITS) {
        digit = bytes[at++] ?? 0;
        distance |= (digit & DIGIT_MASK) << shift;
      }
      slot += distance;
      piece[each] = slot;
    }
    yield piece.subarray(0, length);
  }
}

const NO_BYTES = new Uint8Array(0);
const chunkOf = ({ chunks }: SlotPool, address: number): Uint8Array =>
  chunks[Math.floor(address / CHUNK_BYTES)] ?? NO_BYTES;
const startOf = (address: number): number => address % CHUNK_BYTES;

interface MarkedTable {
  readonly pool: SlotPool;
  readonly generations: Uint8Array;
  readonly stages: Uint8Array;
}

/**
 * Like `mark` in `word-index.ts`, but for a packed list. Ignores slots whose generation is not 0. Decodes and
 * checks each slot in one loop, which is as fast as reading an array of slots.
 */
export function markPacked(
  { pool, generations, stages }: MarkedTable,
  { address, count: slots }: PackedSlots,
  from: number,
  found: Uint32Array,
  count: number,
): number {
  const bytes = chunkOf(pool, address);
  let at = startOf(address);
  let [slot, end] = [-1, count];
  for (let each = 0; each < slots; each += 1) {
    let digit = bytes[at++] ?? 0;
    slot += digit & DIGIT_MASK;
    for (let shift = DIGIT_BITS; digit > DIGIT_MASK; shift += DIGIT_BITS) {
      digit = bytes[at++] ?? 0;
      slot += (digit & DIGIT_MASK) << shift;
    }
    if (stages[slot] !== from || generations[slot] !== 0) continue;
    stages[slot] = from + 1;
    found[end++] = slot;
  }
  return end;
}
