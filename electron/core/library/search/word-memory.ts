import { clearBits, masksOf, sizeBits, type Beginnings, type Common } from './word-beginnings.ts';
import { documentTokens, type Document } from './words.ts';

/*
 * The words of every document in memory, each with the companies that hold it: what a typed word finds is marked in a typed
 * array, in a fraction of the time that the index file takes to hand out as many ids. It is read from that file
 * (word-loader.ts), and kept in step by whoever reads a company anew.
 *
 * An entry is a slot and the generation that it had when the entry was made. A company that changes gets its next generation,
 * and its old entries count no more: none of them has to be looked for.
 */

const SLOT_BITS = 24;
const SLOTS_MAX = 2 ** SLOT_BITS;
const SLOT_MASK = SLOTS_MAX - 1;
const GENERATION_MAX = 2 ** (32 - SLOT_BITS) - 1;
const FIRST_CAPACITY = 4;
/** Words are gathered by how they begin: by so much of them. */
export const KEY_LENGTH = 3;
/** Once so many documents took the place of an earlier one, and this share of all, what counts no more is in the way. */
const REPLACED_LEAST = 10_000;
const REPLACED_SHARE = 2;

/** Most words have one entry: it needs no list. */
export interface Entries {
  list: number | Uint32Array;
  count: number;
}
export interface Term {
  readonly word: string;
  readonly all: Entries;
  /** Of the documents that hold it in a name or an industry; null: none ever did. */
  named: Entries | null;
}

export interface WordMemory {
  /** Whether every document is in it; until then the index file has to be asked. */
  isComplete: boolean;
  /** Whether every name and industry is: no file tells what stands inside their words. */
  hasNames: boolean;
  readonly terms: Map<string, Term>;
  readonly byBeginning: Map<string, Term[]>;
  /** Null until every document is in it. */
  beginnings: Beginnings | null;
  /** Terms of names and industries by every three letters that stand in them, but for those that they begin with. */
  readonly byInner: Map<string, Term[]>;
  /** By slot. 0: as the index file has it. */
  generations: Uint8Array;
  /** What `findWords` works in, by slot: to ask for it anew each time has it collected again and again. */
  stages: Uint8Array;
  found: Uint32Array;
  replaced: number;
}

export const createWordMemory = (): WordMemory => ({
  isComplete: false,
  hasNames: false,
  terms: new Map(),
  byBeginning: new Map(),
  beginnings: null,
  byInner: new Map(),
  generations: new Uint8Array(1_024),
  stages: new Uint8Array(),
  found: new Uint32Array(),
  replaced: 0,
});

export function termOf(memory: WordMemory, word: string): Term {
  const known = memory.terms.get(word);
  if (known !== undefined) return known;
  const term: Term = { word, all: { list: 0, count: 0 }, named: null };
  memory.terms.set(word, term);
  const beginning = word.slice(0, KEY_LENGTH);
  const group = memory.byBeginning.get(beginning);
  if (group === undefined) memory.byBeginning.set(beginning, [term]);
  else group.push(term);
  return term;
}

/** Room for so many entries at once, where that is known beforehand. */
export function reserve(entries: Entries, capacity: number): void {
  if (capacity < 2 || (typeof entries.list !== 'number' && entries.list.length >= capacity)) return;
  const larger = new Uint32Array(capacity);
  if (typeof entries.list === 'number') larger[0] = entries.list;
  else larger.set(entries.list);
  entries.list = larger;
}

export function addEntry(entries: Entries, slot: number, generation: number): void {
  const entry = slot + generation * SLOTS_MAX;
  const { count } = entries;
  entries.count += 1;
  if (count === 0 && typeof entries.list === 'number') {
    entries.list = entry;
    return;
  }
  if (typeof entries.list === 'number' || entries.list.length === count)
    reserve(entries, Math.max(FIRST_CAPACITY, count * 2));
  if (typeof entries.list !== 'number') entries.list[count] = entry;
}

