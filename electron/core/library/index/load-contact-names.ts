import {
  companiesWithContactsAfter,
  encryptedNamesAmong,
} from '../../database/queries/cache/search-index.ts';
import type { YieldIfDue } from './time-slices.ts';
import { slotFor } from './columns.ts';
import { documentOf } from './tokenize.ts';
import type { ContactNames, SearchWorld } from './search-state.ts';

/* Contacts are searched by name and title. Their words are in memory while contacts are unlocked, and nowhere else. */

const PAGE = 20;

/** Decrypts every name and title when `names` is new here; drops all of them when it is null. */
export async function readPeople(
  world: SearchWorld,
  names: ContactNames | null,
  breathe: YieldIfDue,
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
      await breathe();
      // Contacts were locked in the meantime.
      if (world.people?.names !== names) return;
    }
  } catch (error) {
    world.people = null;
    throw error;
  }
}

/** Reads the contacts of some companies again. */
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
