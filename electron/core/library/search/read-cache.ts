import {
  changesMade,
  companyIdsAfter,
  dirtyAfter,
  industriesAmong,
  searchedCompanies,
  searchedTexts,
  tagsAmong,
  type NamedOf,
  type SearchedCompany,
} from '../../db/queries/search.ts';
import type { ReadDb } from '../../db/sql.ts';
import type { Breathe } from './breath.ts';
import { clear, GONE, HERE, LOST, setDoc, setFacts, setLetters, slotFor } from './columns.ts';
import { readPeopleOf } from './read-people.ts';
import { putDocument } from './word-memory.ts';
import { documentOf, lettersOf, type Document } from './words.ts';
import { touch, type SearchWorld } from './world.ts';

/** Companies of one slice. */
const PAGE = 20;
const MARKS_PAGE = 500;

/** Reads every company. What changes meanwhile is marked, and read again by `readChanges`. */
export async function readAll(
  world: SearchWorld,
  breathe: Breathe,
  step: (companies: number) => void,
): Promise<void> {
  let done = 0;
  for (let after = ''; ;) {
    const ids = companyIdsAfter(world.cache, after, PAGE);
    const last = ids.at(-1);
    if (last === undefined) return;
    readCompanies(world, new Map(ids.map((id) => [id, 0])));
    after = last;
    step((done += ids.length));
    await breathe();
  }
}

/** Reads what changed since the last time, whoever changed it. */
export async function readChanges(world: SearchWorld, breathe: Breathe): Promise<void> {
  const { cache, columns, unwritten } = world;
  for (;;) {
    const made = changesMade(cache);
    if (made === world.cacheSeen) return;
    const before = world.cacheSeen;
    world.cacheSeen = made;
    // Whoever erased a company took it out of the index as well.
    world.answers.clear();
    try {
      for (let after = ''; ;) {
        const marks = dirtyAfter(cache, after, MARKS_PAGE);
        const last = marks.at(-1);
        if (last === undefined) break;
        const news = marks.filter(({ companyId, changes }) => {
          const slot = columns.slotOf.get(companyId);
          return slot === undefined || unwritten.get(slot)?.changes !== changes;
        });
        for (let at = 0; at < news.length; at += PAGE) {
          const some = news.slice(at, at + PAGE);
          readCompanies(world, new Map(some.map(({ companyId, changes }) => [companyId, changes])));
          await breathe();
        }
        after = last.companyId;
        await breathe();
      }
    } catch (error) {
      world.cacheSeen = before;
      throw error;
    }
  }
}

/** Reads some companies; `changes` counts for those that the cache no longer has. */
function readCompanies(world: SearchWorld, wanted: ReadonlyMap<string, number>): void {
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
    if (columns.state[slot] !== HERE) world.moved = true;
    setFacts(columns, slot, company, lists(companyId));
    if (docId !== null) setDoc(columns, slot, docId, letters);
    const document = documents.get(companyId);
    if (document !== undefined) {
      putDocument(world.memory, slot, document);
      setLetters(columns, slot, lettersOf(document));
    }
    if (document === undefined && changes === null) unwritten.delete(slot);
    else unwritten.set(slot, { document: document ?? 'same', changes: changes ?? 0 });
    touch(world, slot);
  }
  for (const [companyId, changes] of wanted) if (!found.has(companyId)) leave(world, companyId, changes);
  readPeopleOf(world, ids);
}

const isBehind = ({ docId, isRewritten }: SearchedCompany): boolean => docId === null || isRewritten;

function leave(world: SearchWorld, companyId: string, changes: number): void {
  const slot = slotFor(world.columns, companyId);
  if (world.columns.state[slot] === HERE) world.moved = true;
  if (world.columns.state[slot] !== LOST) clear(world.columns, slot, GONE);
  world.unwritten.set(slot, { document: null, changes });
  putDocument(world.memory, slot, null);
  touch(world, slot);
}

function documentsOf(
  cache: ReadDb,
  companies: readonly SearchedCompany[],
  lists: (id: string) => { industries: readonly string[]; tags: readonly string[] },
): Map<string, Document> {
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
      return [id, documentOf([...names, ...industries], [...others, ...tags])];
    }),
  );
}

function grouped(rows: readonly NamedOf[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { companyId, name } of rows) {
    const group = groups.get(companyId);
    if (group === undefined) groups.set(companyId, [name]);
    else group.push(name);
  }
  return groups;
}
