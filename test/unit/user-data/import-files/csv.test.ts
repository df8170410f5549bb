import type { GivenCompany } from '../../../../electron/core/user-data/import-files/given-record.ts';
import Papa from 'papaparse';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { decodeText } from '../../../../electron/core/user-data/import-files/file-text.ts';
import {
  guessMapping,
  parseTable,
  recordsOf,
  samplesOf,
} from '../../../../electron/core/user-data/import-files/parse-csv.ts';
import type { ColumnMeaning } from '../../../../shared/model/import-files/import-files-values.ts';
import { resolveCompanies } from '../../../../electron/core/user-data/import-files/resolve-companies.ts';
import {
  addLocalCompany,
  idOfNamed,
} from '../../../../electron/core/user-data/local-companies/local-companies.ts';
import { joinInto } from '../../../../electron/core/user-data/local-companies/join-local.ts';
import { putDecision } from '../../../../electron/core/database/queries/yours/ours.ts';
import { recordChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { openFiles, pause, storeCompanies, type OursFiles } from '../ours/ours-world.ts';

const NO_COMPANY = { companyId: null, name: null, websiteHost: null, linkedinPage: null };

const read = (text: string, mapping?: readonly ColumnMeaning[]) => {
  const table = parseTable('own.csv', text);
  return recordsOf(table, mapping ?? guessMapping(table.headers));
};

describe('a table', () => {
  it('is read by its headers, with any delimiter and quotes', () => {
    const text =
      'Firma;Webseite;Notizen;Tags;Status;Aufgabe;Fällig am\n' +
      'Arctic Loop;https://www.arcticloop.example;"Says ""hi""; twice\nand more";fair, nordic;Replied;Call;10.06.2026\n';
    expect(read(text)).toMatchObject([
      {
        source: '2',
        company: { name: 'Arctic Loop', websiteHost: 'arcticloop.example' },
        note: 'Says "hi"; twice\nand more',
        tags: ['fair', 'nordic'],
        status: { name: 'Replied', setOn: null },
        tasks: [{ title: 'Call', dueOn: '2026-06-10', isDone: false }],
      },
    ]);
  });

  it.each([
    ['comma', 'Company,Note\nA,x\n'],
    ['tab', 'Company\tNote\nA\tx\n'],
    ['pipe', 'Company|Note\r\nA|x\r\n'],
  ])('%s', (_name, text) => {
    expect(read(text)).toMatchObject([{ company: { name: 'A' }, note: 'x' }]);
  });

  it('in Windows-1252 keeps its umlauts', () => {
    const bytes = Buffer.from([...Buffer.from('Company,Note\nZ'), 0xfc, ...Buffer.from('rich,x\n')]);
    expect(read(decodeText(bytes, 'own.csv'))).toMatchObject([{ company: { name: 'Zürich' } }]);
  });

  it('shows samples, and its mapping can be corrected', () => {
    const text = 'A,B\n,second\nfirst,third\n';
    const table = parseTable('own.csv', text);
    expect(samplesOf(table)).toEqual([
      { header: 'A', values: ['first'] },
      { header: 'B', values: ['second', 'third'] },
    ]);
    expect(guessMapping(table.headers)).toEqual(['ignore', 'ignore']);
    expect(read(text, ['company', 'list'])[1]).toMatchObject({
      company: { name: 'first' },
      lists: [{ name: 'third' }],
    });
  });

  it('keeps cells that look like formulas as text', () => {
    const formula = '=HYPERLINK("http://evil.example","x")';
    const text = Papa.unparse([
      ['Company', 'Note', 'Task'],
      ['=1+1', formula, '@SUM(A1)'],
    ]);
    expect(read(text)).toMatchObject([
      { company: { name: '=1+1' }, note: formula, tasks: [{ title: '@SUM(A1)' }] },
    ]);
  });

  it('leaves out days that could be read in two ways', () => {
    const days = ['2026-06-10', '10.06.2026', '13/06/2026', '06/13/2026', '06/07/2026', '31.02.2026'];
    const text = Papa.unparse([['Company', 'Task', 'Due'], ...days.map((day) => ['A', 'x', day])]);
    expect(read(text).map(({ tasks }) => tasks[0]?.dueOn)).toEqual([
      '2026-06-10',
      '2026-06-10',
      '2026-06-13',
      '2026-06-13',
      null,
      null,
    ]);
  });

  it.each([
    ['no header', ''],
    ['no rows', 'Company,Note\n'],
    ['an open quote', 'Company,Note\n"A,x\n'],
    ['no column for the company', 'X,Note\nA,x\n'],
    ['too many columns', `${'a,'.repeat(50)}Company\nx\n`],
    ['too many rows', `Company\n${'x\n'.repeat(50_001)}`],
  ])('%s: a clear error', (_name, text) => {
    expect(() => read(text)).toThrow(AppFailure);
  });
  it('names a missing column for the company in the error', () => {
    expect(() => read('X,Note\nA,x\n')).toThrow(
      expect.objectContaining({
        appError: expect.objectContaining({
          issues: [{ path: 'own.csv', message: 'no column identifies the company' }],
        }),
      }),
    );
  });
});

describe('the companies of a file', () => {
  let files: OursFiles;
  beforeEach(() => {
    files = openFiles();
    storeCompanies(files, [
      { companyId: 'loop', name: 'Arctic Loop', website: 'https://www.arcticloop.example/' },
      { companyId: 'ludvika', name: 'Ludvika', linkedinUrl: 'https://linkedin.com/company/Ludvika-Motion' },
      { companyId: 'twin-1', name: 'Twin', website: 'twin.example' },
      { companyId: 'twin-2', name: 'Twin', website: 'twin.example' },
    ]);
  });
  const resolve = async (given: Partial<GivenCompany>) =>
    (await resolveCompanies(files, [{ ...NO_COMPANY, ...given }], pause))[0];

  it('are certain by id, website or LinkedIn page', async () => {
    expect(await resolve({ companyId: 'x-9', name: 'New' })).toEqual({
      kind: 'known',
      companyId: 'x-9',
      name: 'New',
    });
    expect(await resolve({ websiteHost: 'arcticloop.example' })).toMatchObject({
      kind: 'known',
      companyId: 'loop',
    });
    expect(await resolve({ linkedinPage: 'ludvika-motion' })).toMatchObject({ companyId: 'ludvika' });
  });

  it('are only possible by name, by a parent domain, or if several match', async () => {
    for (const given of [
      { name: 'ARCTIC LOOP AB' },
      { name: 'Other', websiteHost: 'shop.arcticloop.example' },
      { name: 'Twin', websiteHost: 'twin.example' },
    ])
      expect(await resolve(given)).toMatchObject({ kind: 'possible', local: { name: given.name } });
    expect(await resolve({ name: 'Nobody' })).toMatchObject({ kind: 'local' });
    expect(await resolve({})).toEqual({ kind: 'unnamed' });
  });

  it('follow what the user decided about the name', async () => {
    const decide = (isSame: boolean): void =>
      putDecision(files.yours, { companyId: 'loop', matchKey: 'n:arcticloop', isSame, decidedAtMs: 1 });
    decide(true);
    expect(await resolve({ name: 'Arctic Loop' })).toMatchObject({ kind: 'known', companyId: 'loop' });
    decide(false);
    expect(await resolve({ name: 'Arctic Loop' })).toMatchObject({ kind: 'local' });
  });

  it('are found again after their data has moved', async () => {
    const named = { name: 'Nobody', websiteHost: '', linkedinPage: '' };
    const from = idOfNamed(named);
    recordChange(files.yours, { what: 'listed', atMs: 1 }, (journal) =>
      addLocalCompany(files.yours, journal, { companyId: from, ...named, joinedInto: null }, 1),
    );
    joinInto(files.yours, { from, into: 'loop' }, 2);
    expect(await resolve({ name: 'Nobody' })).toMatchObject({ kind: 'known', companyId: 'loop' });
  });
});
