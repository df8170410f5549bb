import { matchingDocs } from '../../database/queries/cache/search-index.ts';
import type { ReadDb } from '../../database/sql.ts';
import { NOT_STORED, storedSlots, withLetters, type Columns } from './columns.ts';
import { findWords } from './find-words.ts';
import { holds, indexQuery, letterOf } from './tokenize.ts';
import type { SearchWorld } from './search-state.ts';

/**
 * Where the search words were found that the company's own text lacks. `tag`: only in tags. `note`: in
 * the note, and possibly in tags too.
 */
export type Help = 'tag' | 'note';

export interface WordMatches {
  /** Slots of all matching companies, unordered. */
  readonly slots: Uint32Array;
  /** Companies that match only because of a tag or the note, by slot. */
  readonly helpedBy: ReadonlyMap<number, Help>;
}

/**
 * Maximum number of cached results of queries to the index file. After a change of filter or sort order, a
 * search can use a cached result and needs no new query.
 */
const MAX_ANSWERS = 12;
const NO_MATCHES: ReadonlyMap<number, Help> = new Map();

/**
 * Returns the companies that match every word. A word may be in the company's own text, in a tag or in the
 * note.
 */
export function match(world: SearchWorld, words: readonly string[]): WordMatches {
  if (words.length === 0) return { slots: allStored(world), helpedBy: NO_MATCHES };
  const found = inCompanies(world, words);
  const helpedBy = withHelp(world, words, found);
  return { slots: withMore(found, helpedBy.size, helpedBy.keys()), helpedBy };
}

/**
 * Returns the companies whose own text contains every word. A single letter or digit is looked up in the bits
 * of `lettersOf`, which hold the first characters of the words, because the index would return too many
 * entries for it.
 */
function inCompanies(world: SearchWorld, words: readonly string[]): Uint32Array {
  const { memory, columns } = world;
  const longer = words.filter((word) => letterOf(word) === null);
  const letters = new Set(words.flatMap((word) => letterOf(word) ?? []));
  const more = memory.isComplete ? null : (word: string) => inFile(world, word);
  const some = longer.length === 0 ? allStored(world) : findWords(memory, longer, columns.size, more);
  const bits = [...letters].reduce((sum, letter) => sum + 2 ** letter, 0);
  const found = bits === 0 ? some : withLetters(columns, some, bits);
  const lost = [...world.lost].filter(([, document]) => words.every((word) => holds(document, word)));
  return withMore(
    found,
    lost.length,
    lost.map(([slot]) => slot),
  );
}

/** Returns `found` followed by the `count` slots of `further`. */
function withMore(found: Uint32Array, count: number, further: Iterable<number>): Uint32Array {
  if (count === 0) return found;
  const slots = new Uint32Array(found.length + count);
  slots.set(found);
  let at = found.length;
  for (const slot of further) slots[at++] = slot;
  return slots;
}

/** Returns an array of `size` elements that is 1 for these slots and 0 for all others. */
export function marksFor(slots: Uint32Array, size: number): Uint8Array {
  const marks = new Uint8Array(size);
  for (let at = 0; at < slots.length; at += 1) marks[slots[at] ?? 0] = 1;
  return marks;
}

function allStored(world: SearchWorld): Uint32Array {
  const { facts } = world.columns;
  if (world.storedSlots?.facts !== facts) world.storedSlots = { facts, slots: storedSlots(world.columns) };
  return world.storedSlots.slots;
}

const inFile = ({ columns, cache, answers }: SearchWorld, word: string): Uint32Array =>
  slotsOf(columns, answer(cache, answers, indexQuery(word)));

function slotsOf({ slotOfDoc }: Columns, docs: Uint32Array): Uint32Array {
  const slots = new Uint32Array(docs.length);
  let count = 0;
  for (let at = 0; at < docs.length; at += 1) {
    const slot = slotOfDoc[docs[at] ?? 0] ?? 0;
    if (slot > 0) slots[count++] = slot - 1;
  }
  return slots.subarray(0, count);
}

function answer(cache: ReadDb, answers: SearchWorld['answers'], query: string): Uint32Array {
  const docs = answers.get(query) ?? matchingDocs(cache, query);
  answers.delete(query);
  answers.set(query, docs);
  for (const oldest of answers.keys()) if (answers.size > MAX_ANSWERS) answers.delete(oldest);
  return docs;
}

/** Returns the companies that match all words only if the search also covers their tags and note. */
function withHelp(
  world: SearchWorld,
  words: readonly string[],
  found: Uint32Array,
): ReadonlyMap<number, Help> {
  const { notes, columns } = world;
  const tagged = new Map(words.map((word) => [word, taggedWith(world, word)]));
  const candidates = [...tagged.values()].flatMap((of) => of?.slots ?? []);
  for (const [slot, { document }] of notes)
    if (words.some((word) => holds(document, word))) candidates.push(slot);
  if (candidates.length === 0) return NO_MATCHES;
  const done = marksFor(found, columns.size);
  const inCompany = wordSets(world, words);
  const helped = new Map<number, Help>();
  for (const slot of candidates) {
    if (done[slot] === 1 || columns.state[slot] === NOT_STORED) continue;
    done[slot] = 1;
    const needed = words.filter((word) => tagged.get(word)?.hasTag[slot] !== 1 && !inCompany(slot, word));
    if (needed.length === 0) helped.set(slot, 'tag');
    else if (needed.every((word) => isInNote(world, slot, word))) helped.set(slot, 'note');
  }
  return helped;
}

function isInNote({ notes }: SearchWorld, slot: number, word: string): boolean {
  const note = notes.get(slot);
  return note !== undefined && holds(note.document, word);
}

/**
 * Returns a function that checks whether a company's text, tags or note contain a word. The word must be one
 * of `words`.
 */
export function createTextLookup(
  world: SearchWorld,
  words: readonly string[],
): (slot: number, word: string) => boolean {
  const tagged = new Map(words.map((word) => [word, taggedWith(world, word)]));
  const inCompany = wordSets(world, words);
  return (slot, word) =>
    tagged.get(word)?.hasTag[slot] === 1 || inCompany(slot, word) || isInNote(world, slot, word);
}

/**
 * Returns the companies with a user tag that matches the word; null if no tag matches. `slots` contains each
 * company once, in no particular order. `hasTag` is 1 at the slots of these companies.
 */
function taggedWith(
  { tagWords, marks, columns }: SearchWorld,
  word: string,
): { readonly slots: readonly number[]; readonly hasTag: Uint8Array } | null {
  const tags = [...tagWords].filter(([tag, document]) => marks.tag.has(tag) && holds(document, word));
  if (tags.length === 0) return null;
  const hasTag = new Uint8Array(columns.size);
  const slots: number[] = [];
  for (const [tag] of tags)
    for (const slot of marks.tag.get(tag) ?? []) {
      if (hasTag[slot] !== 1) slots.push(slot);
      hasTag[slot] = 1;
    }
  return { slots, hasTag };
}

/**
 * Returns a function that checks whether a company's own text contains one of `words`. The function must be
 * called only for companies whose own text lacks at least one of `words`. For a single word, the result is
 * therefore always false.
 */
function wordSets(world: SearchWorld, words: readonly string[]): (slot: number, word: string) => boolean {
  if (words.length === 1) return () => false;
  const sets = new Map<string, Uint8Array>();
  return (slot, word) => {
    const known = sets.get(word) ?? marksFor(inCompanies(world, [word]), world.columns.size);
    sets.set(word, known);
    return known[slot] === 1;
  };
}
