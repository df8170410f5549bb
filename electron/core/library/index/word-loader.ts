import {
  docsOfTokenAfter,
  docsOfTokens,
  openTokens,
  tokensAfter,
} from '../../database/queries/cache/search-index.ts';
import { withSmallPageCache } from '../../database/page-cache.ts';
import type { Logger } from '../../ports.ts';
import { createYield, forEachRange, Stopped, type YieldIfDue, type YieldOptions } from './time-slices.ts';
import { STORED, type Columns } from './columns.ts';
import { createSlotPacker, type SlotPacker } from './packed-slots.ts';
import { listOf } from './list-columns.ts';
import {
  addNamed,
  createWordTable,
  needsReload,
  packList,
  piecesOf,
  putDocument,
  setMask,
  setPacked,
  sizeFor,
  termOf,
  type WordTable,
} from './word-index.ts';
import { commonPrefixes, masksOf, sizeBits } from './word-prefixes.ts';
import { documentOf, documentTokens } from './tokenize.ts';
import type { SearchWorld } from './search-state.ts';
import { messageOf } from '../../foundation/error-message.ts';

/** Maximum number of entries read between two yields. A word with more entries is read in parts. */
const ENTRIES = 4_000;
const WORDS = 150;
/**
 * Amount of work between two checks of the clock while the prefix bits are computed. Each entry counts as 1,
 * and each word as `MARKED_WORD`, because most words have only a few entries. The last piece may exceed it.
 */
const MARKED = 10_000;
const MARKED_WORD = 50;
/** Number of companies whose names are read between two yields. */
const NAMES = 50;
/** Number of slots checked between two yields. */
const SLOTS = 20_000;

/**
 * Loads the words of the index file into memory in the background, from the first search on (ADR 119). Until
 * all words are in memory, searches also query the file.
 */
interface WordLoader {
  /** Starts loading if the words are wanted, there is work and no run is active. */
  start(): void;
  /** Resolves when the words of names and industries are loaded. Every search for text needs them. */
  named(): Promise<void>;
  /** Resolves when everything is loaded or loading failed. */
  idle(): Promise<void>;
}

interface WordLoaderParts extends YieldOptions {
  readonly log: Logger;
}

export function createWordLoader(world: SearchWorld, { log, ...shared }: WordLoaderParts): WordLoader {
  const { stopped } = shared;
  const isOpen = (): boolean => !stopped();
  let working: Promise<void> | null = null;
  let naming: Promise<void> = Promise.resolve();
  const work = async (names: Promise<void>): Promise<void> => {
    try {
      await names;
      await packNames(world.memory, createYield(shared));
      await withSmallPageCache(world.cache, isOpen, () => readWords(world, createYield(shared)));
    } catch (error) {
      if (!(error instanceof Stopped)) log.warn('search-words-not-read', { error: messageOf(error) });
    } finally {
      working = null;
    }
  };
  return {
    start: () => {
      if (!world.areWordsWanted || working !== null || stopped()) return;
      if (needsReload(world.memory, world.columns.size)) world.memory = createWordTable();
      const { hasNames, isComplete } = world.memory;
      if (isComplete) return;
      if (!hasNames) naming = readNames(world, createYield(shared));
      working = work(naming);
    },
    named: () => naming,
    idle: async () => {
      await working;
    },
  };
}

/**
 * Loads the words of the index file as entries of generation 0. A company that is read again during the load
 * gets a new generation, which invalidates its entries from the file.
 */
async function readWords({ memory, cache, columns }: SearchWorld, yieldIfDue: YieldIfDue): Promise<void> {
  openTokens(cache);
  const packer = createSlotPacker(memory.pool);
  for (let after = ''; ;) {
    const tokens = tokensAfter(cache, after, WORDS);
    const last = tokens.at(-1);
    if (last === undefined) break;
    await yieldIfDue();
    for (const some of inSlices(tokens)) {
      const [only] = some;
      if (only !== undefined && only.docs > ENTRIES)
        await readLarge(only, { memory, cache, columns }, packer, yieldIfDue);
      else
        for (const { token, docs } of docsOfTokens(cache, some[0]?.token ?? '', some.at(-1)?.token ?? ''))
          packDocs(memory, columns, token, docs, packer);
      await yieldIfDue();
    }
    after = last.token;
  }
  memory.isComplete = true;
  await readPrefixes(memory, columns.size, yieldIfDue);
}

/**
 * Chooses the common prefixes and sets their bits from all valid entries. If a company is indexed again while
 * this function runs, `putDocument` sets the bits of that company.
 */
