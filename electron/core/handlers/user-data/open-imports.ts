import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { ImportPreview } from '../../../../shared/model/archive/archive.ts';
import { missingCompanies } from '../../database/queries/cache/company-presence.ts';
import type { ReadDb } from '../../database/sql.ts';
import type { Ports } from '../../ports.ts';
import { openSnapshot, type Snapshot } from '../../database/snapshot.ts';
import { inSlices, type Sliced } from '../../foundation/slices.ts';
import type { Collected } from '../../user-data/archive/collect.ts';
import type { Compared, History } from '../../user-data/archive/compare.ts';
import { kindsOf, switchedOffBy } from '../../user-data/archive/conflicts.ts';
import type { ArchiveContent } from '../../user-data/archive/content.ts';
import { withJoinedCompanies } from '../../user-data/archive/joined-companies.ts';
import { compareWithOwnData } from '../../user-data/archive/own-data.ts';
import type { ImportedCompany } from '../../user-data/local-companies/local-companies.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { createHeldFile } from './held-file.ts';

/** The source of an import: an archive, or data from files of another format. */
export interface ImportSource {
  readonly fileName: string;
  readonly origin: ImportPreview['origin'];
  readonly content: ArchiveContent;
  /** The item versions that the archive's workspace has exported or imported; empty for other files. */
  readonly history: History;
  readonly unreadable: number;
  /** Companies that have only a local id. */
  readonly localCompanies: readonly ImportedCompany[];
}

export interface OpenImport {
  readonly source: ImportSource;
  readonly ours: Collected;
  readonly compared: readonly Compared[];
}

/** An encrypted archive whose passphrase is not known yet. */
interface LockedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

/** Holds the file that is open for an import. At most one file is open at a time. */
export interface OpenImports {
  /**
   * Compares a source with the workspace and keeps the source and the result in memory. Drops the previously
   * opened file.
   */
  show(source: ImportSource): Promise<ImportPreview>;
  /** Keeps an encrypted file in memory until it is unlocked. Returns its id. */
  lock(file: LockedFile): string;
  /** @throws AppFailure `not-found` (`import`) if the encrypted file is no longer in memory */
  locked(importId: string): LockedFile;
  /**
   * Repeats the comparison, because the workspace may have changed. @throws AppFailure `not-found` (`import`)
   */
  again(importId: string): Promise<ImportPreview>;
  /** Returns the open import with its latest comparison. @throws AppFailure `not-found` (`import`) */
  byId(importId: string): OpenImport;
  close(importId: string): void;
  dispose(): void;
}

/** Exactly one of the two fields is not null. */
interface Held {
  readonly file: LockedFile | null;
  readonly opened: OpenImport | null;
}

export function createOpenImports(
  workspaces: Pick<Workspaces, 'current' | 'active' | 'exclusively'>,
  ports: Pick<Ports, 'clock' | 'random' | 'log'>,
): OpenImports {
  const held = createHeldFile<Held>(workspaces, ports);
  const openedBy = (importId: string): OpenImport => {
    const { opened } = held.byId(importId);
    if (opened === null) throw new AppFailure({ kind: 'archive', reason: 'passphrase-needed' });
    return opened;
  };
  // The workspace must stay open until all data has been read.
  const show = (given: ImportSource, importId?: string): Promise<ImportPreview> =>
    workspaces.exclusively(async () => {
      const workspace = workspaces.current();
      const opened = await withSnapshot(workspace, ports, ({ db }) =>
        inSlices(openImport(db, given), { clock: ports.clock, pause: nextTurn }),
      );
      const companiesNotStored = await countMissing(workspace, opened);
      return previewOf(held.hold({ file: null, opened }, importId), opened, companiesNotStored);
    });
  return {
    show: (source) => show(source),
    lock: (file) => held.hold({ file, opened: null }),
    locked: (importId) => {
      const { file } = held.byId(importId);
      if (file === null) throw new AppFailure({ kind: 'not-found', what: 'import' });
      return file;
    },
    again: (importId) => show(openedBy(importId).source, importId),
    byId: openedBy,
    close: held.drop,
    dispose: held.dispose,
  };
}

function* openImport(yours: ReadDb, given: ImportSource): Sliced<OpenImport> {
  const source = { ...given, content: yield* withJoinedCompanies(given.content, yours) };
  return { source, ...(yield* compareWithOwnData(yours, source)) };
}

/**
 * Runs `work` on a snapshot of the user's own data. The caller must keep the workspace open until the
 * returned promise settles.
 */
export async function withSnapshot<T>(
  { files }: Pick<OpenWorkspace, 'files'>,
  ports: Pick<Ports, 'clock' | 'log'>,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const snapshot = openSnapshot(files.yours, ports);
  try {
    return await work(snapshot);
  } finally {
    snapshot.close();
  }
}

/** Number of companies that are looked up at once. */
const BATCH = 500;

async function countMissing({ files }: OpenWorkspace, { compared }: OpenImport): Promise<number> {
  const companies = [...new Set(compared.flatMap(({ theirs }) => theirs.companyId ?? []))];
  let missing = 0;
  for (let at = 0; at < companies.length; at += BATCH) {
    missing += missingCompanies(files.cache, companies.slice(at, at + BATCH)).length;
    await nextTurn();
  }
  return missing;
}

function previewOf(
  importId: string,
  { source, compared }: OpenImport,
  companiesNotStored: number,
): ImportPreview {
  const { fileName, origin, unreadable } = source;
  return {
    importId,
    fileName,
    origin,
    kinds: kindsOf(compared),
    companiesNotStored,
    switchedOff: switchedOffBy(compared),
    unreadable,
  };
}
