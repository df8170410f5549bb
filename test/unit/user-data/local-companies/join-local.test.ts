import { beforeEach, describe, expect, it } from 'vitest';
import { all, exec } from '../../../../electron/core/database/sql.ts';
import { localCompany } from '../../../../electron/core/database/queries/yours/local-companies.ts';
import { noteOf, revisionsOf } from '../../../../electron/core/database/queries/yours/notes.ts';
import { companyView } from '../../../../electron/core/library/company-view.ts';
import { mergeErasureRecords } from '../../../../electron/core/privacy/erasure-records.ts';
import { eraseCompany } from '../../../../electron/core/privacy/erase.ts';
import { removeLibraryRows } from '../../../../electron/core/privacy/remove-company.ts';
import { describeCall } from '../../../../electron/core/service-api/endpoints.ts';
import { createContactLog } from '../../../../electron/core/user-data/contact-log.ts';
import { createWatchlistReads, createWatchlists } from '../../../../electron/core/user-data/lists.ts';
import {
  joinInto,
  joinPending,
  joinStored,
} from '../../../../electron/core/user-data/local-companies/join-local.ts';
import {
  addLocalCompany,
  idOfNamed,
  joinedIds,
  type NamedLocally,
} from '../../../../electron/core/user-data/local-companies/local-companies.ts';
import { createNotes } from '../../../../electron/core/user-data/notes.ts';
import { matchPending } from '../../../../electron/core/user-data/ours/match-stored.ts';
import { createStatuses, statusOfCompany } from '../../../../electron/core/user-data/statuses.ts';
import { createTags, tagsOfCompany } from '../../../../electron/core/user-data/tags.ts';
import { createTasks, tasksOf } from '../../../../electron/core/user-data/tasks.ts';
import { createTriage, triageMarksOf } from '../../../../electron/core/user-data/triage.ts';
import { recordChange, undoChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { dueCompanies } from '../../../../electron/core/watch/due-refreshes.ts';
import { createWatchChanges } from '../../../../electron/core/watch/watched-lists.ts';
import { ledgerMigrations } from '../../../../electron/core/database/migrations/ledger/index.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { clock, log, random } from '../../../support/app/library-fixtures.ts';
import { requested, searchOf } from '../../../support/app/library-search.ts';
import { memoryDatabase } from '../../../support/database/memory-database.ts';
import { openFiles, pause, storeCompanies, type OursFiles } from '../ours/ours-world.ts';

const ALL = { offset: 0, limit: 50 };
const LOOP: NamedLocally = { name: 'Arctic Loop', websiteHost: 'arcticloop.example', linkedinPage: '' };
const LOCAL = idOfNamed(LOOP);
let files: OursFiles;
beforeEach(() => {
  files = openFiles();
});

/** Adds a local company with data of every kind, and returns the undo token. */
function addWithData(named: NamedLocally = LOOP, atMs = 10): string {
  const companyId = idOfNamed(named);
  const subject = { companyId, companyName: named.name };
  const { recorded } = recordChange(files.yours, { what: 'listed', atMs }, (journal) => {
    addLocalCompany(files.yours, journal, { companyId, ...named, joinedInto: null }, atMs);
    const lists = createWatchlists(files.yours, journal);
    const id = createWatchlistReads(files.yours).list()[0]?.id ?? lists.create('Fair', atMs).id;
    lists.add({ id, ...subject, reason: 'Met them', addedAtMs: atMs });
    createStatuses(files.yours, journal).set([subject], 'replied', atMs);
    createTags(files.yours, journal).add([subject], 'Nordics', atMs);
    createTasks(files.yours, journal).add([subject], { title: 'Call', dueOn: null, dueTime: null }, atMs);
    createTriage(files.yours, journal).snooze([subject], 5_000, { serverMs: atMs, ownMs: atMs });
    const entry = { happenedOn: '2026-06-01', channel: 'call', line: 'Talked', personId: null } as const;
    createContactLog(files, journal).add([subject], { ...entry, answer: null, followUps: [] }, atMs);
  });
  return recorded.undo ?? '';
}
const writeNote = (companyId: string, body: string, savedAtMs: number): void => {
  const notes = createNotes(files.yours);
  const { revision } = notes.get(companyId);
  notes.save({ companyId, companyName: 'X', body, baseRevision: revision, savedAtMs, begins: true });
};
const dataOf = (companyId: string) => ({
  note: noteOf(files.yours, companyId)?.body ?? null,
  lists: createWatchlistReads(files.yours).reasons(companyId).length,
  status: statusOfCompany(files.yours, companyId)?.id ?? null,
  tags: tagsOfCompany(files.yours, companyId).map(({ name }) => name),
  tasks: tasksOf(files.yours, companyId, ALL).total,
  log: all(files.yours, 'SELECT line FROM contact_log WHERE company_id = :companyId', { companyId }).length,
  acts: all(files.yours, 'SELECT act_id FROM own_act WHERE company_id = :companyId', { companyId }).length,
  triage: triageMarksOf(files.yours, [companyId], 20).length,
});
const NOTHING = { note: null, lists: 0, status: null, tags: [], tasks: 0, log: 0, acts: 0, triage: 0 };

describe('a local company', () => {
  it('is found by library search, and its page shows only the user’s own data', async () => {
    addWithData();
    const found = await searchOf(files).find(requested({}, { text: 'arctic' }));
    expect(found.idsAt(0, found.total)).toEqual([LOCAL]);
    expect(companyView(files.cache, files.yours, LOCAL, 1)).toMatchObject({
      row: { name: 'Arctic Loop' },
      ownDataOnly: { isLocal: true, websiteHost: 'arcticloop.example', linkedinPage: '' },
    });
  });

  it('is never requested from the service', () => {
    addWithData();
    recordChange(files.yours, { what: 'list-watched', atMs: 1 }, (journal) =>
      createWatchChanges(files, journal).set(
        createWatchlistReads(files.yours).list()[0]?.id ?? '',
        { watched: true, refreshDays: 1, recordsAMonth: 50 },
        1,
      ),
    );
    const ledger = memoryDatabase(ledgerMigrations, { clock, log });
    expect(dueCompanies({ ...files, ledger }, 10 * DAY_MS)).toEqual([]);
    const hints = {
      totalRounds: () => null,
      totalContacts: () => null,
      rowsSeen: () => null,
      isKnown: () => false,
    };
    expect(() => describeCall({ endpoint: 'company', companyId: LOCAL }, hints)).toThrow(/validation/);
    expect(() => describeCall({ endpoint: 'contacts', companyId: LOCAL }, hints)).toThrow(/validation/);
  });

  it('has the same id whenever a file names it', () => {
    expect(idOfNamed({ ...LOOP, name: 'ARCTIC LOOP AB' })).toBe(LOCAL);
    const byName = { name: 'Arctic Loop', websiteHost: '', linkedinPage: '' };
    expect(idOfNamed({ ...byName, name: 'arctic loop, Inc.' })).toBe(idOfNamed(byName));
    expect(idOfNamed(byName)).not.toBe(LOCAL);
  });
});

describe('a stored company with an id of the service', () => {
  it('shows only the user’s own data until a fetch completes it', async () => {
    writeNote('service-7', 'Nice people', 5);
    const view = () => companyView(files.cache, files.yours, 'service-7', 1);
    expect(view()?.ownDataOnly).toMatchObject({ isLocal: false });
    storeCompanies(files, [{ companyId: 'service-7', name: 'Pomeran Wind' }]);
    expect(view()?.ownDataOnly).toBeUndefined();
    expect(view()?.row.name).toBe('Pomeran Wind');
    const found = await searchOf(files).find(requested({}, { text: 'nice' }));
    expect(found.idsAt(0, found.total)).toEqual(['service-7']);
  });
});

describe('joining', () => {
  it('moves all data to the company that a fetch stores with the same website', () => {
    addWithData();
    writeNote(LOCAL, 'Ask for Ida', 11);
    const before = dataOf(LOCAL);
    expect(before).toMatchObject({ note: 'Ask for Ida', lists: 1, status: 'replied', tasks: 1, triage: 1 });
    storeCompanies(files, [
      { companyId: 'loop', name: 'Loop AB', website: 'https://www.arcticloop.example/' },
    ]);
    expect(joinPending(files, 20)).toEqual([{ from: LOCAL, into: 'loop' }]);
    expect(dataOf('loop')).toEqual(before);
    expect(dataOf(LOCAL)).toEqual(NOTHING);
    expect(joinedIds(files.yours, [LOCAL])).toEqual(new Map([[LOCAL, 'loop']]));
    expect(joinPending(files, 21)).toEqual([]);
  });

  it('leads from the local company to the one that has its data', () => {
    addWithData();
    const shown = () => companyView(files.cache, files.yours, LOCAL, 1);
    storeCompanies(files, [{ companyId: 'loop', name: 'Loop AB', website: 'arcticloop.example' }]);
    expect(shown()?.row.companyId).toBe(LOCAL);
    joinPending(files, 20);
    expect(shown()?.row).toMatchObject({ companyId: 'loop', name: 'Loop AB' });
    expect(shown()?.ownDataOnly).toBeUndefined();
    // A note stays visible even if it is saved after the data has moved.
    writeNote(LOCAL, 'Late', 30);
    expect(shown()?.row.companyId).toBe(LOCAL);
  });

  it('recognizes the LinkedIn page', () => {
    addWithData({ name: 'Loop', websiteHost: '', linkedinPage: 'arctic-loop' });
    storeCompanies(files, [
      { companyId: 'loop', linkedinUrl: 'https://de.linkedin.com/company/Arctic-Loop/' },
    ]);
    expect(joinPending(files, 20)).toHaveLength(1);
    expect(dataOf('loop').tasks).toBe(1);
  });

  it('never joins by name, by a parent domain, or if several companies match', async () => {
    const named = { name: 'Arctic Loop', websiteHost: '', linkedinPage: '' };
    const below = { name: 'Blog', websiteHost: 'blog.tindra.example', linkedinPage: '' };
    for (const each of [LOOP, named, below]) addWithData(each);
    storeCompanies(files, [
      { companyId: 'a', name: 'Arctic Loop', website: 'arcticloop.example' },
      { companyId: 'b', name: 'Arctic Loop', website: 'www.arcticloop.example' },
      { companyId: 'c', name: 'Arctic Loop' },
      { companyId: 'd', name: 'Blog', website: 'tindra.example' },
    ]);
    expect(joinPending(files, 20)).toEqual([]);
    expect(await joinStored(files, pause, 20)).toEqual([]);
    expect(dataOf(LOCAL).tasks).toBe(1);
  });

  it('joins companies that the library held before the import', async () => {
    storeCompanies(files, [{ companyId: 'loop', website: 'arcticloop.example' }]);
    matchPending(files);
    addWithData();
    expect(await joinStored(files, pause, 20)).toEqual([{ from: LOCAL, into: 'loop' }]);
  });

  it('reaches every company that a large fetch stored', () => {
    addWithData();
    storeCompanies(
      files,
      Array.from({ length: 250 }, (_, at) => ({
        companyId: `c-${String(at).padStart(3, '0')}`,
        website: at === 249 ? 'arcticloop.example' : `c${at}.example`,
      })),
    );
    const joined = [];
    for (let isMore = true; isMore;) {
      joined.push(...joinPending(files, 20));
      ({ isMore } = matchPending(files));
    }
    expect(joined).toEqual([{ from: LOCAL, into: 'c-249' }]);
  });

  it('keeps both notes with all their versions', () => {
    addWithData();
    writeNote('loop', 'first', 5);
    writeNote('loop', 'second', 15);
    writeNote(LOCAL, 'draft', 11);
    writeNote(LOCAL, 'final', 12);
    joinInto(files.yours, { from: LOCAL, into: 'loop' }, 20);
    expect(noteOf(files.yours, 'loop')?.body).toBe('second\n\n---\n\nfinal');
    expect(
      revisionsOf(files.yours, { companyId: 'loop', chars: 100, ...ALL }).map(({ body }) => body),
    ).toEqual(['second\n\n---\n\nfinal', 'final', 'draft', 'second', 'first']);
  });

  it('changes nothing if the two notes together are too long', () => {
    addWithData();
    writeNote('loop', 'x'.repeat(150_000), 5);
    writeNote(LOCAL, 'y'.repeat(150_000), 5);
    const before = dataOf(LOCAL);
    expect(joinInto(files.yours, { from: LOCAL, into: 'loop' }, 20)).toBe(false);
    expect(dataOf(LOCAL)).toEqual(before);
    expect(localCompany(files.yours, LOCAL)?.joinedInto).toBeNull();
  });

  it.each([
    [10, 20, 'contacted'],
    [20, 10, 'replied'],
  ] as const)('keeps the later status (%d, %d: %s)', (localAtMs, storedAtMs, expected) => {
    addWithData(LOOP, localAtMs);
    const subject = { companyId: 'loop', companyName: 'Loop' };
    recordChange(files.yours, { what: 'status-set', atMs: 1 }, (journal) =>
      createStatuses(files.yours, journal).set([subject], 'contacted', storedAtMs),
    );
    joinInto(files.yours, { from: LOCAL, into: 'loop' }, 30);
    expect(statusOfCompany(files.yours, 'loop')?.id).toBe(expected);
    expect(all(files.yours, 'SELECT 1 FROM company_status')).toHaveLength(1);
  });

  it('keeps the company on a list that it was on, even if the other had been removed from it', () => {
    addWithData();
    const listId = createWatchlistReads(files.yours).list()[0]?.id ?? '';
    recordChange(files.yours, { what: 'listed', atMs: 1 }, (journal) => {
      const lists = createWatchlists(files.yours, journal);
      lists.add({ id: listId, companyId: 'loop', companyName: 'Loop', reason: 'old', addedAtMs: 1 });
      lists.drop(listId, 'loop');
    });
    joinInto(files.yours, { from: LOCAL, into: 'loop' }, 30);
    expect(createWatchlistReads(files.yours).reasons('loop')).toMatchObject([{ reason: 'Met them' }]);
  });

  it('leaves undo of the import possible', () => {
    const undo = addWithData();
    storeCompanies(files, [{ companyId: 'loop', name: 'Loop AB', website: 'arcticloop.example' }]);
    joinPending(files, 20);
    undoChange(files.yours, undo, 30);
    expect(dataOf('loop')).toEqual(NOTHING);
  });

  it('moves what archives know about the versions of the data', () => {
    addWithData();
    exec(
      files.yours,
      `INSERT INTO archived_version (item_type, item_key, exchange_id, position, hash, company_id)
       VALUES ('notes', '${LOCAL}', 1, 1, 'h', '${LOCAL}'), ('tasks', '["${LOCAL}",10]', 1, 2, 'h', '${LOCAL}')`,
    );
    joinInto(files.yours, { from: LOCAL, into: 'loop' }, 20);
    expect(all(files.yours, 'SELECT item_key, company_id FROM archived_version ORDER BY position')).toEqual([
      { item_key: 'loop', company_id: 'loop' },
      { item_key: '["loop",10]', company_id: 'loop' },
    ]);
  });

  it('moves everything or nothing', () => {
    addWithData();
    writeNote(LOCAL, 'Ask for Ida', 11);
    const before = dataOf(LOCAL);
    exec(
      files.yours,
      `CREATE TEMP TRIGGER stop BEFORE UPDATE ON main.own_act BEGIN SELECT raise(ABORT, 'disk'); END`,
    );
    expect(() => joinInto(files.yours, { from: LOCAL, into: 'loop' }, 20)).toThrow(/disk/);
    expect(dataOf(LOCAL)).toEqual(before);
    expect(dataOf('loop')).toEqual(NOTHING);
  });
});

describe('erasing', () => {
  const where = () => ({ files, random, pause, nowMs: 50 });
  const traces = (): string =>
    JSON.stringify([
      all(files.yours, 'SELECT * FROM local_company'),
      all(files.yours, "SELECT before, after FROM undo_slot WHERE part = 'local_company'"),
    ]);

  it('clears the name and the address of a local company, in the undo journal too', () => {
    mergeErasureRecords(files, random);
    addWithData({ ...LOOP, linkedinPage: 'arctic-loop' });
    expect(traces()).toMatch(/Arctic Loop.*arcticloop\.example.*arctic-loop/);
    eraseCompany(where(), LOCAL);
    expect(traces()).not.toMatch(/Arctic Loop|arcticloop|arctic-loop/);
  });

  it('removes the local company that was joined into an erased company', () => {
    mergeErasureRecords(files, random);
    addWithData();
    storeCompanies(files, [{ companyId: 'loop', website: 'arcticloop.example' }]);
    joinPending(files, 20);
    removeLibraryRows(files.cache, 'loop');
    eraseCompany(where(), 'loop');
    expect(traces()).not.toMatch(/loop/i);
  });
});
