import {
  companiesWithContactsAfter,
  encryptedNamesAmong,
} from '../../database/queries/cache/search-index.ts';
import type { YieldIfDue } from './time-slices.ts';
import { slotFor } from './columns.ts';
import { documentOf } from './tokenize.ts';
import type { ContactNames, SearchWorld } from './search-state.ts';

/*
 * Contacts are searched by name and title. The words of names and titles are kept only in memory, and only
 * while contacts are unlocked.
 */

const PAGE = 20;

/** Decrypts all names and titles if `names` is a new object. If `names` is null, drops them from memory. */
export async function readPeople(
  world: SearchWorld,
  names: ContactNames | null,
  yieldIfDue: YieldIfDue,
): Promise<void> {
  if (names === null) {
    world.people = null;
    return;
  }
  if (world.people?.names === names) return;
  world.people = { names, documents: new Map() };
  try {
    for (let after = ''; ;) {
      const ids = companiesWithContactsAfter(world.cache, after, PAGE);
      const last = ids.at(-1);
      if (last === undefined) return;
      readContactsOf(world, ids);
      after = last;
      await yieldIfDue();
      // Contacts were locked during the yield.
      if (world.people?.names !== names) return;
    }
  } catch (error) {
    world.people = null;
    throw error;
  }
}

/** Reads the contact names and titles of these companies again. Does nothing while contacts are locked. */
export function readContactsOf({ cache, columns, people }: SearchWorld, ids: readonly string[]): void {
  if (people === null) return;
  const words = new Map<string, string[]>();
  for (const row of encryptedNamesAmong(cache, ids))
    words.set(row.companyId, [...(words.get(row.companyId) ?? []), ...people.names.readNames(row)]);
  for (const id of ids) {
    const texts = words.get(id);
    const slot = slotFor(columns, id);
    if (texts === undefined) people.documents.delete(slot);
    else people.documents.set(slot, documentOf([], texts));
  }
}
