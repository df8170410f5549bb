import { describe, expect, it } from 'vitest';
import { all, type WriteDb } from '../../../electron/core/database/sql.ts';
import { peopleOf } from '../../../electron/core/contacts/contact-view.ts';
import { canStoreContacts } from '../../../electron/core/contacts/contact-encryption.ts';
import { storeContacts, storeDetail } from '../../../electron/core/library/store-responses.ts';
import { removeContacts } from '../../../electron/core/contacts/remove-contacts.ts';
import {
  contactLogOf,
  createContactLog,
  type ContactLog,
  type Contacted,
} from '../../../electron/core/user-data/contact-log.ts';
import { recordChange, undoChange } from '../../../electron/core/user-data/undo-journal.ts';
import {
  company,
  contact,
  detail,
  memoryCache,
  memoryYours,
  loadContactKey,
} from '../../support/app/library-fixtures.ts';
import { subject } from './user-data-changes.ts';

const T0 = Date.UTC(2026, 5, 10);
const ALL = { offset: 0, limit: 50 };
/** Fields of an entry that records no answer and plans no follow-ups. */
const NOTHING_ELSE = { answer: null, followUps: [] };
const called: Contacted = {
  happenedOn: '2026-06-09',
  channel: 'call',
  line: 'left a message',
  personId: null,
};

function world() {
  const files = { yours: memoryYours(), cache: memoryCache() };
  const fetch = (companyId: string, names: readonly string[], cache: WriteDb = files.cache): void =>
    storeContacts(
      cache,
      loadContactKey(),
      {
        companyId,
        contacts: names.map((name) => contact({ name, email: `${name}@${companyId}.example` })),
        rawPersonal: [],
      },
      T0,
    );
  const idOf = (companyId: string, name: string, cache: WriteDb = files.cache): string =>
    peopleOf(cache, loadContactKey(), companyId, T0).people.find((person) => person.name === name)
      ?.personId ?? 'nobody';
  const change = <T>(work: (log: ContactLog) => T, on = files) =>
    recordChange(on.yours, { what: 'contact-logged', atMs: T0 }, (journal) =>
      work(createContactLog(on, journal)),
    );
  const log = (contacted: Partial<Contacted>, companyId = 'a') =>
    change((each) => each.add([subject(companyId)], { ...called, ...contacted, ...NOTHING_ELSE }, T0).ids);
  return { files, fetch, idOf, change, log };
}

