import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers } from '../../../../shared/contract/index.ts';
import { clip } from '../../foundation/clip-text.ts';
import { inSlices } from '../../foundation/slices.ts';
import type { Dispose, FileDialogs, Ports } from '../../ports.ts';
import { collectInSlices } from '../../user-data/archive/collect.ts';
import type { GivenRecord } from '../../user-data/import-files/given-record.ts';
import {
  guessMapping,
  parseTable,
  recordsOf,
  samplesOf,
  type Table,
} from '../../user-data/import-files/parse-csv.ts';
import { parseMarkdown } from '../../user-data/import-files/parse-markdown.ts';
import { prepareFiles, type PossibleMatch } from '../../user-data/import-files/prepare-import.ts';
import { fileFailure } from '../../user-data/import-files/file-text.ts';
import {
  readMarkdownFolder,
  readTextFile,
  type MarkdownRecords,
} from '../../user-data/import-files/read-files.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { createHeldFile } from './held-file.ts';
import { withSnapshot, type OpenImports } from './open-imports.ts';

type ImportFiles = Handlers['importFiles'];

/** The most recently opened file. `table` is null for Markdown. */
interface OpenedFile {
  readonly fileName: string;
  readonly table: Table | null;
  readonly markdown: MarkdownRecords;
  possible: readonly PossibleMatch[];
}

const NO_MARKDOWN: MarkdownRecords = { records: [], problems: [], unreadableFiles: 0 };

export function createImportFilesHandlers(
  workspaces: Workspaces,
  ports: Pick<Ports, 'fileDialogs' | 'clock' | 'random' | 'log'>,
  openImports: OpenImports,
): { handlers: ImportFiles; dispose: Dispose } {
  const held = createHeldFile<OpenedFile>(workspaces, ports);
  const handlers: ImportFiles = {
    open: async ({ what }) => {
      workspaces.current();
      const path = await askForFile(ports.fileDialogs, what);
      if (path === null) return null;
      const fileName = clip(basename(path), 260);
      const read = await readPath(path, fileName, what);
      const fileId = held.hold({ fileName, ...read, possible: [] });
      const { table, markdown } = read;
      return {
        fileId,
        fileName,
        records: table?.rows.length ?? markdown.records.length,
        columns:
          table === null
            ? []
            : samplesOf(table).map(({ header, values }) => ({ header, values: [...values] })),
        mapping: table === null ? [] : guessMapping(table.headers),
        problems: [...markdown.problems],
        unreadableFiles: markdown.unreadableFiles,
      };
    },
    map: async ({ fileId, mapping, matches }) => {
      const { table, markdown, fileName } = held.byId(fileId);
      const workspace = workspaces.current();
      const records: readonly GivenRecord[] = table === null ? markdown.records : recordsOf(table, mapping);
      const prepared = await workspaces.exclusively(async () => {
        const existing = await withSnapshot(workspace, ports, ({ db }) =>
          inSlices(collectInSlices(db), { clock: ports.clock, pause: nextTurn }),
        );
        return prepareFiles(
          workspace.files,
          records,
          new Map(matches.map(({ key, companyId }) => [key, companyId])),
          { existing: existing.content, nowMs: workspace.clock.nowMs(), pause: nextTurn },
        );
      });
      held.byId(fileId).possible = prepared.possible;
      const { content, unreadable, localCompanies, counts } = prepared;
      const source = { fileName, origin: null, content, history: new Map(), unreadable, localCompanies };
      return { preview: await openImports.show(source), companies: counts };
    },
    possible: ({ fileId, offset, limit }) => {
      const { possible } = held.byId(fileId);
      return {
        rows: possible.slice(offset, offset + limit).map(({ local, candidates }) => ({
          key: local.companyId,
          name: clip(local.name, 500),
          websiteHost: clip(local.websiteHost, 253),
          candidates: candidates
            .slice(0, 20)
            .map(({ companyId, name }) => ({ companyId, name: clip(name, 500) })),
        })),
        total: possible.length,
      };
    },
    close: ({ fileId }) => {
      held.drop(fileId);
      return {};
    },
  };
  return { handlers, dispose: held.dispose };
}

type What = Parameters<ImportFiles['open']>[0]['what'];

function askForFile(dialogs: FileDialogs | undefined, what: What): Promise<string | null> {
  if (dialogs === undefined) throw new AppFailure({ kind: 'unsupported', capability: 'file-dialog' });
  switch (what) {
    case 'markdown-folder':
      return dialogs.openFolder({ title: 'Import a folder of Markdown files' });
    case 'markdown':
      return dialogs.open({
        title: 'Import a Markdown file',
        description: 'Markdown',
        extensions: ['md', 'markdown'],
      });
    case 'csv':
      return dialogs.open({ title: 'Import a table', description: 'CSV', extensions: ['csv', 'tsv', 'txt'] });
  }
}

async function readPath(
  path: string,
  fileName: string,
  what: What,
): Promise<Pick<OpenedFile, 'table' | 'markdown'>> {
  if (what === 'markdown-folder') return { table: null, markdown: await readMarkdownFolder(path, fileName) };
  const text = await readTextFile(path, fileName);
  if (what === 'csv') return { table: parseTable(fileName, text), markdown: NO_MARKDOWN };
  const record = parseMarkdown(fileName, text);
  if (record === null) throw fileFailure(fileName, 'not about a company');
  return { table: null, markdown: { ...NO_MARKDOWN, records: [record] } };
}
