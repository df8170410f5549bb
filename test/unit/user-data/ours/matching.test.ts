import { beforeEach, describe, expect, it } from 'vitest';
import { all, exec } from '../../../../electron/core/database/sql.ts';
import { pendingCompanies } from '../../../../electron/core/database/queries/cache/ours-pending.ts';
import { oursImports, oursLines } from '../../../../electron/core/database/queries/yours/ours.ts';
import { compareNames, nameKey } from '../../../../electron/core/user-data/ours/match-keys.ts';
import { compareNow, matchPending } from '../../../../electron/core/user-data/ours/match-stored.ts';
import { createOursChanges } from '../../../../electron/core/user-data/ours/ours-changes.ts';
import { draftOf } from '../../../../electron/core/user-data/ours/ours-draft.ts';
import { certainlyOurs, oursMarksOf } from '../../../../electron/core/user-data/ours/ours-marks.ts';
import { exportNotes } from '../../../../electron/core/user-data/export/export-notes.ts';
import { eraseSearchRows } from '../../../../electron/core/privacy/erasure-records.ts';
import { recordChange, redoChange, undoChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { plansOf } from '../../../support/database/sql-tools.ts';
import { importText, openFiles, pause, storeCompanies, type OursFiles } from './ours-world.ts';

const PAGE = { offset: 0, limit: 50 };
let files: OursFiles;
beforeEach(() => {
  files = openFiles();
  storeCompanies(files, [
    { companyId: 'loop', name: 'Arctic Loop', website: 'https://www.arcticloop.example/' },
    { companyId: 'pomeran', name: 'Pomeran Wind', website: 'pomeran-wind.example' },
    {
      companyId: 'ludvika',
      name: 'Ludvika Motion',
      linkedinUrl: 'https://linkedin.com/company/Ludvika-Motion',
    },
    { companyId: 'larkspur', name: 'Larkspur Energie' },
    { companyId: 'tindra', name: 'Tindra Marine' },
    { companyId: 'oberfeld', name: 'Oberfeld' },
  ]);
});
const marks = (...ids: string[]) => Object.fromEntries(oursMarksOf(files, ids));
const decide = (companyId: string, isSame: boolean) =>
  recordChange(files.yours, { what: 'ours-decided', atMs: 5 }, (journal) =>
    createOursChanges(files.yours, journal).decide(companyId, isSame, 5),
  ).recorded.undo;

describe('names', () => {
  it.each([
    ['Oberfeld GmbH', 'Oberfeld', 'name'],
    ['ACME, Inc.', 'Acmé', 'name'],
    ['Larkspur Energy', 'Larkspur Energie', 'similar'],
    ['Tindra', 'Tindra Marine', 'similar'],
    ['Cobalt', 'Cobaltine', 'similar'],
    ['Open', 'Openly', null],
    ['Northwind', 'Southwind', null],
    ['Brightwater', 'Brightwork', null],
  ] as const)('%s and %s are compared', (a, b, expected) => {
    expect(compareNames(`n:${nameKey(a) ?? ''}`, `n:${nameKey(b) ?? ''}`)).toBe(expected);
  });
});

describe('a draft', () => {
  it('groups the lines by their matches, and counts add up', async () => {
    const text = [
      'arcticloop.example',
      'shop.pomeran-wind.example',
      'in/company/ludvika-motion',
      'Larkspur Energy',
      'Oberfeld GmbH',
      'www.arcticloop.example/contact',
      'havelstrom.example',
      'n/a',
    ].join('\n');
    const draft = await draftOf(files, text, pause);
    expect(draft.counts).toEqual({
      lines: 8,
      possible: 2,
      exact: 3,
      unmatched: 1,
      repeated: 1,
      unreadable: 1,
    });
    const { lines, ...sorts } = draft.counts;
    expect(Object.values(sorts).reduce((sum, count) => sum + count, 0)).toBe(lines);
    expect(draft.exact.map(({ match }) => [match.companyId, match.matchedBy])).toEqual([
      ['loop', 'domain'],
      ['pomeran', 'domain'],
      ['ludvika', 'linkedin'],
    ]);
    expect(draft.possible.map(({ match }) => [match.companyId, match.matchedBy])).toEqual([
      ['larkspur', 'similar'],
      ['oberfeld', 'name'],
    ]);
  });

  it('saves nothing', async () => {
    await draftOf(files, 'arcticloop.example', pause);
    expect(oursImports(files.yours, PAGE)).toEqual([]);
    expect(marks('loop')).toEqual({});
  });
});

describe('an import', () => {
  it('marks exact matches, and calls matches by name possible until the user decides', async () => {
    await importText(files, 'arcticloop.example\nOberfeld GmbH\nTindra');
    expect(marks('loop', 'oberfeld', 'tindra', 'larkspur')).toEqual({
      loop: { kind: 'customer', isCertain: true },
      oberfeld: { kind: 'customer', isCertain: false },
      tindra: { kind: 'customer', isCertain: false },
    });
    expect([...certainlyOurs(files, ['loop', 'oberfeld', 'tindra']).keys()]).toEqual(['loop']);
    decide('oberfeld', true);
    decide('tindra', false);
    expect(marks('oberfeld', 'tindra')).toEqual({ oberfeld: { kind: 'customer', isCertain: true } });
  });

  it('is undone and redone in one step with all of its decisions', async () => {
    const undo = await importText(files, 'arcticloop.example\nOberfeld', 'competitor', [
      { line: 2, companyId: 'oberfeld', isSame: true },
    ]);
    const competitor = { kind: 'competitor', isCertain: true };
    expect(marks('loop', 'oberfeld')).toEqual({ loop: competitor, oberfeld: competitor });
    undoChange(files.yours, undo, 6);
    expect(marks('loop', 'oberfeld')).toEqual({});
    expect(all(files.yours, 'SELECT * FROM ours_decision')).toEqual([]);
    expect(redoChange(files.yours, 7)).not.toBeNull();
    expect(marks('loop', 'oberfeld')).toEqual({ loop: competitor, oberfeld: competitor });
  });

  it('remembers decisions for later imports', async () => {
    await importText(files, 'Tindra', 'customer', [{ line: 1, companyId: 'tindra', isSame: false }]);
    const again = await draftOf(files, 'Tindra', pause);
    expect(again.counts).toMatchObject({ possible: 0, unmatched: 1 });
    decide('tindra', true);
    expect((await draftOf(files, 'Tindra', pause)).counts).toMatchObject({ exact: 1 });
  });

  it('prefers the most important kind of a company', async () => {
    await importText(files, 'arcticloop.example', 'customer');
    const undo = await importText(files, 'arcticloop.example', 'do-not-contact');
    expect(marks('loop')).toEqual({ loop: { kind: 'do-not-contact', isCertain: true } });
    undoChange(files.yours, undo, 6);
    expect(marks('loop')).toEqual({ loop: { kind: 'customer', isCertain: true } });
  });

  it('lists its lines, those that need a decision first', async () => {
    await importText(files, 'unknown.example\narcticloop.example\nOberfeld');
    const [{ importId = 0, ...counts } = {}] = oursImports(files.yours, PAGE);
    expect(counts).toMatchObject({ lines: 3, matched: 1, possible: 1 });
    expect(
      oursLines(files.yours, { importId, ...PAGE }).map(({ given, match }) => [given, match?.state ?? null]),
    ).toEqual([
      ['Oberfeld', 'possible'],
      ['arcticloop.example', 'exact'],
      ['unknown.example', null],
    ]);
  });

  it('can lose a single mark, and get it back', async () => {
    await importText(files, 'arcticloop.example');
    const undo = decide('loop', false) ?? '';
    expect(marks('loop')).toEqual({});
    undoChange(files.yours, undo, 6);
    expect(marks('loop')).toEqual({ loop: { kind: 'customer', isCertain: true } });
  });
});

describe('a line without a match', () => {
  it('is matched when such a company is stored, immediately on screens and later in the file', async () => {
    await importText(files, 'newcomer.example\nJuniper Labs');
    storeCompanies(files, [
      { companyId: 'new', name: 'Newcomer', website: 'https://newcomer.example' },
      { companyId: 'juniper', name: 'Juniper Labs AB' },
    ]);
    const expected = {
      new: { kind: 'customer', isCertain: true },
      juniper: { kind: 'customer', isCertain: false },
    };
    expect(marks('new', 'juniper')).toEqual(expected);
    expect(all(files.yours, "SELECT * FROM ours_match WHERE company_id = 'new'")).toEqual([]);
    while (matchPending(files).isMore);
    expect(pendingCompanies(files.cache, 1)).toEqual([]);
    expect(all(files.yours, 'SELECT company_id FROM ours_match ORDER BY company_id')).toEqual([
      { company_id: 'juniper' },
      { company_id: 'new' },
    ]);
    expect(marks('new', 'juniper')).toEqual(expected);
  });

  it('is matched when a stored company gets its website, and then no longer by name', async () => {
    await importText(files, 'name,website\nOberfeld,oberfeld.example');
    expect(marks('oberfeld')).toEqual({ oberfeld: { kind: 'customer', isCertain: false } });
    storeCompanies(files, [{ companyId: 'other', name: 'Other', website: 'oberfeld.example' }], null, 2);
    while (matchPending(files).isMore);
    expect(marks('oberfeld', 'other')).toEqual({ other: { kind: 'customer', isCertain: true } });
  });

  it('is matched while the import is undone, so a redo is complete', async () => {
    const undo = await importText(files, 'newcomer.example');
    undoChange(files.yours, undo, 6);
    storeCompanies(files, [{ companyId: 'new', website: 'newcomer.example' }]);
    while (matchPending(files).isMore);
    expect(marks('new')).toEqual({});
    redoChange(files.yours, 7);
    expect(marks('new')).toEqual({ new: { kind: 'customer', isCertain: true } });
  });

  it('costs nothing before the first import', () => {
    expect(pendingCompanies(files.cache, 1)).toHaveLength(1);
    expect(matchPending(files)).toEqual({ isMore: false, hasChanged: false });
    expect(pendingCompanies(files.cache, 1)).toEqual([]);
  });

  it('is found by index, including by the beginning of a name', async () => {
    await importText(files, 'Juniper Labs\nnewcomer.example');
    storeCompanies(files, [{ companyId: 'new', name: 'Juniper Laboratories', website: 'newcomer.example' }]);
    const plans = plansOf(files.yours, () => compareNow(files, ['new']));
    expect(plans.filter((plan) => /SCAN (?:ours_key|ours_line|ours_match)/.test(plan))).toEqual([]);
  });
});

describe('privacy', () => {
  it('an erased company loses its matches and decisions, and the user’s lines stay', async () => {
    await importText(files, 'arcticloop.example\nOberfeld');
    decide('oberfeld', true);
    eraseSearchRows(files.yours, (ids) => ids.filter((id) => id === 'oberfeld' || id === 'loop'));
    exec(files.cache, "DELETE FROM company WHERE company_id IN ('oberfeld', 'loop')");
    for (const table of ['ours_match', 'ours_decision', 'undo_slot'])
      expect(JSON.stringify(all(files.yours, `SELECT * FROM ${table}`))).not.toMatch(/"oberfeld"|"loop"/);
    expect(all(files.yours, 'SELECT given FROM ours_line ORDER BY position')).toHaveLength(2);
  });

  it('the export contains the lines as given, and nothing about the companies that they match', async () => {
    await importText(files, 'arcticloop.example\nTindra', 'deal');
    const exported = [...exportNotes(files.yours)].find(({ name }) => name === 'Already yours.md');
    expect(exported?.text).toMatch(
      /^# Already yours\n\n## Open deals \([\d-]+\)\n\n- arcticloop\.example\n- Tindra\n$/,
    );
    expect(exported?.text).not.toContain('Marine');
  });
});
