import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../../shared/contract/index.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { ARCHIVE_KINDS } from '../../../../shared/model/archive/archive-values.ts';
import { clip } from '../../foundation/clip-text.ts';
import { withProgress } from '../../foundation/progress.ts';
import { finish, inSlices } from '../../foundation/slices.ts';
import type { FileDialogs, Ports } from '../../ports.ts';
import { applyImport, type Choices } from '../../user-data/archive/apply.ts';
import { readArchiveFile, writeArchiveFile } from '../../user-data/archive/archive-file.ts';
import type { Compared } from '../../user-data/archive/compare.ts';
import { conflictOf } from '../../user-data/archive/conflicts.ts';
import { ITEM_TYPES, type ArchiveContent } from '../../user-data/archive/content.ts';
import { decryptArchive, encryptArchive, isEncrypted } from '../../user-data/archive/encrypt.ts';
import { KIND_OF } from '../../user-data/archive/items.ts';
import { compareWithOwnData, prepareArchive } from '../../user-data/archive/own-data.ts';
import { parseArchive } from '../../user-data/archive/read-archive.ts';
import { matchOursImports } from '../../user-data/archive/write-ours.ts';
import { createZip, type Zip } from '../../user-data/archive/zip.ts';
import { publishChange } from '../../user-data/change-events.ts';
import { joinStored } from '../../user-data/local-companies/join-local.ts';
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import type { AppFacts } from '../app.ts';
import { publishJoined } from '../match-later.ts';
import { withSnapshot, type ImportSource, type OpenImport, type OpenImports } from './open-imports.ts';

type Archive = Handlers['archive'];

