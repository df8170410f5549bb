import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { ARCHIVE_KINDS } from '../../../../shared/model/archive/archive-values.ts';
import { clip } from '../../foundation/clip-text.ts';
import type { FileDialogs, Ports } from '../../ports.ts';
import { applyImport } from '../../user-data/archive/apply.ts';
import { readArchiveFile, writeArchiveFile } from '../../user-data/archive/archive-file.ts';
import { collect } from '../../user-data/archive/collect.ts';
import type { Compared } from '../../user-data/archive/compare.ts';
import { conflictOf } from '../../user-data/archive/conflicts.ts';
import { ITEM_TYPES, type ArchiveContent } from '../../user-data/archive/content.ts';
import { decryptArchive, encryptArchive, isEncrypted } from '../../user-data/archive/encrypt.ts';
import { readHistory, recordExport } from '../../user-data/archive/history.ts';
import { KIND_OF } from '../../user-data/archive/items.ts';
import { readArchive } from '../../user-data/archive/read-archive.ts';
import { writeArchive } from '../../user-data/archive/write-archive.ts';
import { matchOursImports } from '../../user-data/archive/write-ours.ts';
import { publishChange } from '../../user-data/change-events.ts';
import { joinStored } from '../../user-data/local-companies/join-local.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import type { AppFacts } from '../app.ts';
import { publishJoined } from '../match-later.ts';
import { compareNow, type ImportSource, type OpenImport, type OpenImports } from './open-imports.ts';

type Archive = Handlers['archive'];

export function createArchiveHandlers(
  workspaces: Workspaces,
  publish: Publish,
  ports: Ports,
  { version }: Pick<AppFacts, 'version'>,
  openImports: OpenImports,
): Archive {
  return {
    save: async ({ passphrase }) => {
      const name = fileNameOf(workspaces.current());
      const file = await dialogsOf(ports).save({ title: 'Save your data', name });
      if (file === null) return { saved: null };
      // The workspace must stay open until the file is written.
      return workspaces.exclusively(() => save(workspaces.current(), ports, { version, file, passphrase }));
    },
    open: async () => {
      workspaces.current();
      const file = await dialogsOf(ports).open({
        title: 'Import an archive',
        description: 'Roundwatch archive',
        extensions: [EXTENSION],
      });
      if (file === null) return { state: 'cancelled' };
      const bytes = await readArchiveFile(file);
      const fileName = clip(basename(file), FILE_NAME_MAX);
      if (!isEncrypted(bytes))
        return {
          state: 'opened',
          preview: openImports.show(sourceOf(workspaces.current(), fileName, bytes)),
        };
      return { state: 'locked', importId: openImports.lock({ fileName, bytes }), fileName };
    },
    unlock: async ({ importId, passphrase }) => {
      const { fileName, bytes } = openImports.locked(importId);
      const zip = await decryptArchive(bytes, passphrase);
      openImports.locked(importId);
      return openImports.show(sourceOf(workspaces.current(), fileName, zip));
    },
    preview: ({ importId }) => openImports.again(importId),
    conflicts: ({ importId, offset, limit }) => {
      const opened = openImports.byId(importId);
      const conflicts = opened.compared.flatMap((compared, index) =>
        compared.state === 'conflict' ? [{ compared, index }] : [],
      );
      const contents = { ours: opened.ours.content, theirs: opened.source.content };
      return {
        conflicts: conflicts
          .slice(offset, offset + limit)
          .map(({ compared, index }) => conflictOf(compared, index, contents)),
        total: conflicts.length,
      };
    },
    apply: async ({ importId, kinds, kindChoices, conflicts }) => {
      const workspace = workspaces.current();
      const opened = openImports.byId(importId);
      const wanted = new Set(kinds);
      const imports = wanted.has('ours') ? freshImportsOf(opened) : [];
      const oursMatches = await matchOursImports(workspace.files.cache, imports, nextTurn);
      openImports.byId(importId);
      const { written, recorded } = applyImport(
        workspace.files.yours,
        { ...opened.source, ...unchanged(workspace, opened) },
        {
          kinds: wanted,
          byKind: new Map(kindChoices.map(({ kind, choice }) => [kind, choice])),
          byIndex: new Map(conflicts.map(({ id, choice }) => [Number(id), choice])),
        },
        { atMs: Math.round(workspace.clock.nowMs()), oursMatches },
      );
      openImports.close(importId);
      publishChange(publish, 'archive-imported', recorded);
      // A fetch may have stored a company since the preview.
      publishJoined(publish, await joinStored(workspace.files, nextTurn, workspace.clock.nowMs()));
      return { written, undo: recorded.undo };
    },
    close: ({ importId }) => {
      openImports.close(importId);
      return {};
    },
  };
}

