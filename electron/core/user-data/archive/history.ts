import {
  archivedVersions,
  insertArchivedVersions,
  insertExchange,
  pruneUndoneVersions,
  pruneVersionsOf,
} from '../../database/queries/yours/archive/archived-versions.ts';
import { transaction, type ReadDb, type WriteDb } from '../../database/sql.ts';
import { finish, type Sliced } from '../../foundation/slices.ts';
import type { Journal } from '../undo-journal.ts';
import { historyKey, type Compared, type History } from './compare.ts';
import { ITEM_TYPES, type ArchiveContent, type ItemType } from './content.ts';
import { itemsOf, refKeysOf } from './items.ts';

/** Maximum number of earlier versions of an item that are stored and put into an archive. */
export const VERSIONS_KEPT = 8;

/** Returns the versions that this workspace has exchanged with archives, without pausing. */
export const readHistory = (yours: ReadDb): History => finish(readHistoryInSlices(yours));

/** Returns the versions that this workspace has exchanged with archives. */
export function* readHistoryInSlices(yours: ReadDb): Sliced<History> {
  const history = new Map<string, string[]>();
  for (const { itemType, itemKey, hash } of archivedVersions(yours)) {
    const key = `${itemType}\0${itemKey}`;
    const versions = history.get(key);
    if (versions === undefined) history.set(key, [hash]);
    else versions.push(hash);
    yield;
  }
  return history;
}

interface Version {
  readonly type: ItemType;
  readonly key: string;
  readonly companyId: string | null;
  readonly hashes: readonly string[];
}

/** Returns the current versions of the items that have changed since they were last exchanged. */
export function* newVersions(content: ArchiveContent, known: History): Sliced<Version[]> {
  const items = yield* itemsOf(content, refKeysOf(content));
  const versions = new Map<string, Version & { hashes: string[] }>();
  for (const type of ITEM_TYPES)
    for (const { key, companyId, hash } of items.get(type) ?? []) {
      const name = historyKey(type, key);
      const version = versions.get(name);
      if (version === undefined) versions.set(name, { type, key, companyId, hashes: [hash] });
      else version.hashes.push(hash);
      yield;
    }
  const changed: Version[] = [];
  for (const version of versions.values()) {
    if (!endsWith(known, version)) changed.push(version);
    yield;
  }
  return changed;
}

/** Returns the history with these versions added as the newest, and at most `VERSIONS_KEPT` versions of each item. */
export function* withVersions(known: History, versions: readonly Version[]): Sliced<History> {
  const history = new Map<string, readonly string[]>();
  // Imports add versions without removing old ones, so an unchanged item may have more.
  for (const [name, hashes] of known) {
    history.set(name, hashes.slice(-VERSIONS_KEPT));
    yield;
  }
  for (const { type, key, hashes } of versions) {
    const name = historyKey(type, key);
    history.set(name, [...(known.get(name) ?? []), ...hashes].slice(-VERSIONS_KEPT));
    yield;
  }
  return history;
}

/** Number of versions that are written in one transaction. */
const BATCH = 250;

/**
 * Records that these versions were put into an archive. Uses several small transactions; if the app exits
 * before the last one, the versions without a record count as never exchanged.
 */
export function* recordVersions(yours: WriteDb, versions: readonly Version[], atMs: number): Sliced<void> {
  pruneUndoneVersions(yours);
  if (versions.length === 0) return;
  const exchangeId = insertExchange(yours, atMs);
  for (let at = 0; at < versions.length; at += BATCH) {
    yield;
    const batch = versions.slice(at, at + BATCH);
    transaction(yours, () => {
      insertVersions(yours, exchangeId, batch);
      pruneVersionsOf(
        yours,
        batch.map(({ type, key }) => ({ itemType: type, itemKey: key })),
        VERSIONS_KEPT,
      );
    });
  }
}

/**
 * Records the versions of an imported archive. Undoing the import also removes these versions. Must be called
 * within `recordChange`.
 */
export function recordImport(
  yours: WriteDb,
  journal: Journal,
  imported: {
    readonly exchanged: readonly Compared[];
    readonly theirs: History;
    readonly atMs: number;
  },
): void {
  const { exchanged, theirs, atMs } = imported;
  const known = readHistory(yours);
  const merged = new Map<string, Version & { hashes: string[] }>();
  for (const { theirs: item, theirKey } of exchanged)
    for (const key of new Set([item.key, theirKey])) {
      const name = historyKey(item.type, key);
      const { type, companyId } = item;
      const version = merged.get(name) ?? { type, key, companyId, hashes: [] };
      const earlier = theirs.get(historyKey(type, theirKey)) ?? [];
      version.hashes.push(...earlier.filter((hash) => known.get(name)?.includes(hash) !== true), item.hash);
      merged.set(name, version);
    }
  const versions = [...merged.values()].map((version) => ({ ...version, hashes: lastOnes(version.hashes) }));
  const changed = versions.filter((version) => !endsWith(known, version));
  const exchangeId = insertExchange(yours, atMs);
  journal.made({ part: 'archive_exchange', key: [exchangeId] });
  insertVersions(yours, exchangeId, changed);
}

/**
 * Returns the last `VERSIONS_KEPT` distinct hashes. The position of a repeated hash is that of its last
 * occurrence.
 */
const lastOnes = (hashes: readonly string[]): string[] =>
  [...new Set(hashes.toReversed())].toReversed().slice(-VERSIONS_KEPT);

function endsWith(known: History, { type, key, hashes }: Version): boolean {
  const last = known.get(historyKey(type, key))?.slice(-hashes.length) ?? [];
  return last.length === hashes.length && last.every((hash, index) => hash === hashes[index]);
}

const insertVersions = (yours: WriteDb, exchangeId: number, versions: readonly Version[]): void =>
  insertArchivedVersions(
    yours,
    exchangeId,
    versions
      .flatMap(({ type, key, companyId, hashes }) =>
        hashes.map((hash, position) => ({ itemType: type, itemKey: key, position, hash, companyId })),
      )
      // The rows are sorted by primary key, so SQLite only appends them.
      .toSorted((a, b) => compareText(a.itemType, b.itemType) || compareText(a.itemKey, b.itemKey)),
  );

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