export function createArchiveHandlers(
  workspaces: Workspaces,
  publish: Publish,
  ports: Ports,
  { version }: Pick<AppFacts, 'version'>,
  openImports: OpenImports,
): Archive {
  const zip = createZip(ports.zipInWorker);
  const show = async (fileName: string, bytes: Buffer) =>
    openImports.show(await sourceOf(workspaces.current(), { fileName, bytes, zip, clock: ports.clock }));
  return {
    save: async ({ passphrase }) => {
      const name = fileNameOf(workspaces.current());
      const file = await dialogsOf(ports).save({ title: 'Save your data', name });
      if (file === null) return { saved: null };
      // The workspace must stay open until the file is written.
      return workspaces.exclusively(() => {
        const workspace = workspaces.current();
        return withProgress(workspace.progress, { kind: 'archive-save', total: null }, () =>
          save(workspace, { ports, zip, version, file, passphrase }),
        );
      });
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
      if (!isEncrypted(bytes)) return { state: 'opened', preview: await show(fileName, bytes) };
      return { state: 'locked', importId: openImports.lock({ fileName, bytes }), fileName };
    },
    unlock: async ({ importId, passphrase }) => {
      const { fileName, bytes } = openImports.locked(importId);
      const decrypted = await decryptArchive(bytes, passphrase, nextTurn);
      openImports.locked(importId);
      return show(fileName, decrypted);
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
    apply: ({ importId, kinds, kindChoices, conflicts }) =>
      // The workspace must stay open while the import is read in slices.
      workspaces.exclusively(async () => {
        const workspace = workspaces.current();
        const opened = openImports.byId(importId);
        const choices = {
          kinds: new Set(kinds),
          byKind: new Map(kindChoices.map(({ kind, choice }) => [kind, choice])),
          byIndex: new Map(conflicts.map(({ id, choice }) => [Number(id), choice])),
        };
        const { written, recorded } = await withProgress(
          workspace.progress,
          { kind: 'archive-import', total: null },
          () => applyUnchanged(workspace, ports, opened, choices),
        );
        openImports.close(importId);
        publishChange(publish, 'archive-imported', recorded);
        // Joins each imported local company with the same company in the library. That company may have been
        // stored after the preview.
        publishJoined(publish, await joinStored(workspace.files, nextTurn, workspace.clock.nowMs()));
        return { written, undo: recorded.undo };
      }),
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

interface Saving {
  readonly ports: Ports;
  readonly zip: Zip;
  readonly version: string;
  readonly file: string;
  readonly passphrase: string | undefined;
}

async function save(
  workspace: OpenWorkspace,
  { ports, zip, version, file, passphrase }: Saving,
): Promise<Awaited<ReturnType<Archive['save']>>> {
  const { yours } = workspace.files;
  const { id, name } = workspace.record();
  const createdAtMs = Math.round(workspace.clock.nowMs());
  const { collected, files } = await withSnapshot(workspace, ports, ({ db }) =>
    inSlices(prepareArchive(db, yours, createdAtMs), { clock: ports.clock, pause: nextTurn }),
  );
  const zipped = await zip.zip(files, {
    appVersion: version,
    createdAtMs,
    computer: clip(ports.computerName ?? '', 200),
    workspace: { id, name: clip(name, 200) },
  });
  const bytes = passphrase === undefined ? zipped : await encryptArchive(zipped, passphrase, ports, nextTurn);
  await writeArchiveFile(file, bytes);
  const fileName = clip(basename(file), FILE_NAME_MAX);
  const { content, unreadable } = collected;
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

interface ReadFile {
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly zip: Zip;
  readonly clock: Ports['clock'];
}

async function sourceOf(
  workspace: OpenWorkspace,
  { fileName, bytes, zip, clock }: ReadFile,
): Promise<ImportSource> {
  const unzipped = await zip.unzip(bytes);
  const { manifest, content, history, localCompanies } = await inSlices(parseArchive(unzipped), {
    clock,
    pause: nextTurn,
  });
  const { computer, createdAtMs } = manifest;
  const origin = {
    computer,
    workspace: manifest.workspace.name,
    isThisWorkspace: manifest.workspace.id === workspace.record().id,
    createdAtMs,
  };
  return { fileName, origin, content, history, unreadable: 0, localCompanies };
}

const freshImportsOf = ({ source, compared }: OpenImport): ArchiveContent['oursImports'] =>
  compared.flatMap(({ theirs, state }) =>
    theirs.type === 'oursImports' && state !== 'same' && state !== 'here'
      ? (source.content.oursImports[theirs.index] ?? [])
      : [],
  );

/**
 * Maximum number of attempts to compare the import in time slices. An attempt is discarded if the user's own
 * data changes during it.
 */
const TRIES = 3;

/**
 * Compares the import with the user data again. Applies the import only if the result is the same as in the
 * preview.
 * @throws AppFailure `conflict` (`outdated`), `validation`
 */
async function applyUnchanged(
  workspace: OpenWorkspace,
  ports: Pick<Ports, 'clock' | 'log'>,
  opened: OpenImport,
  choices: Choices,
): Promise<ReturnType<typeof applyImport>> {
  const { yours, cache } = workspace.files;
  const imports = choices.kinds.has('ours') ? freshImportsOf(opened) : [];
  const oursMatches = await matchOursImports(cache, imports, nextTurn);
  const apply = (current: Pick<OpenImport, 'ours' | 'compared'>): ReturnType<typeof applyImport> => {
    requireUnchanged(opened, current.compared);
    const atMs = Math.round(workspace.clock.nowMs());
    return applyImport(yours, { ...opened.source, ...current }, choices, { atMs, oursMatches });
  };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const result = await withSnapshot(workspace, ports, async ({ db, hasChanged }) => {
      const work = compareWithOwnData(db, opened.source);
      const current = await inSlices(work, { clock: ports.clock, pause: nextTurn });
      return hasChanged() ? null : apply(current);
    });
    if (result !== null) return result;
  }
  return apply(finish(compareWithOwnData(yours, opened.source)));
}

/** @throws AppFailure `conflict` (`outdated`) */
function requireUnchanged(opened: OpenImport, compared: readonly Compared[]): void {
  const isSame = (before: Compared, index: number): boolean =>
    compared[index]?.state === before.state && compared[index]?.ours?.hash === before.ours?.hash;
  if (!opened.compared.every(isSame)) throw new AppFailure({ kind: 'conflict', reason: 'outdated' });
}
