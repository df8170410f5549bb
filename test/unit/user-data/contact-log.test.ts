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
  openSeal,
} from '../../support/app/library-fixtures.ts';
import { subject } from './own-words.ts';

const T0 = Date.UTC(2026, 5, 10);
const ALL = { offset: 0, limit: 50 };
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
      openSeal(),
      {
        companyId,
        contacts: names.map((name) => contact({ name, email: `${name}@${companyId}.example` })),
        rawPersonal: [],
      },
      T0,
    );
  const idOf = (companyId: string, name: string, cache: WriteDb = files.cache): string =>
    peopleOf(cache, openSeal(), companyId, T0).people.find((person) => person.name === name)?.personId ??
    'nobody';
  const change = <T>(work: (log: ContactLog) => T, on = files) =>
    recordChange(on.yours, { what: 'contact-logged', atMs: T0 }, (journal) =>
      work(createContactLog(on, journal)),
    );
  const log = (contacted: Partial<Contacted>, companyId = 'a') =>
    change((each) => each.add([subject(companyId)], { ...called, ...contacted }, T0));
  return { files, fetch, idOf, change, log };
}

describe('the contact log', () => {
  it('lists what was logged, the newest day first', () => {
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
        personId: null,
        aboutPerson: false,
        createdAtMs: T0,
      },
    ]);
    expect(contactLogOf(files, 'a', { offset: 2, limit: 1 }).entries).toHaveLength(1);
  });

  it('means a person without naming anybody in yours.db, also after the cache was wiped and fetched again', () => {
    const { files, fetch, idOf, log } = world();
    fetch('a', ['Jane', 'John']);
    log({ personId: idOf('a', 'John') });
    const personOf = (cache: WriteDb) => contactLogOf({ yours: files.yours, cache }, 'a', ALL).entries[0];
    expect(personOf(files.cache)).toMatchObject({ personId: idOf('a', 'John'), aboutPerson: true });

    const rows = ['contact_log', 'person_ref', 'undo_slot'].flatMap((table) =>
      all(files.yours, `SELECT * FROM ${table}`).flatMap((row) => Object.values(row)),
    );
    const written = rows
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join();
    expect(written).not.toMatch(/john|jane|a\.example/i);
    expect(written).toContain('left a message');

    // The same contacts under other numbers.
    const again = memoryCache();
    expect(personOf(again)).toMatchObject({ personId: null, aboutPerson: true });
    fetch('a', ['Jim', 'Jane', 'John'], again);
    expect(idOf('a', 'John', again)).not.toBe(idOf('a', 'John'));
    expect(personOf(again)).toMatchObject({ personId: idOf('a', 'John', again) });
  });

  describe('means somebody it knew by less', () => {
    const JANE = { name: 'Jane Doe', title: 'CTO' };
    const linkedinUrl = 'https://www.linkedin.com/in/jane-doe/';
    type Told = Parameters<typeof contact>[0];
    function acquainted() {
      const { files, idOf, log } = world();
      const named = (...people: Told[]): void => {
        const contacts = people.map((person) => contact(person));
        storeDetail(files.cache, openSeal(), detail(company('a'), { contacts, rawPersonal: contacts }), T0);
      };
      const fetched = (atMs: number, ...people: Told[]): void => {
        const contacts = people.map((person) => contact(person));
        storeContacts(files.cache, openSeal(), { companyId: 'a', contacts, rawPersonal: contacts }, atMs);
      };
      const meant = () => contactLogOf(files, 'a', ALL).entries.map(({ personId }) => personId);
      return { files, idOf, log, named, fetched, meant };
    }

    it('once LinkedIn and e-mail are told, and after both were told otherwise', () => {
      const { idOf, log, named, fetched, meant } = acquainted();
      named(JANE, { name: 'John' });
      log({ personId: idOf('a', 'Jane Doe') });
      fetched(T0 + 1, { ...JANE, contactId: 'k1', email: 'jane@a.example' });
      expect(meant()).toEqual([idOf('a', 'Jane Doe')]);
      log({ personId: idOf('a', 'Jane Doe') });
      fetched(T0 + 2, { ...JANE, contactId: 'k1', title: 'CEO', email: 'jd@a.example' });
      fetched(T0 + 3, { ...JANE, contactId: 'k1', title: 'CEO', linkedinUrl });
      expect(meant()).toEqual([idOf('a', 'Jane Doe'), idOf('a', 'Jane Doe')]);
    });

    it('who turned out to be in two rows, whichever was meant', () => {
      const { files, idOf, log, named, fetched, meant } = acquainted();
      named({ name: 'J. Doe', contactId: 'k1' }, JANE);
      log({ personId: idOf('a', 'J. Doe') });
      log({ personId: idOf('a', 'Jane Doe') });
      fetched(T0, { ...JANE, email: 'jane@a.example' });
      fetched(T0 + 1, { ...JANE, contactId: 'k1', email: 'jane@a.example', linkedinUrl });
      expect(peopleOf(files.cache, openSeal(), 'a', T0).people).toHaveLength(1);
      expect(meant()).toEqual([idOf('a', 'Jane Doe'), idOf('a', 'Jane Doe')]);
      fetched(T0 + 2, { ...JANE, contactId: 'k1', email: 'jd@a.example', linkedinUrl });
      expect(meant()).toEqual([idOf('a', 'Jane Doe'), idOf('a', 'Jane Doe')]);
    });

    it('who is told again by name after the service’s answers were wiped', () => {
      const { files, idOf, log, named, fetched, meant } = acquainted();
      named(JANE);
      log({ personId: idOf('a', 'Jane Doe') });
      files.cache = memoryCache();
      fetched(T0 + 1, { ...JANE, linkedinUrl });
      expect(meant()).toEqual([null]);
      named(JANE);
      expect(meant()).toEqual([idOf('a', 'Jane Doe')]);
    });

    it('unless somebody else is known by just that now', () => {
      const { files, idOf, log, named, fetched, meant } = acquainted();
      named(JANE);
      log({ personId: idOf('a', 'Jane Doe') });
      const before = idOf('a', 'Jane Doe');
      fetched(T0 + 1, { ...JANE, linkedinUrl });
      fetched(T0 + 2, { name: 'Jane Roe', title: 'CEO', linkedinUrl });
      expect(meant()).toEqual([before]);
      named(JANE);
      expect(peopleOf(files.cache, openSeal(), 'a', T0).people).toHaveLength(2);
      expect(meant()).toEqual([idOf('a', 'Jane Doe')]);
    });

    it('and is forgotten with them', () => {
      const { files, idOf, log, named, fetched } = acquainted();
      named(JANE);
      log({ personId: idOf('a', 'Jane Doe') });
      fetched(T0 + 1, { ...JANE, email: 'jane@a.example', linkedinUrl });
      const refs = all(files.yours, 'SELECT identity FROM person_ref').map(({ identity }) => identity);
      const state = openSeal();
      if (!canStoreContacts(state)) throw new Error('the seal of the fixtures is open');
      const { meant } = removeContacts(files.cache, state.seal, ['a'], (_, { name }) => name === 'Jane Doe');
      expect(meant.map(({ identity }) => identity)).toEqual(expect.arrayContaining(refs));
      expect(all(files.cache, 'SELECT 1 FROM contact_alias')).toEqual([]);
    });
  });

  it('refuses a person who is not kept or is of another company, and logs nothing', () => {
    const { files, fetch, idOf, log } = world();
    fetch('a', ['Jane']);
    fetch('b', ['John']);
    for (const personId of [idOf('b', 'John'), '99', 'Jane', ''])
      expect(() => log({ personId })).toThrow('not-found');
    expect(contactLogOf(files, 'a', ALL)).toEqual({ entries: [], total: 0 });
    expect(all(files.yours, 'SELECT 1 FROM person_ref')).toEqual([]);
  });

  it('can be corrected, and keeps whom it was about unless that is told anew', () => {
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

  it('takes one line for many companies, and takes them back at once', () => {
    const { files, change } = world();
    const added = change((each) => each.add(['a', 'b', 'c'].map(subject), called, T0));
    expect(added.recorded.companyIds).toEqual(['a', 'b', 'c']);
    const removed = change((each) => each.remove(added.value));
    expect(contactLogOf(files, 'b', ALL).total).toBe(0);
    undoChange(files.yours, removed.recorded.undo ?? '', T0);
    expect(contactLogOf(files, 'b', ALL).entries[0]).toMatchObject({ id: '2', line: 'left a message' });
    undoChange(files.yours, added.recorded.undo ?? '', T0);
    expect(contactLogOf(files, 'b', ALL).total).toBe(0);
  });
});