/** A word of a name or an industry, found inside as well. */
export function addNamed(memory: WordMemory, word: string, slot: number, generation: number): void {
  const term = termOf(memory, word);
  if (term.named === null) {
    term.named = { list: 0, count: 0 };
    gatherInner(memory.byInner, term);
  }
  addEntry(term.named, slot, generation);
}

function gatherInner(byInner: WordMemory['byInner'], term: Term): void {
  const { word } = term;
  for (let at = 1; at + KEY_LENGTH <= word.length; at += 1) {
    const inner = word.slice(at, at + KEY_LENGTH);
    const group = byInner.get(inner);
    if (group === undefined) byInner.set(inner, [term]);
    // Once for each word, however often it stands there.
    else if (group.at(-1) !== term) group.push(term);
  }
}

/** Puts a company's document in the place of whatever it had before; null: it has none any more. */
export function putDocument(memory: WordMemory, slot: number, document: Document | null): void {
  const generation = nextGeneration(memory, slot);
  const { beginnings } = memory;
  if (beginnings !== null) clearBits(beginnings, slot);
  if (document === null) return;
  const { named, all } = documentTokens(document);
  for (const word of all) {
    addEntry(termOf(memory, word).all, slot, generation);
    if (beginnings === null) continue;
    for (const { column, mask } of masksOf(beginnings, word)) column[slot] = (column[slot] ?? 0) | mask;
  }
  for (const word of named) addNamed(memory, word, slot, generation);
}

/** Room for so many slots. */
export function sizeFor(memory: WordMemory, slots: number): void {
  if (slots <= memory.generations.length) return;
  const larger = new Uint8Array(Math.max(memory.generations.length * 2, slots));
  larger.set(memory.generations);
  memory.generations = larger;
  if (memory.beginnings !== null) sizeBits(memory.beginnings, larger.length);
}

function nextGeneration(memory: WordMemory, slot: number): number {
  sizeFor(memory, slot + 1);
  const generation = ((memory.generations[slot] ?? 0) + 1) % (GENERATION_MAX + 1);
  memory.generations[slot] = generation;
  if (generation !== 1) memory.replaced += 1;
  // Its first entries would count again.
  if (generation === 0) memory.replaced = Infinity;
  return generation;
}

/** Whether it has to be read anew: too much of it counts no more. */
export const isWornOut = ({ replaced }: WordMemory, companies: number): boolean =>
  replaced > Math.max(REPLACED_LEAST, companies / REPLACED_SHARE);

/** Sets a mask for the companies of those entries of a list that stand from one place to before another. */
export function setMask(
  { list, count }: Entries,
  generations: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  { column, mask }: Common,
): void {
  const end = Math.min(to, count);
  for (let at = from; at < end; at += 1) {
    const entry = typeof list === 'number' ? list : (list[at] ?? 0);
    const slot = entry & SLOT_MASK;
    if (generations[slot] === entry >>> SLOT_BITS) column[slot] = (column[slot] ?? 0) | mask;
  }
}

/**
 * Marks the companies of an entry list that stand at `from` with `from + 1`, and notes each in `found` from `count` on.
 * Returns the count then.
 */
export function mark(
  { list, count: entries }: Entries,
  generations: Uint8Array,
  stages: Uint8Array,
  from: number,
  found: Uint32Array,
  count: number,
): number {
  let at = count;
  if (typeof list === 'number') {
    const slot = list & SLOT_MASK;
    if (entries === 0 || stages[slot] !== from || generations[slot] !== list >>> SLOT_BITS) return at;
    stages[slot] = from + 1;
    found[at++] = slot;
    return at;
  }
  for (let each = 0; each < entries; each += 1) {
    const entry: number = list[each] ?? 0;
    const slot = entry & SLOT_MASK;
    if (stages[slot] !== from || generations[slot] !== entry >>> SLOT_BITS) continue;
    stages[slot] = from + 1;
    found[at++] = slot;
  }
  return at;
}
