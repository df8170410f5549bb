import { basename } from 'node:path';
import { AppFailure } from '../../../../shared/app-failure.ts';
import type { Handlers } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/durations.ts';
import { clip } from '../../foundation/clip-text.ts';
import type { Dispose, FileDialogs, Ports } from '../../ports.ts';
import { collect } from '../../user-data/archive/collect.ts';
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
import type { OpenWorkspace } from '../../workspace/open-workspace.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import type { OpenImports } from './open-imports.ts';

type ImportFiles = Handlers['importFiles'];

/** How long an opened file stays in memory. */
const KEPT_MS = 30 * MINUTE_MS;

/** The file that was opened last. `table` is null for Markdown. */
interface OpenedFile {
  readonly fileId: string;
  readonly workspace: OpenWorkspace;
  readonly fileName: string;
  readonly table: Table | null;
  readonly markdown: MarkdownRecords;
  possible: readonly PossibleMatch[];
}

const NO_MARKDOWN: MarkdownRecords = { records: [], problems: [], unreadableFiles: 0 };

export function createImportFilesHandlers(
  workspaces: Workspaces,
  { fileDialogs, clock, random }: Pick<Ports, 'fileDialogs' | 'clock' | 'random'>,
  openImports: OpenImports,
): { handlers: ImportFiles; dispose: Dispose } {
  let opened: OpenedFile | null = null;
  let stopTimer: Dispose | null = null;
  const drop = (): void => {
    opened = null;
    stopTimer?.();
    stopTimer = null;
  };
  const byId = (fileId: string): OpenedFile => {
    if (opened === null || opened.fileId !== fileId || opened.workspace !== workspaces.active())
      throw new AppFailure({ kind: 'not-found', what: 'query' });
    return opened;
  };
  const handlers: ImportFiles = {
    open: async ({ what }) => {
      const workspace = workspaces.current();
      const path = await askForFile(fileDialogs, what);
      if (path === null) return null;
      const fileName = clip(basename(path), 260);
      const read = await readPath(path, fileName, what);
      drop();
      const file = { fileId: random.bytes(8).toString('hex'), workspace, fileName, ...read, possible: [] };
      opened = file;
      stopTimer = clock.after(KEPT_MS, drop);
      const { table, markdown } = read;
      return {
        fileId: file.fileId,
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
      const file = byId(fileId);
      const { workspace, table, markdown, fileName } = file;
      const records: readonly GivenRecord[] = table === null ? markdown.records : recordsOf(table, mapping);
      const { yours } = workspace.files;
      const prepared = await prepareFiles(
        workspace.files,
        records,
        new Map(matches.map(({ key, companyId }) => [key, companyId])),
        { existing: collect(yours).content, nowMs: workspace.clock.nowMs(), pause: nextTurn },
      );
      byId(fileId).possible = prepared.possible;
      const { content, unreadable, localCompanies, counts } = prepared;
      const source = { fileName, origin: null, content, history: new Map(), unreadable, localCompanies };
      return { preview: openImports.show(source), companies: counts };
    },
    possible: ({ fileId, offset, limit }) => {
      const { possible } = byId(fileId);
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
      if (opened?.fileId === fileId) drop();
      return {};
    },
  };
  return { handlers, dispose: drop };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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
