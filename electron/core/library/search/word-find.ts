import { isInner } from './words.ts';
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
  for (const [stage, { lists }] of wanted.entries()) {
    count = 0;
    for (const list of lists) count = mark(list, memory.generations, stages, stage, found, count);
    if (count === 0) break;
  }
  // In the order of their slots where that is quick: whatever is counted of them then goes through its columns in order.
  if (count * SPARSE_SHARE > size) {
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

/** The lists of every term that a typed word finds. */
function entriesOf(
  memory: WordMemory,
  word: string,
  more: ((word: string) => Uint32Array) | null,
): { lists: Entries[]; count: number } {
  const lists = beginningWith(memory, word);
  const list = more?.(word);
  // As entries of the first generation.
  if (list !== undefined) lists.push({ list, count: list.length });
  if (isInner(word)) lists.push(...inside(memory, word));
  return { lists, count: lists.reduce((sum, { count }) => sum + count, 0) };
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
function inside({ namedText, namedStarts, namedTerms }: WordMemory, word: string): Entries[] {
  const lists: Entries[] = [];
  for (let at = namedText.indexOf(word); at !== -1;) {
    const place = placeOf(namedStarts, at);
    const { named = null } = namedTerms[place] ?? {};
    // Whatever begins with it was found as a beginning.
    if (at > (namedStarts[place] ?? 0) + 1 && named !== null) lists.push(named);
    at = namedText.indexOf(word, namedStarts[place + 1] ?? namedText.length);
  }
  return lists;
}

/** The last start at or before a place. */
function placeOf(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length];
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low;
}
