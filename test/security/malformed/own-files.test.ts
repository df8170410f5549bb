import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/app-failure.ts';
import { collect } from '../../../electron/core/user-data/archive/collect.ts';
import { buildContent } from '../../../electron/core/user-data/import-files/build-content.ts';
import { decodeText } from '../../../electron/core/user-data/import-files/file-text.ts';
import {
  guessMapping,
  parseTable,
  recordsOf,
} from '../../../electron/core/user-data/import-files/parse-csv.ts';
import { parseMarkdown } from '../../../electron/core/user-data/import-files/parse-markdown.ts';
import type { GivenRecord } from '../../../electron/core/user-data/import-files/given-record.ts';
import { readMarkdownFolder } from '../../../electron/core/user-data/import-files/read-files.ts';
import { memoryYours } from '../../support/app/library-fixtures.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/*
 * Imports Markdown and CSV files that contain any bytes. Each import must return records or a clear error
 * within a limited time.
 */

const RUNS = IS_FULL ? 20_000 : 400;
const SLOW_MS = 300_000;
const ONE_FILE_MS = 5_000;
const PIECES = [
  ...[
    '---\n',
    'a: ',
    '&x ',
    '*x',
    '? ',
    '!!js/function ',
    '# ',
    '## Note\n\n',
    '- [ ] ',
    '(',
    '\\',
    '\n',
    '\r',
  ],
  ...[
    'Tags: ',
    'Status: ',
    'roundwatch: 1\n',
    'note_lines: 9e99\n',
    'company: ',
    'company_id: ',
    '{',
    '[',
    '"',
  ],
  ...[
    'Company',
    'Note',
    'due',
    ',',
    ';',
    '\t',
    '|',
    '=cmd|',
    '\uFEFF',
    '\u202e',
    '\0',
    '\ud800',
    '__proto__',
  ],
];
const bytes = fc.oneof(
  fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'binary' })), {
      maxLength: 80,
    })
    .map((parts) => Buffer.from(parts.join(''), 'utf8')),
  fc.uint8Array({ maxLength: 400 }),
);

const readers: Readonly<Record<string, (text: string) => readonly GivenRecord[]>> = {
  Markdown: (text) => [parseMarkdown('any.md', text)].filter((record) => record !== null),
  CSV: (text) => {
    const table = parseTable('any.csv', text);
    return recordsOf(table, guessMapping(table.headers));
  },
};

describe('a file of the user’s own', { timeout: SLOW_MS }, () => {
  const existing = collect(memoryYours()).content;

  it.each(Object.entries(readers))('%s: any bytes give valid items or a clear error', (_name, read) => {
    fc.assert(
      fc.property(bytes, (content) => {
        const started = performance.now();
        try {
          const records = read(decodeText(content, 'any'));
          buildContent(
            records.map((record) => ({ companyId: 'c', companyName: record.company.name ?? '', record })),
            existing,
            1,
          );
        } catch (error) {
          if (!(error instanceof AppFailure)) throw error;
          expect(error.appError.kind).toBe('validation');
        }
        expect(performance.now() - started).toBeLessThan(ONE_FILE_MS);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['many open brackets', `---\na: ${'['.repeat(16_000)}\n---\n`],
    ['deep block YAML', `---\n${'- '.repeat(8_000)}\n---\n`],
    ['a long line of escapes', `# A\n\nTags: ${'\\,'.repeat(200_000)}\n`],
    ['a long list line', `# A\n\n## Lists\n\n- ${'a:'.repeat(200_000)}\n`],
    ['many brackets in a task', `# A\n\n## Tasks\n\n- [ ] ${'('.repeat(200_000)}\n`],
    ['many headings', `# A\n\n${'## Note\n\n'.repeat(100_000)}`],
    ['an unclosed front matter', `---\n${'a\n'.repeat(500_000)}`],
  ])('%s is read in bounded time', (_name, text) => {
    const started = performance.now();
    try {
      parseMarkdown('slow.md', text);
    } catch (error) {
      expect(error).toBeInstanceOf(AppFailure);
    }
    expect(performance.now() - started).toBeLessThan(ONE_FILE_MS);
  });

  it('a folder without a readable file is refused, and one bad file does not stop the others', async () => {
    const temp = tempDir();
    const folder = join(temp.path, 'vault');
    mkdirSync(folder);
    writeFileSync(join(folder, 'bad.md'), Buffer.from([0, 1, 2]));
    await expect(readMarkdownFolder(folder, 'vault')).rejects.toThrow(AppFailure);
    writeFileSync(join(folder, 'good.md'), '# Good\n\nText');
    const { records, problems, unreadableFiles } = await readMarkdownFolder(folder, 'vault');
    expect([records.length, problems, unreadableFiles]).toEqual([
      1,
      [{ file: 'bad.md', message: 'not a text file' }],
      1,
    ]);
    rmSync(temp.path, { recursive: true });
  });
});
