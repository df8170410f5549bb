import type { Mutation } from '../../mutation.ts';

const FOLDER = 'electron/core/user-data/import-files';
const UNIT = 'test/unit/user-data/import-files';

export const IMPORT_FILES_MUTATIONS: readonly Mutation[] = [
  {
    name: 'import-follows-links',
    guarantee: 'an import reads no file outside the chosen folder',
    edits: [{ file: `${FOLDER}/read-files.ts`, find: 'else if (entry.isFile() && ', replace: 'else if (' }],
    test: {
      file: `${UNIT}/import.test.ts`,
      titles: ['is read without hidden files and links, and names the files that cannot be read'],
    },
  },
  {
    name: 'import-size-unlimited',
    guarantee: 'a file of more than 10 MB is refused',
    edits: [
      {
        file: `${FOLDER}/file-text.ts`,
        find: 'if (bytes.byteLength > FILE_BYTES_MAX) throw',
        replace: 'if (bytes.byteLength < 0) throw',
      },
    ],
    test: {
      file: `${UNIT}/markdown.test.ts`,
      titles: ['text is decoded as UTF-8, UTF-16 or Windows-1252; other files are refused'],
    },
  },
  {
    name: 'import-yaml-aliases',
    guarantee: 'front matter with aliases is refused',
    edits: [{ file: `${FOLDER}/parse-markdown.ts`, find: 'maxAliasCount: 0', replace: 'maxAliasCount: -1' }],
    test: { file: `${UNIT}/markdown.test.ts`, titles: ['aliases that grow: a clear error'] },
  },
  {
    name: 'export-note-without-length',
    guarantee: 'a note that contains the headings of the export comes back whole',
    edits: [
      {
        file: 'electron/core/user-data/export/export-notes.ts',
        find: "body.trimEnd().split('\\n').length]",
        replace: '1]',
      },
    ],
    test: {
      file: `${UNIT}/markdown.test.ts`,
      titles: ['comes back into an empty workspace, with days instead of times'],
    },
  },
  {
    name: 'export-names-unescaped',
    guarantee: 'names with the export’s own delimiters come back unchanged',
    edits: [
      {
        file: 'electron/core/user-data/export/markdown-lines.ts',
        find: 'escaped.replaceAll(end, `\\\\${end}`)',
        replace: 'escaped.replaceAll(end, end)',
      },
    ],
    test: {
      file: `${UNIT}/markdown.test.ts`,
      titles: ['comes back into an empty workspace, with days instead of times'],
    },
  },
  {
    name: 'import-repeats-tasks',
    guarantee: 'importing a file again adds nothing',
    edits: [
      {
        file: `${FOLDER}/build-content.ts`,
        find: 'stored ?? {',
        replace: 'null ?? {',
      },
    ],
    test: {
      file: `${UNIT}/markdown.test.ts`,
      titles: ['gives nothing new to the workspace that wrote it'],
    },
  },
  {
    name: 'import-name-is-certain',
    guarantee: 'a company is never recognized by its name alone',
    edits: [
      {
        file: `${FOLDER}/resolve-companies.ts`,
        find: 'isExact(match) && (',
        replace: "match.matchKey.startsWith('n:') || (",
      },
    ],
    test: {
      file: `${UNIT}/csv.test.ts`,
      titles: ['are only possible by name, by a parent domain, or if several match'],
    },
  },
  {
    name: 'import-guesses-days',
    guarantee: 'a day that could be read in two ways is left out',
    edits: [
      {
        file: `${FOLDER}/given-values.ts`,
        find: 'Number(second) > 12 || first === second ? valid(year, first, second) : null',
        replace: 'valid(year, first, second)',
      },
    ],
    test: { file: `${UNIT}/csv.test.ts`, titles: ['leaves out days that could be read in two ways'] },
  },
  {
    name: 'import-error-from-the-parser',
    guarantee: 'any bytes give valid items or a clear error',
    edits: [
      {
        file: `${FOLDER}/parse-markdown.ts`,
        find: 'if (document.errors.length > 0)',
        replace: 'if (document.errors.length > 1_000)',
      },
    ],
    test: { file: `${UNIT}/markdown.test.ts`, titles: ['broken YAML: a clear error'] },
  },
];
