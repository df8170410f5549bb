import { docsOfTokenAfter, docsOfTokens, openTokens, tokensAfter } from '../../db/queries/search.ts';
import type { Logger } from '../../ports.ts';
import { createBreathe, Stopped, type Breathe, type BreatheParts } from './breath.ts';
import { HERE, type Columns } from './columns.ts';
import { listOf } from './lists.ts';
import {
  addEntry,
  addNamed,
  createWordMemory,
  isWornOut,
  putDocument,
  reserve,
  setMask,
  sizeFor,
  termOf,
  type WordMemory,
} from './word-memory.ts';
import { commonBeginnings, masksOf, sizeBits } from './word-beginnings.ts';
import { documentOf, documentTokens } from './words.ts';
import type { SearchWorld } from './world.ts';
import { messageOf } from '../../message-of.ts';

/** Entries of one slice; a word that more companies hold is read in parts. */
const ENTRIES = 4_000;
const WORDS = 150;
/** Entries whose companies get the bits of a beginning between two breaths. */
const MARKED = 20_000;
/** Companies whose names are read between two breaths. */
const NAMES = 50;

/** Reads the words of the index in the file into memory, in the background; until that is done the file is asked too. */
export interface WordLoader {
  /** Goes to work where there is some and nobody is at it. */
  start(): void;
  /** Resolves once the words of names and industries are in memory, which has to be before anything is looked for. */
  named(): Promise<void>;
  /** Resolves once everything is in memory, or reading failed. */
  idle(): Promise<void>;
}

export interface WordLoaderParts extends BreatheParts {
  readonly log: Logger;
  /** False: names and industries alone. */
  readonly readsWords: boolean;
}

export function createWordLoader(
  world: SearchWorld,
  { log, readsWords, ...shared }: WordLoaderParts,
): WordLoader {
  const { stopped } = shared;
  let working: Promise<void> | null = null;
  let naming: Promise<void> = Promise.resolve();
  const work = async (names: Promise<void>): Promise<void> => {
    try {
      await names;
      if (readsWords) await readWords(world, createBreathe(shared));
    } catch (error) {
      if (!(error instanceof Stopped)) log.warn('search-words-not-read', { error: messageOf(error) });
    } finally {
      working = null;
    }
  };
  return {
    start: () => {
      if (working !== null || stopped()) return;
      if (isWornOut(world.memory, world.columns.size)) world.memory = createWordMemory();
      const { hasNames, isComplete } = world.memory;
      if (isComplete || (hasNames && !readsWords)) return;
      if (!hasNames) naming = readNames(world, createBreathe(shared));
      working = work(naming);
    },
    named: () => naming,
    idle: async () => {
      await working;
    },
  };
}

/**
 * A company that is read anew while this goes on is left to whoever reads it: its generation is not 0 any more, and what
 * stands here of it then does not count.
 */
async function readWords({ memory, cache, columns }: SearchWorld, breathe: Breathe): Promise<void> {
  openTokens(cache);
  for (let after = ''; ;) {
    const tokens = tokensAfter(cache, after, WORDS);
    const last = tokens.at(-1);
    if (last === undefined) break;
    await breathe();
    for (const some of inSlices(tokens)) {
      const [only] = some;
      if (only !== undefined && only.docs > ENTRIES)
        await readLarge(only, { memory, cache, columns }, breathe);
      else
        for (const { token, docs } of docsOfTokens(cache, some[0]?.token ?? '', some.at(-1)?.token ?? ''))
          addDocs(memory, columns, token, docs);
      await breathe();
    }
    after = last.token;
  }
  memory.isComplete = true;
  await readBeginnings(memory, columns.size, breathe);
}

/**
 * Gives common beginnings their bits. A company that is read anew meanwhile sets its own: what stands here of how it was does not
 * count.
 */
export async function readBeginnings(memory: WordMemory, companies: number, breathe: Breathe): Promise<void> {
  const { terms } = memory;
  const beginnings = await commonBeginnings(terms.values(), companies, breathe);
  sizeFor(memory, companies);
  sizeBits(beginnings, memory.generations.length);
  memory.beginnings = beginnings;
  let since = 0;
  for (const { word, all } of [...terms.values()]) {
    if (masksOf(beginnings, word).length === 0) continue;
    for (let from = 0; from < all.count; from += MARKED) {
      // Both may have grown meanwhile.
      for (const common of masksOf(beginnings, word))
        setMask(all, memory.generations, { from, to: from + MARKED }, common);
      since += Math.min(MARKED, all.count - from);
      if (since < MARKED) continue;
      since = 0;
      await breathe();
    }
  }
  beginnings.isComplete = true;
}

interface Token {
  readonly token: string;
  readonly docs: number;
}

/** Neighbours with at most ENTRIES together, or one alone. */
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

async function readLarge(
  { token, docs: count }: Token,
  { memory, cache, columns }: Pick<SearchWorld, 'memory' | 'cache' | 'columns'>,
  breathe: Breathe,
): Promise<void> {
  reserve(termOf(memory, token).all, count);
  for (let after = 0; ;) {
    const docs = docsOfTokenAfter(cache, token, after, ENTRIES);
    const last = docs.at(-1);
    if (last === undefined) return;
    addDocs(memory, columns, token, docs);
    after = last;
    await breathe();
  }
}

function addDocs(memory: WordMemory, { slotOfDoc }: Columns, token: string, docs: Uint32Array): void {
  const { all } = termOf(memory, token);
  reserve(all, all.count + docs.length);
  for (const doc of docs) {
    const slot = slotOfDoc[doc] ?? 0;
    if (slot > 0) addEntry(all, slot - 1, 0);
  }
}

/** Which words are found inside as well stands in no index: names and industries are in the columns. */
async function readNames({ memory, columns, unwritten }: SearchWorld, breathe: Breathe): Promise<void> {
  const { names, industries } = columns;
  for (const [slot, { document }] of unwritten) {
    if (document !== 'same' && (memory.generations[slot] ?? 0) === 0) putDocument(memory, slot, document);
    await breathe();
  }
  const wordsOf = (text: string): readonly string[] => documentTokens(documentOf([text], [])).named;
  const ofIndustry = new Map<number, readonly string[]>();
  for (let slot = 0; slot < columns.size; slot += 1) {
    if (slot % NAMES === 0) await breathe();
    if (columns.state[slot] !== HERE || (memory.generations[slot] ?? 0) !== 0) continue;
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
