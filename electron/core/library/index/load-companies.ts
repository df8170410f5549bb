import {
  changesMade,
  companyIdsAfter,
  countCompaniesAfter,
  dirtyAfter,
  industriesAmong,
  searchedCompanies,
  searchedTexts,
  tagsAmong,
  type CompanyNames,
  type SearchedCompany,
} from '../../database/queries/cache/search-index.ts';
import type { ReadDb } from '../../database/sql.ts';
import type { YieldIfDue } from './time-slices.ts';
import { clear, NOT_STORED, STORED, LOST, setDoc, setFacts, setLetters, slotFor } from './columns.ts';
import { readContactsOf } from './load-contact-names.ts';
import { putTokens } from './word-index.ts';
import { lettersOf, readDocument } from './tokenize.ts';
import { touch, type SearchWorld } from './search-state.ts';

/** Number of companies read between two yields. */
const PAGE = 20;
/** Number of companies counted between two yields. */
const COUNTED = 20_000;
const MARKS_PAGE = 500;

export async function countCompanies(cache: ReadDb, yieldIfDue: YieldIfDue): Promise<number> {
  let total = 0;
  for (let after: string | null = ''; after !== null;) {
    const { count, last } = countCompaniesAfter(cache, after, COUNTED);
    total += count;
    after = last;
    await yieldIfDue();
  }
  return total;
}

/** Loads all companies. Companies that change during the load are read again by `readChanges`. */
export async function readAll(
  world: SearchWorld,
  yieldIfDue: YieldIfDue,
  step: (companies: number) => void,
): Promise<void> {
  let done = 0;
  for (let after = ''; ;) {
    const ids = companyIdsAfter(world.cache, after, PAGE);
    const last = ids.at(-1);
    if (last === undefined) return;
    await yieldIfDue();
    readCompanies(world, new Map(ids.map((id) => [id, 0])));
    after = last;
    step((done += ids.length));
    await yieldIfDue();
  }
}

/** Reads the companies changed since the last call. */
export async function readChanges(world: SearchWorld, yieldIfDue: YieldIfDue): Promise<void> {
  const { cache, columns, unwritten } = world;
  for (;;) {
    const made = changesMade(cache);
    if (made === world.cacheSeen) return;
    const before = world.cacheSeen;
    world.cacheSeen = made;
    // Cached results are dropped, because they may contain companies that were erased.
    world.answers.clear();
    try {
      for (let after = ''; ;) {
        const marks = dirtyAfter(cache, after, MARKS_PAGE);
        const last = marks.at(-1);
        if (last === undefined) break;
        const news = marks.filter(({ companyId, changes }) => {
          const slot = columns.slotOf.get(companyId);
          return slot === undefined || unwritten.changesOf(slot) !== changes;
        });
        for (let at = 0; at < news.length; at += PAGE) {
          const some = news.slice(at, at + PAGE);
          readCompanies(world, new Map(some.map(({ companyId, changes }) => [companyId, changes])));
          await yieldIfDue();
        }
        after = last.companyId;
        await yieldIfDue();
      }
    } catch (error) {
      world.cacheSeen = before;
      throw error;
    }
  }
}

/**
 * Reads companies by id. `wanted` maps each id to a change counter. This counter is used only for a deleted
 * company; for other companies, the counter is read from the cache.
 */
export function readCompanies(world: SearchWorld, wanted: ReadonlyMap<string, number>): void {
  const { cache, columns, unwritten } = world;
  const ids = [...wanted.keys()];
  const companies = searchedCompanies(cache, ids);
  const industries = grouped(industriesAmong(cache, ids));
  const tags = grouped(tagsAmong(cache, ids));
  const lists = (id: string) => ({ industries: industries.get(id) ?? [], tags: tags.get(id) ?? [] });
  const documents = documentsOf(cache, companies.filter(isBehind), lists);
  const found = new Set<string>();
  for (const company of companies) {
    const { companyId, docId, letters, changes } = company;
    const slot = slotFor(columns, companyId);
    found.add(companyId);
    if (columns.state[slot] !== STORED) world.moved = true;
    setFacts(columns, slot, company, lists(companyId));
    if (docId !== null) setDoc(columns, slot, docId, letters);
    const { document, tokens } = documents.get(companyId) ?? {};
    if (document !== undefined && tokens !== undefined) {
      // Before the first search, no words are in memory. `readNames` later adds the words of the companies in
      // `unwritten`.
      if (world.areWordsWanted) putTokens(world.memory, slot, tokens());
      setLetters(columns, slot, lettersOf(document));
    }
    if (document === undefined && changes === null) unwritten.delete(slot);
    else unwritten.set(slot, { document: document ?? 'same', changes: changes ?? 0 });
    touch(world, slot);
  }
  for (const [companyId, changes] of wanted) if (!found.has(companyId)) leave(world, companyId, changes);
  readContactsOf(world, ids);
}

const isBehind = ({ docId, isRewritten }: SearchedCompany): boolean => docId === null || isRewritten;

function leave(world: SearchWorld, companyId: string, changes: number): void {
  const slot = slotFor(world.columns, companyId);
  if (world.columns.state[slot] === STORED) {
    world.moved = true;
    world.saved.hasErased = true;
  }
  if (world.columns.state[slot] !== LOST) clear(world.columns, slot, NOT_STORED);
  world.unwritten.set(slot, { document: null, changes });
  if (world.areWordsWanted) putTokens(world.memory, slot, null);
  touch(world, slot);
}

function documentsOf(
  cache: ReadDb,
  companies: readonly SearchedCompany[],
  lists: (id: string) => { industries: readonly string[]; tags: readonly string[] },
): Map<string, ReturnType<typeof readDocument>> {
  const ids = companies.map(({ companyId }) => companyId);
  const texts = new Map(ids.map((id) => [id, { names: [] as string[], others: [] as string[] }]));
  for (const { companyId, isName, text } of ids.length === 0 ? [] : searchedTexts(cache, ids)) {
    const of = texts.get(companyId);
    if (isName) of?.names.push(text);
    else of?.others.push(text);
  }
  return new Map(
    [...texts].map(([id, { names, others }]) => {
      const { industries, tags } = lists(id);
      return [id, readDocument([...names, ...industries], [...others, ...tags])];
    }),
  );
}

function grouped(rows: readonly CompanyNames[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { companyId, name } of rows) {
    const group = groups.get(companyId);
    if (group === undefined) groups.set(companyId, [name]);
    else group.push(name);
  }
  return groups;
}
