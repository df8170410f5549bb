import { AppFailure } from '../../../../shared/app-failure.ts';
import type { ImportPreview } from '../../../../shared/model/archive/archive.ts';
import { missingCompanies } from '../../database/queries/cache/company-presence.ts';
import type { Ports } from '../../ports.ts';
import { collect, type Collected } from '../../user-data/archive/collect.ts';
import { compare, type Compared, type History } from '../../user-data/archive/compare.ts';
import { kindsOf, switchedOffBy } from '../../user-data/archive/conflicts.ts';
import type { ArchiveContent } from '../../user-data/archive/content.ts';
import { withJoinedCompanies } from '../../user-data/archive/joined-companies.ts';
import { readHistory } from '../../user-data/archive/history.ts';
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
  /** Companies that have only a local id; absent for archives. */
  readonly localCompanies?: readonly ImportedCompany[];
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

/** Stores the one file that is open for an import. */
export interface OpenImports {
  /**
   * Compares a source with the workspace and stores the source and the result. Replaces the previous file.
   */
  show(source: ImportSource): ImportPreview;
  /** Stores an encrypted file until the user enters its passphrase. Returns its id. */
  lock(file: LockedFile): string;
  /** @throws AppFailure `not-found` (`query`) if the encrypted file is no longer in memory */
  locked(importId: string): LockedFile;
  /**
   * Repeats the comparison, because the workspace may have changed. @throws AppFailure `not-found` (`query`)
   */
  again(importId: string): ImportPreview;
  /** Returns the source with its latest comparison. @throws AppFailure `not-found` (`query`) */
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
  workspaces: Pick<Workspaces, 'current' | 'active'>,
  ports: Pick<Ports, 'clock' | 'random'>,
): OpenImports {
  const held = createHeldFile<Held>(workspaces, ports);
  const openedBy = (importId: string): OpenImport => {
    const { opened } = held.byId(importId);
    if (opened === null) throw new AppFailure({ kind: 'archive', reason: 'passphrase-needed' });
    return opened;
  };
  const show = (given: ImportSource, importId?: string): ImportPreview => {
    const workspace = workspaces.current();
    const { yours } = workspace.files;
    const source = { ...given, content: withJoinedCompanies(given.content, yours) };
    const ours = collect(yours);
    const opened = { source, ours, compared: compareNow(workspace, ours, source) };
    return previewOf(workspace, held.hold({ file: null, opened }, importId), opened);
  };
  return {
    show: (source) => show(source),
    lock: (file) => held.hold({ file, opened: null }),
    locked: (importId) => {
      const { file } = held.byId(importId);
      if (file === null) throw new AppFailure({ kind: 'not-found', what: 'query' });
      return file;
    },
    again: (importId) => show(openedBy(importId).source, importId),
    byId: openedBy,
    close: held.drop,
    dispose: held.dispose,
  };
}

/** Compares a source with the current state of the workspace. */
export const compareNow = (
  { files }: Pick<OpenWorkspace, 'files'>,
  ours: Collected,
  { content, history }: ImportSource,
): Compared[] => compare({ content: ours.content, history: readHistory(files.yours) }, { content, history });

function previewOf(
  { files }: OpenWorkspace,
  importId: string,
  { source, compared }: OpenImport,
): ImportPreview {
  const { fileName, origin, unreadable } = source;
  const companies = new Set(compared.flatMap(({ theirs }) => theirs.companyId ?? []));
  return {
    importId,
    fileName,
    origin,
    kinds: kindsOf(compared),
    companiesNotStored: missingCompanies(files.cache, [...companies]).length,
    switchedOff: switchedOffBy(compared),
    unreadable,
  };
}