export async function readPrefixes(
  memory: WordTable,
  companies: number,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  const { terms } = memory;
  const beginnings = await commonPrefixes(terms.values(), companies, yieldIfDue);
  sizeFor(memory, companies);
  sizeBits(beginnings, memory.generations.length);
  memory.beginnings = beginnings;
  let since = 0;
  const yieldIfMuch = async (work: number): Promise<void> => {
    since += work;
    if (since < MARKED) return;
    since = 0;
    await yieldIfDue();
  };
  for (const { word, all } of terms.values()) {
    await yieldIfMuch(MARKED_WORD);
    if (masksOf(beginnings, word).length === 0) continue;
    for (const piece of piecesOf(memory, all)) {
      // The masks are computed again in every step, because the arrays in `beginnings.columns` may be
      // replaced by larger ones during a yield.
      for (const common of masksOf(beginnings, word)) setMask(piece, memory.generations, common);
      await yieldIfMuch(piece.length);
    }
  }
  beginnings.isComplete = true;
}

interface Token {
  readonly token: string;
  readonly docs: number;
}

/**
 * Groups consecutive tokens. A group of several tokens has at most `ENTRIES` entries in total. A token with
 * more entries than that forms a group alone.
 */
function inSlices(tokens: readonly Token[]): Token[][] {
  const slices: Token[][] = [];
  let sum = Infinity;
  for (const each of tokens) {
    sum += each.docs;
    if (sum <= ENTRIES) slices.at(-1)?.push(each);
    else {
      slices.push([each]);
      sum = each.docs;
    }
  }
  return slices;
}

/**
 * Reads a word with many documents. Marks the slots in an array instead of sorting them, because a sort
 * cannot yield.
 */
async function readLarge(
  { token }: Token,
  { memory, cache, columns }: Pick<SearchWorld, 'memory' | 'cache' | 'columns'>,
  packer: SlotPacker,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  const marks = new Uint8Array(columns.size);
  for (let after = 0; ;) {
    const docs = docsOfTokenAfter(cache, token, after, ENTRIES);
    const last = docs.at(-1);
    if (last === undefined) break;
    // All of these slots are within `marks`, because `slotsOf` leaves out companies that were added during
    // the load.
    for (const slot of slotsOf(memory, columns, docs)) marks[slot] = 1;
    after = last;
    await yieldIfDue();
  }
  await forEachRange(
    marks.length,
    SLOTS,
    (from, to) => {
      for (let slot = from; slot < to; slot += 1) if (marks[slot] === 1) packer.add(slot);
    },
    yieldIfDue,
  );
  setPacked(termOf(memory, token).all, packer.finish());
}

function packDocs(
  memory: WordTable,
  columns: Columns,
  token: string,
  docs: Uint32Array,
  packer: SlotPacker,
): void {
  for (const slot of slotsOf(memory, columns, docs).sort()) packer.add(slot);
  setPacked(termOf(memory, token).all, packer.finish());
}

/** Returns the slots for these documents. Omits companies that have already been read again. */
function slotsOf({ generations }: WordTable, { slotOfDoc }: Columns, docs: Uint32Array): Uint32Array {
  const slots = new Uint32Array(docs.length);
  let count = 0;
  for (const doc of docs) {
    const slot = slotOfDoc[doc] ?? 0;
    if (slot > 0 && (generations[slot - 1] ?? 0) === 0) slots[count++] = slot - 1;
  }
  return slots.subarray(0, count);
}

/**
 * Loads the words of names and industries, which also match inside words. Reads these words from the columns,
 * because the index file does not distinguish them from other words.
 */
async function readNames({ memory, columns, unwritten }: SearchWorld, yieldIfDue: YieldIfDue): Promise<void> {
  const { names, industries } = columns;
  for (const slot of unwritten.slots()) {
    const document = unwritten.get(slot)?.document ?? null;
    if (document !== 'same' && (memory.generations[slot] ?? 0) === 0) putDocument(memory, slot, document);
    await yieldIfDue();
  }
  const wordsOf = (text: string): readonly string[] => documentTokens(documentOf([text], [])).named;
  const ofIndustry = new Map<number, readonly string[]>();
  for (let slot = 0; slot < columns.size; slot += 1) {
    if (slot % NAMES === 0) await yieldIfDue();
    if (columns.state[slot] !== STORED || (memory.generations[slot] ?? 0) !== 0) continue;
    const words = new Set(wordsOf(names[slot] ?? ''));
    for (const number of listOf(industries, slot)) {
      const known = ofIndustry.get(number) ?? wordsOf(industries.dictionary.keys[number] ?? '');
      ofIndustry.set(number, known);
      for (const word of known) words.add(word);
    }
    for (const word of words) addNamed(memory, word, slot, 0);
  }
  memory.hasNames = true;
}

/** Packs the entries that `readNames` has added. */
async function packNames(memory: WordTable, yieldIfDue: YieldIfDue): Promise<void> {
  const packer = createSlotPacker(memory.pool);
  for (const { named } of memory.terms.values()) {
    if (named !== null) packList(memory, named, packer);
    await yieldIfDue();
  }
}
