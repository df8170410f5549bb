import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { ARCHIVE_KINDS } from '../../../../shared/model/archive/archive-values.ts';
import { startTestApp, type TestApp } from '../../../support/app/test-app.ts';

/* Tests the whole import of a file through the contract: dialog, mapping, preview, import and undo. */

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  await app.api.workspaces.exploreDemo({ filled: true });
});
afterEach(() => app.dispose());

function offer(name: string, content: string | Buffer): void {
  const path = join(app.dataDir, 'imports', name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
}
const storedCompany = async () => {
  const { queryId } = await app.api.library.open({});
  const [first] = (await app.api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
  if (first === undefined) throw new Error('the demo has no company');
  return first;
};
const openCsv = async (text: string) => {
  offer('own.csv', text);
  const opened = await app.api.importFiles.open({ what: 'csv' });
  if (opened === null) throw new Error('cancelled');
  return opened;
};
const apply = (importId: string) => app.api.archive.apply({ importId, kinds: [...ARCHIVE_KINDS] });
const freshOf = ({ kinds }: { kinds: readonly { kind: string; fresh: number }[] }) =>
  Object.fromEntries(kinds.filter(({ fresh }) => fresh > 0).map(({ kind, fresh }) => [kind, fresh]));
const idsFor = async (text: string): Promise<string[]> => {
  const { queryId } = await app.api.library.open({ text });
  return (await app.api.library.rows({ queryId, offset: 0, limit: 50 })).rows.map(
    ({ companyId }) => companyId,
  );
};

describe('a table', () => {
  const TEXT =
    'Company,Website,Notes,List,Tags,Status,Task,Due\n' +
    'Zzyzx Boats,zzyzx.example,"=1+1, met twice",Fair 2026,"nordic, boats",Replied,Call,2026-12-01\n';

  it('is imported once, is searchable, and one undo takes all of it back', async () => {
    const { fileId, mapping } = await openCsv(TEXT);
    expect(mapping).toEqual(['company', 'website', 'note', 'list', 'tags', 'status', 'task', 'due']);
    const { preview, companies } = await app.api.importFiles.map({ fileId, mapping });
    expect(companies).toEqual({ known: 0, possible: 0, local: 1, unnamed: 0 });
    expect(freshOf(preview)).toEqual({ notes: 1, tasks: 1, tags: 4, lists: 2, statuses: 1 });
    const { undo } = await apply(preview.importId);
    const [id = ''] = await idsFor('zzyzx');
    expect((await app.api.notes.get({ companyId: id })).body).toBe('=1+1, met twice');
    expect((await app.api.companies.get({ id })).ownDataOnly).toMatchObject({
      isLocal: true,
      websiteHost: 'zzyzx.example',
    });
    const again = await app.api.importFiles.map({ fileId, mapping });
    expect(freshOf(again.preview)).toEqual({});
    expect(await apply(again.preview.importId)).toEqual({ written: 0, undo: null });
    await app.api.marks.undo({ token: undo ?? '' });
    expect(await idsFor('zzyzx')).toEqual([]);
  });

  it('a company that the user recognizes gets the data, and is recognized again', async () => {
    const { companyId, name } = await storedCompany();
    const { fileId, mapping } = await openCsv(`Company,Task\n"${name}",Call back soon\n`);
    const first = await app.api.importFiles.map({ fileId, mapping });
    expect(first.companies).toMatchObject({ possible: 1, known: 0 });
    const [row] = (await app.api.importFiles.possible({ fileId, offset: 0, limit: 5 })).rows;
    expect(row?.candidates.map((candidate) => candidate.companyId)).toContain(companyId);
    const matches = [{ key: row?.key ?? '', companyId }];
    const { preview } = await app.api.importFiles.map({ fileId, mapping, matches });
    await apply(preview.importId);
    const { tasks } = await app.api.tasks.of({ companyId, offset: 0, limit: 50 });
    expect(tasks.map(({ title }) => title)).toContain('Call back soon');
    const again = await app.api.importFiles.map({ fileId, mapping });
    expect(again.companies).toMatchObject({ known: 1, possible: 0 });
    expect(freshOf(again.preview)).toEqual({});
  });

  it('is not imported if the data has changed since the user saw it', async () => {
    const { companyId, name } = await storedCompany();
    const { fileId, mapping } = await openCsv(`Company,Notes\n"${name}",From the file\n`);
    await app.api.importFiles.map({ fileId, mapping });
    const [row] = (await app.api.importFiles.possible({ fileId, offset: 0, limit: 5 })).rows;
    const matches = [{ key: row?.key ?? '', companyId }];
    const { preview } = await app.api.importFiles.map({ fileId, mapping, matches });
    const { revision } = await app.api.notes.get({ companyId });
    await app.api.notes.save({ companyId, body: 'Written since', baseRevision: revision });
    await expect(apply(preview.importId)).rejects.toMatchObject({
      appError: { kind: 'conflict', reason: 'outdated' },
    });
    expect((await app.api.notes.get({ companyId })).body).toBe('Written since');
  });

  it.each([
    ['no column for the company', 'X,Y\na,b\n'],
    ['an open quote', 'Company,Note\n"a,b\n'],
    ['not text', 'PK\0\0'],
  ])('%s: a clear error that names the file', async (_name, text) => {
    const failed = await openCsv(text)
      .then(({ fileId, mapping }) => app.api.importFiles.map({ fileId, mapping }))
      .then(
        () => null,
        (error: unknown) => (error instanceof AppFailure ? error.appError : error),
      );
    expect(failed).toMatchObject({ kind: 'validation', issues: [{ path: 'own.csv' }] });
  });
});

describe('a folder of Markdown files', () => {
  it('is read without hidden files and links, and names the files that cannot be read', async () => {
    offer('vault/a.md', '---\ncompany: Zzyzx Boats\ntags: [boats]\n---\nHello');
    offer('vault/deep/b.markdown', '# Yyy Sails\n\nText');
    offer('vault/bad.md', '---\na: [1\n---\n');
    offer('vault/.obsidian/hidden.md', '# Hidden');
    offer('vault/image.png', Buffer.from([0, 1]));
    offer('secret.txt', 'secret');
    symlinkSync(join(app.dataDir, 'imports', 'secret.txt'), join(app.dataDir, 'imports', 'vault', 'link.md'));
    const opened = await app.api.importFiles.open({ what: 'markdown-folder' });
    expect(opened).toMatchObject({
      fileName: 'vault',
      records: 2,
      unreadableFiles: 1,
      problems: [{ file: 'bad.md', message: 'the front matter is not valid YAML' }],
    });
    const { preview } = await app.api.importFiles.map({ fileId: opened?.fileId ?? '', mapping: [] });
    expect(freshOf(preview)).toEqual({ notes: 2, tags: 2 });
  });
});
