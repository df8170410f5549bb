import { changeKindSchema } from '../../../../shared/model/user-data.ts';
import { ARCHIVE_KINDS } from '../../../../shared/model/archive/archive-values.ts';
import type { WriteDb } from '../../../../electron/core/database/sql.ts';
import { applyImport, type Choices } from '../../../../electron/core/user-data/archive/apply.ts';
import { collect } from '../../../../electron/core/user-data/archive/collect.ts';
import { compare, type Compared } from '../../../../electron/core/user-data/archive/compare.ts';
import { ITEM_TYPES } from '../../../../electron/core/user-data/archive/content.ts';
import { DEFAULT_STATUSES } from '../../../../electron/core/user-data/archive/default-statuses.ts';
import { readHistory } from '../../../../electron/core/user-data/archive/history.ts';
import { prepareArchive } from '../../../../electron/core/user-data/archive/own-data.ts';
import { hashOf, itemsOf, refKeysOf } from '../../../../electron/core/user-data/archive/items.ts';
import { readArchive, type ReadArchive } from '../../../../electron/core/user-data/archive/read-archive.ts';
import { zipFiles } from '../../../../electron/core/user-data/archive/zip.ts';
import { finish } from '../../../../electron/core/foundation/slices.ts';
import { matchOursImports } from '../../../../electron/core/user-data/archive/write-ours.ts';
import { createNotes } from '../../../../electron/core/user-data/notes.ts';
import { memoryCache, memoryYours } from '../../../support/app/library-fixtures.ts';
import { applyChange, COMPANIES, type UserDataChange } from '../user-data-changes.ts';

/* Two workspaces that exchange archives. */

export interface Files {
  readonly yours: WriteDb;
  readonly cache: WriteDb;
}
export const newFiles = (): Files => ({ yours: memoryYours(), cache: memoryCache() });

export const T0 = Date.UTC(2026, 5, 10);
const ORIGIN = {
  appVersion: '1.0.0',
  createdAtMs: T0,
  computer: 'Studio',
  workspace: { id: 'aaaaaaaaaaaaaaaa', name: 'Acme' },
};

/** Returns the zip file of an archive. */
export function fileIn({ yours }: Files, atMs = T0): Uint8Array {
  return zipFiles(finish(prepareArchive(yours, yours, atMs)).files, ORIGIN);
}

/** Saves an archive and reads it again. */
export const archiveOf = (files: Files, atMs = T0): ReadArchive => readArchive(fileIn(files, atMs));

export const ALL_KINDS: Choices = { kinds: new Set(ARCHIVE_KINDS), byKind: new Map(), byIndex: new Map() };

export function compared({ yours }: Files, archive: ReadArchive): Compared[] {
  return compare({ content: collect(yours).content, history: readHistory(yours) }, archive);
}

/** Imports an archive. Returns how many items were written, and the undo token. */
export async function importInto(
  files: Files,
  archive: ReadArchive,
  choices: Partial<Choices> = {},
  atMs = T0 + 1,
): Promise<{ written: number; undo: string | null }> {
  const oursMatches = await matchOursImports(files.cache, archive.content.oursImports, () =>
    Promise.resolve(),
  );
  const { written, recorded } = applyImport(
    files.yours,
    { ...archive, ours: collect(files.yours), compared: compared(files, archive) },
    { ...ALL_KINDS, ...choices },
    { atMs, oursMatches },
  );
  return { written, undo: recorded.undo };
}

/** The default statuses, which every workspace has from the start. `ownData` omits them. */
const DEFAULT_HASHES = new Set(DEFAULT_STATUSES.map(({ name, position }) => hashOf([name, position])));

/**
 * Returns all user data in a form in which two workspaces can be compared: sorted, and with references by key
 * instead of id.
 */
export function ownData({ yours }: Files): unknown {
  const { content } = collect(yours);
  const keys = refKeysOf(content);
  const items = finish(itemsOf(content, keys));
  const refs = new Set(['ref', 'tag', 'list', 'status', 'question', 'value', 'follows', 'lists']);
  return ITEM_TYPES.map((type) => [
    type,
    (items.get(type) ?? [])
      .filter(({ hash }) => !DEFAULT_HASHES.has(hash))
      .map((item) => {
        const fields = Object.entries(content[type][item.index] ?? {}).filter(([name]) => !refs.has(name));
        return JSON.stringify([item.key, item.hash, fields]);
      })
      .toSorted(),
  ]);
}

const KINDS = changeKindSchema.options.filter(
  (kind) => !['note-written', 'note-restored', 'archive-imported'].includes(kind),
);

/** Makes random changes to a workspace. `random` returns a number from 0 up to, but not including, its argument. */
export function scribble(
  files: Files,
  random: (max: number) => number,
  changes: number,
  fromMs: number,
): void {
  for (let index = 0; index < changes; index += 1) {
    const atMs = fromMs + index * 60_000;
    if (random(4) === 0) writeNote(files, COMPANIES[random(4)] ?? 'a', `text ${random(1_000)}`, atMs);
    else
      applyChange(
        files,
        {
          kind: KINDS[random(KINDS.length)] as UserDataChange['kind'],
          companies: COMPANIES.filter((id) => id === 'a' || random(2) === 0),
          name: ['Warm', 'Cold', 'Intros', 'Später', 'Q3'][random(5)] ?? 'Warm',
          pick: random(8),
          other: random(8),
        },
        atMs,
      );
  }
}

export function writeNote({ yours }: Files, companyId: string, body: string, savedAtMs: number): void {
  const notes = createNotes(yours);
  const companyName = `Company ${companyId}`;
  const baseRevision = notes.get(companyId).revision;
  notes.save({ companyId, companyName, body, baseRevision, savedAtMs, begins: true });
}

/** A small generator of pseudo-random numbers, so a failure can be repeated from its seed. */
export function randomFrom(seed: number): (max: number) => number {
  let state = seed >>> 0;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}
