import { AppFailure } from '../../../../shared/app-failure.ts';
import { companiesWithPeopleAfter, sealedNamesAmong, type SealedName } from '../../db/queries/search.ts';
import { placeOf } from '../sealed-people.ts';
import { keepsPeople, type Seal, type SealState } from '../seal.ts';
import type { Breathe } from './breath.ts';
import { slotFor } from './columns.ts';
import { documentOf } from './words.ts';
import type { SearchWorld } from './world.ts';

/* People are searched by name and title. Their words are in memory as long as the seal is open, and nowhere else. */

const PAGE = 20;

/** Opens everybody's name and title under a seal that is new here; forgets all of them where it is no longer open. */
export async function readPeople(world: SearchWorld, state: SealState, breathe: Breathe): Promise<void> {
  if (!keepsPeople(state)) {
    world.people = null;
    return;
  }
  const { seal } = state;
  if (world.people?.seal === seal) return;
  world.people = { seal, documents: new Map() };
  try {
    for (let after = ''; ;) {
      const ids = companiesWithPeopleAfter(world.cache, after, PAGE);
      const last = ids.at(-1);
      if (last === undefined) return;
      readPeopleOf(world, ids);
      after = last;
      await breathe();
      // Locked meanwhile.
      if (world.people?.seal !== seal) return;
    }
  } catch (error) {
    world.people = null;
    throw error;
  }
}

/** Reads the people of some companies anew. */
export function readPeopleOf({ cache, columns, people }: SearchWorld, ids: readonly string[]): void {
  if (people === null) return;
  const words = new Map<string, string[]>();
  for (const row of sealedNamesAmong(cache, ids))
    words.set(row.companyId, [...(words.get(row.companyId) ?? []), ...opened(people.seal, row)]);
  for (const id of ids) {
    const texts = words.get(id);
    const slot = slotFor(columns, id);
    if (texts === undefined) people.documents.delete(slot);
    else people.documents.set(slot, documentOf([], texts));
  }
}

/** A row that does not open is found by nothing. */
function opened(seal: Seal, { companyId, contactId, name, title }: SealedName): string[] {
  const open = (column: string, blob: Buffer | null): string[] =>
    blob === null ? [] : [seal.open(blob, placeOf(companyId, contactId, column))];
  try {
    return [...open('name', name), ...open('title', title)];
  } catch (error) {
    if (error instanceof AppFailure) return [];
    throw error;
  }
}