const EXTENSION = 'roundwatch';
const FILE_NAME_MAX = 260;

function dialogsOf({ fileDialogs }: Pick<Ports, 'fileDialogs'>): FileDialogs {
  if (fileDialogs === undefined) throw new AppFailure({ kind: 'unsupported', capability: 'file-dialog' });
  return fileDialogs;
}

/** Returns a file name such as `acme-2026-05-26.roundwatch`. */
function fileNameOf({ record, clock }: OpenWorkspace): string {
  const name = record()
    .name.normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${name === '' ? 'roundwatch' : name.slice(0, 60)}-${localDate(clock.nowMs())}.${EXTENSION}`;
}

async function save(
  workspace: OpenWorkspace,
  ports: Ports,
  { version, file, passphrase }: { version: string; file: string; passphrase: string | undefined },
): Promise<Awaited<ReturnType<Archive['save']>>> {
  const { yours } = workspace.files;
  const { id, name } = workspace.record();
  const createdAtMs = Math.round(workspace.clock.nowMs());
  const { content, unreadable } = collect(yours);
  recordExport(yours, content, createdAtMs);
  const zip = writeArchive(content, readHistory(yours), {
    appVersion: version,
    createdAtMs,
    computer: clip(ports.computerName ?? '', 200),
    workspace: { id, name: clip(name, 200) },
  });
  const bytes = passphrase === undefined ? zip : await encryptArchive(zip, passphrase, ports);
  await writeArchiveFile(file, bytes);
  const fileName = clip(basename(file), FILE_NAME_MAX);
  return { saved: { fileName, bytes: bytes.length, counts: countsOf(content), unreadable } };
}

const countsOf = (content: ArchiveContent) =>
  ARCHIVE_KINDS.map((kind) => ({
    kind,
    count: ITEM_TYPES.filter((type) => KIND_OF[type] === kind).reduce(
      (sum, type) => sum + content[type].length,
      0,
    ),
  })).filter(({ count }) => count > 0);

function sourceOf(workspace: OpenWorkspace, fileName: string, zip: Buffer): ImportSource {
  const { manifest, content, history } = readArchive(zip);
  const { computer, createdAtMs } = manifest;
  const origin = {
    computer,
    workspace: manifest.workspace.name,
    isThisWorkspace: manifest.workspace.id === workspace.record().id,
    createdAtMs,
  };
  return { fileName, origin, content, history, unreadable: 0 };
}

const freshImportsOf = ({ source, compared }: OpenImport): ArchiveContent['oursImports'] =>
  compared.flatMap(({ theirs, state }) =>
    theirs.type === 'oursImports' && state !== 'same' && state !== 'here'
      ? (source.content.oursImports[theirs.index] ?? [])
      : [],
  );

/**
 * Compares again and requires the same result as in the preview.
 * @throws AppFailure `conflict` (`changed-since`)
 */
function unchanged(workspace: OpenWorkspace, opened: OpenImport): Pick<OpenImport, 'ours' | 'compared'> {
  const ours = collect(workspace.files.yours);
  const compared = compareNow(workspace, ours, opened.source);
  const isSame = (before: Compared, index: number): boolean =>
    compared[index]?.state === before.state && compared[index]?.ours?.hash === before.ours?.hash;
  if (!opened.compared.every(isSame)) throw new AppFailure({ kind: 'conflict', reason: 'changed-since' });
  return { ours, compared };
}
