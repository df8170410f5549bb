import { companiesWithUserData } from '../../database/queries/yours/notes.ts';
import { changesMade } from '../../database/queries/cache/search-index.ts';
import {
  marksOf,
  noteBodies,
  noteMarks,
  tagNames,
  type MarkKind,
} from '../../database/queries/yours/searchable-user-data.ts';
import { allTriage } from '../../database/queries/yours/triage.ts';
import { fold } from '../../../../shared/fold-diacritics.ts';
import type { YieldIfDue } from './time-slices.ts';
import { readInvestorMerges } from './load-investors.ts';
import { clear, NOT_STORED, STORED, LOST, setNote, slotFor } from './columns.ts';
import { documentOf } from './tokenize.ts';
import { touch, type SearchWorld } from './search-state.ts';

const PAGE = 10;
const KINDS: readonly MarkKind[] = ['list', 'status', 'tag', 'ours'];

/** Reads the user data again if it changed since the last call. */
export async function readYours(world: SearchWorld, yieldIfDue: YieldIfDue): Promise<void> {
  const { yours } = world;
  while (changesMade(yours) !== world.yoursSeen) {
    const before = world.yoursSeen;
    world.yoursSeen = changesMade(yours);
    try {
      world.written = new Map(companiesWithUserData(yours).map(({ companyId, name }) => [companyId, name]));
      world.moved = true;
      readInvestorMerges(world);
      for (const kind of KINDS) world.marks[kind] = readMarks(world, kind);
      world.tagWords = new Map(tagNames(yours).map(({ mark, name }) => [mark, documentOf([], [name])]));
      world.triage = allTriage(yours).map(({ companyId, untilMs }) => ({
        slot: slotFor(world.columns, companyId),
        untilMs,
      }));
      await readNotes(world, yieldIfDue);
    } catch (error) {
      world.yoursSeen = before;
      throw error;
    }
  }
}

function readMarks({ yours, columns }: SearchWorld, kind: MarkKind): Map<string, Uint32Array> {
  const slots = new Map<string, number[]>();
  for (const { companyId, mark } of marksOf(yours, kind)) {
    const slot = slotFor(columns, companyId);
    const known = slots.get(mark);
    if (known === undefined) slots.set(mark, [slot]);
    else known.push(slot);
  }
  return new Map([...slots].map(([mark, of]) => [mark, Uint32Array.from(of)]));
}

/** Reads the notes that changed since the last call. */
async function readNotes({ yours, columns, notes }: SearchWorld, yieldIfDue: YieldIfDue): Promise<void> {
  const marks = new Map(noteMarks(yours).map((mark) => [slotFor(columns, mark.companyId), mark]));
  for (const slot of notes.keys())
    if (!marks.has(slot)) {
      notes.delete(slot);
      setNote(columns, slot, false);
    }
  const changed = [...marks].filter(([slot, { revision, savedAtMs }]) => {
    const known = notes.get(slot);
    return known === undefined || known.revision !== revision || known.savedAtMs !== savedAtMs;
  });
  for (let at = 0; at < changed.length; at += PAGE) {
    const some = changed.slice(at, at + PAGE);
    const bodies = new Map(
      noteBodies(
        yours,
        some.map(([, { companyId }]) => companyId),
      ).map(({ companyId, body }) => [companyId, body]),
    );
    for (const [slot, { companyId, revision, savedAtMs }] of some) {
      const body = bodies.get(companyId);
      // The note was deleted after `noteMarks` had listed it. It is removed from memory when this function
      // runs next.
      if (body === undefined) continue;
      notes.set(slot, { revision, savedAtMs, document: documentOf([], [body]) });
      setNote(columns, slot, true);
    }
    await yieldIfDue();
  }
}

/** Updates `world.lost`, the companies that exist only in user data. */
export function updateCompaniesOnlyInUserData(world: SearchWorld): void {
  if (!world.moved) return;
  const { columns, lost, written } = world;
  world.moved = false;
  for (const slot of lost.keys()) {
    if (columns.state[slot] === LOST && written.has(columns.ids[slot] ?? '')) continue;
    if (columns.state[slot] === LOST) clear(columns, slot, NOT_STORED);
    lost.delete(slot);
    touch(world, slot);
  }
  for (const [companyId, name] of written) {
    const slot = slotFor(columns, companyId);
    const folded = fold(name);
    if (columns.state[slot] === STORED || (columns.state[slot] === LOST && columns.names[slot] === folded))
      continue;
    clear(columns, slot, LOST);
    columns.names[slot] = folded;
    lost.set(slot, documentOf([name], []));
    touch(world, slot);
  }
}
