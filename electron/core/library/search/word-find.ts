import { isInner } from './words.ts';
import { commonOf, type Common } from './word-beginnings.ts';
import { KEY_LENGTH, mark, sizeFor, type Entries, type WordMemory } from './word-memory.ts';

const SPARSE_SHARE = 16;

/**
 * Every company in whose documents every word is found; `words` is not empty. Until everything is in memory, `more` tells
 * which companies the index in the file finds: those count that were not read anew since.
 */
export function findWords(
  memory: WordMemory,
  words: readonly string[],
  size: number,
  more: ((word: string) => Uint32Array) | null,
): Uint32Array {
  sizeFor(memory, size);
  const { stages, found } = workingRoom(memory, size);
  // The rarest first: what it does not find is looked at no more.
  const wanted = words.map((word) => entriesOf(memory, word, more)).sort((a, b) => a.count - b.count);
  let count = 0;
  // Whether they are in the order of their slots.
  let isInOrder = true;
  for (const [stage, { common, lists }] of wanted.entries()) {
    isInOrder &&= common !== null;
    const among = stage === 0 ? size : count;
    const before = common === null || stage === 0 || lists.length === 0 ? found : found.slice(0, among);
    count = 0;
    for (const list of lists) count = mark(list, memory.generations, stages, stage, found, count);
    if (common !== null) count = pass(common, stages, { stage, before, among, found });
    if (count === 0) break;
  }
  // In the order of their slots where that is quick: whatever is counted of them then goes through its columns in order.
  if (!isInOrder && count * SPARSE_SHARE > size) {
    count = 0;
    for (let slot = 0; slot < size; slot += 1) if (stages[slot] === wanted.length) found[count++] = slot;
  }
  return found.slice(0, count);
}

/** `stages` is 0 for every slot. */
function workingRoom(memory: WordMemory, size: number): Pick<WordMemory, 'stages' | 'found'> {
  if (memory.found.length < size) {
    memory.stages = new Uint8Array(memory.generations.length);
    memory.found = new Uint32Array(memory.generations.length);
  } else memory.stages.fill(0);
  return memory;
}

interface Stage {
  readonly stage: number;
  /** Who is looked at, in its first `among` places: whoever came so far. At the first stage every slot below `among` is. */
  readonly before: Uint32Array;
  readonly among: number;
  /** Takes those that go on, in the order of `before`; it may be the same array. */
  readonly found: Uint32Array;
}

/** Those go on that have a beginning's bit, or came to the next stage already. Returns how many. */
function pass({ column, mask }: Common, stages: Uint8Array, { stage, before, among, found }: Stage): number {
  const next = stage + 1;
  let count = 0;
  for (let at = 0; at < among; at += 1) {
    const slot = stage === 0 ? at : (before[at] ?? 0);
    if (((column[slot] ?? 0) & mask) === 0 && stages[slot] !== next) continue;
    stages[slot] = next;
    found[count++] = slot;
  }
  return count;
}

/** What a typed word finds: a common beginning by its bit, and by the lists of every term. Whoever has a bit comes last. */
function entriesOf(
  memory: WordMemory,
  word: string,
  more: ((word: string) => Uint32Array) | null,
): { common: Common | null; lists: Entries[]; count: number } {
  const common = commonOf(memory.beginnings, word);
  const lists = common === null ? beginningWith(memory, word) : [];
  const list = more?.(word);
  // As entries of the first generation.
  if (list !== undefined) lists.push({ list, count: list.length });
  if (isInner(word)) lists.push(...inside(memory, word));
  const count = common === null ? lists.reduce((sum, each) => sum + each.count, 0) : Number.MAX_SAFE_INTEGER;
  return { common, lists, count };
}

function beginningWith({ byBeginning }: WordMemory, word: string): Entries[] {
  const lists: Entries[] = [];
  const add = (beginning: string): void => {
    for (const term of byBeginning.get(beginning) ?? []) if (term.word.startsWith(word)) lists.push(term.all);
  };
  if (word.length >= KEY_LENGTH) add(word.slice(0, KEY_LENGTH));
  else for (const beginning of byBeginning.keys()) if (beginning.startsWith(word)) add(beginning);
  return lists;
}

/** Names and industries that hold the word elsewhere than at the beginning of one of theirs. */
function inside({ byInner }: WordMemory, word: string): Entries[] {
  const lists: Entries[] = [];
  for (const { word: whole, named } of byInner.get(word.slice(0, KEY_LENGTH)) ?? [])
    // Whatever begins with it was found as a beginning.
    if (named !== null && !whole.startsWith(word) && whole.includes(word, 1)) lists.push(named);
  return lists;
}