describe('contact log', () => {
  it('lists entries, newest day first', () => {
    const { files, log } = world();
    log({});
    log({ happenedOn: '2026-06-10', channel: 'email', line: '' });
    log({ happenedOn: '2026-06-09', channel: 'meeting', line: 'at their office' });
    log({}, 'b');
    const { entries, total } = contactLogOf(files, 'a', ALL);
    expect(entries.map(({ happenedOn, channel }) => [happenedOn, channel])).toEqual([
      ['2026-06-10', 'email'],
      ['2026-06-09', 'meeting'],
      ['2026-06-09', 'call'],
    ]);
    expect([total, entries[2]]).toEqual([
      3,
      {
        id: '1',
        happenedOn: '2026-06-09',
        channel: 'call',
        line: 'left a message',
        answer: null,
        personId: null,
        aboutPerson: false,
        createdAtMs: T0,
      },
    ]);
    expect(contactLogOf(files, 'a', { offset: 2, limit: 1 }).entries).toHaveLength(1);
  });

  it('refers to a contact without naming it in yours.db, even after the cache was wiped and fetched again', () => {
    const { files, fetch, idOf, log } = world();
    fetch('a', ['Jane', 'John']);
    log({ personId: idOf('a', 'John') });
    const personOf = (cache: WriteDb) => contactLogOf({ yours: files.yours, cache }, 'a', ALL).entries[0];
    expect(personOf(files.cache)).toMatchObject({ personId: idOf('a', 'John'), aboutPerson: true });

    const rows = ['contact_log', 'person_ref', 'undo_slot'].flatMap((table) =>
      all(files.yours, `SELECT * FROM ${table}`).flatMap((row) => Object.values(row)),
    );
    const storedText = rows
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join();
    expect(storedText).not.toMatch(/john|jane|a\.example/i);
    expect(storedText).toContain('left a message');

    // After the contacts have been fetched into a new cache, they have different ids. The log entry must
    // still find its contact.
    const refetched = memoryCache();
    expect(personOf(refetched)).toMatchObject({ personId: null, aboutPerson: true });
    fetch('a', ['Jim', 'Jane', 'John'], refetched);
    expect(idOf('a', 'John', refetched)).not.toBe(idOf('a', 'John'));
    expect(personOf(refetched)).toMatchObject({ personId: idOf('a', 'John', refetched) });
  });

  describe('refers to a contact that was known by fewer fields', () => {
    const JANE = { name: 'Jane Doe', title: 'CTO' };
    const linkedinUrl = 'https://www.linkedin.com/in/jane-doe/';
    type ContactFields = Parameters<typeof contact>[0];
    function worldWithContacts() {
      const { files, idOf, log } = world();
      const storeNames = (...people: ContactFields[]): void => {
        const contacts = people.map((person) => contact(person));
        storeDetail(
          files.cache,
          loadContactKey(),
          detail(company('a'), { contacts, rawPersonal: contacts }),
          T0,
        );
      };
      const fetchContacts = (atMs: number, ...people: ContactFields[]): void => {
        const contacts = people.map((person) => contact(person));
        storeContacts(
          files.cache,
          loadContactKey(),
          { companyId: 'a', contacts, rawPersonal: contacts },
          atMs,
        );
      };
      const loggedContactIds = () => contactLogOf(files, 'a', ALL).entries.map(({ personId }) => personId);
      return { files, idOf, log, named: storeNames, fetched: fetchContacts, meant: loggedContactIds };
    }

    it('once LinkedIn and email are added, and after both have changed', () => {
      const {
        idOf,
        log,
        named: storeNames,
        fetched: fetchContacts,
        meant: loggedContactIds,
      } = worldWithContacts();
      storeNames(JANE, { name: 'John' });
      log({ personId: idOf('a', 'Jane Doe') });
      fetchContacts(T0 + 1, { ...JANE, contactId: 'k1', email: 'jane@a.example' });
      expect(loggedContactIds()).toEqual([idOf('a', 'Jane Doe')]);
      log({ personId: idOf('a', 'Jane Doe') });
      fetchContacts(T0 + 2, { ...JANE, contactId: 'k1', title: 'CEO', email: 'jd@a.example' });
      fetchContacts(T0 + 3, { ...JANE, contactId: 'k1', title: 'CEO', linkedinUrl });
      expect(loggedContactIds()).toEqual([idOf('a', 'Jane Doe'), idOf('a', 'Jane Doe')]);
    });

    it('in two rows, whichever the entry referred to', () => {
      const {
        files,
        idOf,
        log,
        named: storeNames,
        fetched: fetchContacts,
        meant: loggedContactIds,
      } = worldWithContacts();
      storeNames({ name: 'J. Doe', contactId: 'k1' }, JANE);
      log({ personId: idOf('a', 'J. Doe') });
      log({ personId: idOf('a', 'Jane Doe') });
      fetchContacts(T0, { ...JANE, email: 'jane@a.example' });
      fetchContacts(T0 + 1, { ...JANE, contactId: 'k1', email: 'jane@a.example', linkedinUrl });
      expect(peopleOf(files.cache, loadContactKey(), 'a', T0).people).toHaveLength(1);
      expect(loggedContactIds()).toEqual([idOf('a', 'Jane Doe'), idOf('a', 'Jane Doe')]);
      fetchContacts(T0 + 2, { ...JANE, contactId: 'k1', email: 'jd@a.example', linkedinUrl });
      expect(loggedContactIds()).toEqual([idOf('a', 'Jane Doe'), idOf('a', 'Jane Doe')]);
    });

    it('fetched again by name after downloaded data was deleted', () => {
      const {
        files,
        idOf,
        log,
        named: storeNames,
        fetched: fetchContacts,
        meant: loggedContactIds,
      } = worldWithContacts();
      storeNames(JANE);
      log({ personId: idOf('a', 'Jane Doe') });
      files.cache = memoryCache();
      fetchContacts(T0 + 1, { ...JANE, linkedinUrl });
      expect(loggedContactIds()).toEqual([null]);
      storeNames(JANE);
      expect(loggedContactIds()).toEqual([idOf('a', 'Jane Doe')]);
    });

    it('unless another contact matches just these fields now', () => {
      const {
        files,
        idOf,
        log,
        named: storeNames,
        fetched: fetchContacts,
        meant: loggedContactIds,
      } = worldWithContacts();
      storeNames(JANE);
      log({ personId: idOf('a', 'Jane Doe') });
      const before = idOf('a', 'Jane Doe');
      fetchContacts(T0 + 1, { ...JANE, linkedinUrl });
      fetchContacts(T0 + 2, { name: 'Jane Roe', title: 'CEO', linkedinUrl });
      expect(loggedContactIds()).toEqual([before]);
      storeNames(JANE);
      expect(peopleOf(files.cache, loadContactKey(), 'a', T0).people).toHaveLength(2);
      expect(loggedContactIds()).toEqual([idOf('a', 'Jane Doe')]);
    });

    it('until the contact is removed', () => {
      const { files, idOf, log, named: storeNames, fetched: fetchContacts } = worldWithContacts();
      storeNames(JANE);
      log({ personId: idOf('a', 'Jane Doe') });
      fetchContacts(T0 + 1, { ...JANE, email: 'jane@a.example', linkedinUrl });
      const refs = all(files.yours, 'SELECT identity FROM person_ref').map(({ identity }) => identity);
      const state = loadContactKey();
      if (!canStoreContacts(state)) throw new Error('the contact key of the fixtures is open');
      const { targets: loggedContactIds } = removeContacts(
        files.cache,
        state.seal,
        ['a'],
        (_, { name }) => name === 'Jane Doe',
      );
      expect(loggedContactIds.map(({ identity }) => identity)).toEqual(expect.arrayContaining(refs));
      expect(all(files.cache, 'SELECT 1 FROM contact_alias')).toEqual([]);
    });
  });

  it('rejects a contact that is not stored or belongs to another company, and logs nothing', () => {
    const { files, fetch, idOf, log } = world();
    fetch('a', ['Jane']);
    fetch('b', ['John']);
    for (const personId of [idOf('b', 'John'), '99', 'Jane', ''])
      expect(() => log({ personId })).toThrow('not-found');
    expect(contactLogOf(files, 'a', ALL)).toEqual({ entries: [], total: 0 });
    expect(all(files.yours, 'SELECT 1 FROM person_ref')).toEqual([]);
  });

  it('can be corrected, and keeps its contact unless the user selects another', () => {
    const { files, fetch, idOf, change, log } = world();
    fetch('a', ['Jane', 'John']);
    const id = log({ personId: idOf('a', 'Jane') }).value[0] ?? '';
    const { personId: _, ...without } = called;
    const entry = () => contactLogOf(files, 'a', ALL).entries[0];
    change((each) => each.change(id, { ...without, line: 'they called back' }));
    expect(entry()).toMatchObject({ line: 'they called back', personId: idOf('a', 'Jane') });
    const { recorded } = change((each) => each.change(id, { ...called, personId: idOf('a', 'John') }));
    expect(entry()).toMatchObject({ line: 'left a message', personId: idOf('a', 'John') });
    undoChange(files.yours, recorded.undo ?? '', T0);
    expect(entry()).toMatchObject({ line: 'they called back', personId: idOf('a', 'Jane') });
    change((each) => each.change(id, called));
    expect(entry()).toMatchObject({ personId: null, aboutPerson: false });
    expect(() => change((each) => each.change('99', called))).toThrow('not-found');
  });

  it('adds one entry to many companies, and undoes that in one step', () => {
    const { files, change } = world();
    const added = change(
      (each) => each.add(['a', 'b', 'c'].map(subject), { ...called, ...NOTHING_ELSE }, T0).ids,
    );
    expect(added.recorded.companyIds).toEqual(['a', 'b', 'c']);
    const removed = change((each) => each.remove(added.value));
    expect(contactLogOf(files, 'b', ALL).total).toBe(0);
    undoChange(files.yours, removed.recorded.undo ?? '', T0);
    expect(contactLogOf(files, 'b', ALL).entries[0]).toMatchObject({ id: '2', line: 'left a message' });
    undoChange(files.yours, added.recorded.undo ?? '', T0);
    expect(contactLogOf(files, 'b', ALL).total).toBe(0);
  });
});
