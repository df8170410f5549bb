import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodedContact } from '../../../electron/core/service-api/decoders/decoded-types.ts';
import { all, run, type WriteDb } from '../../../electron/core/database/sql.ts';
import { linkedinKey } from '../../../electron/core/contacts/merge-contacts.ts';
import { peopleOf } from '../../../electron/core/contacts/contact-view.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import {
  storeContacts,
  storeContactsClosed,
  storeDetail,
} from '../../../electron/core/library/store-responses.ts';
import { peopleSchema } from '../../../shared/model/company.ts';
import {
  company,
  contact,
  detail,
  fundingsQuery,
  memoryCache,
  loadContactKey,
  page,
  round,
  row,
  type ValueOf,
} from '../../support/app/library-fixtures.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const DAY = 86_400_000;
const seal = loadContactKey();
const locked: ContactKeyState = { mode: 'locked' };
const notKept: ContactKeyState = { mode: 'not-kept' };
const people = (db: WriteDb, state: ContactKeyState = seal, nowMs = T0) =>
  peopleSchema.parse(peopleOf(db, state, 'c1', nowMs));
const names = (db: WriteDb, contacts: DecodedContact[] | null, atMs: number, state = seal) =>
  storeDetail(db, state, detail(company('c1'), { contacts, rawPersonal: contacts }), atMs);
const fetched = (db: WriteDb, contacts: DecodedContact[], atMs: number, state = seal) =>
  storeContacts(db, state, { companyId: 'c1', contacts, rawPersonal: contacts }, atMs);

const jane = { name: 'Jane Doe', title: 'CTO', linkedinUrl: 'https://www.linkedin.com/in/jane-doe/' };

describe('contacts of a company', () => {
  it('join the names of a detail with the addresses of /contacts', () => {
    const db = memoryCache();
    names(
      db,
      [contact({ ...jane, contactId: 'k1' }), contact({ contactId: 'k2', name: 'Zoë Ö', title: 'CEO' })],
      T0,
    );
    expect(people(db)).toMatchObject({
      state: 'names-only',
      total: 2,
      stamp: { source: 'company', fetchedAtMs: T0 },
    });
    fetched(
      db,
      [
        contact({
          ...jane,
          linkedinUrl: 'http://uk.linkedin.com/in/Jane-Doe?x=1',
          email: 'jane@example.com',
          title: 'CEO',
        }),
        contact({ name: 'zoe o', title: 'ceo', email: 'zoe@example.com' }),
      ],
      T0 + 1,
    );
    const { state, people: found } = people(db);
    expect(state).toBe('fetched');
    expect(found).toMatchObject([
      {
        name: 'Jane Doe',
        title: 'CEO',
        email: 'jane@example.com',
        emailValid: true,
        stamp: { source: 'contacts', fetchedAtMs: T0 + 1 },
      },
      { name: 'zoe o', title: 'ceo', email: 'zoe@example.com' },
    ]);
    names(db, [contact({ contactId: 'k1', name: 'Jane D.' })], T0 + 2);
    expect(people(db)).toMatchObject({
      state: 'fetched',
      people: [{ name: 'Jane D.', email: 'jane@example.com', title: 'CEO' }, {}],
    });
  });

  it('are identified by their LinkedIn profile, despite a changed title, a duplicate or an id', () => {
    const db = memoryCache();
    const inCaps = { ...jane, linkedinUrl: 'HTTPS://LinkedIn.com/in/Jane-Doe' };
    // The contact occurs twice in this response. Responses from `/contacts` have no ids, so only the profile
    // link shows that both entries are the same contact.
    fetched(db, [contact({ ...jane, email: 'jane@example.com' }), contact({ ...inCaps, title: 'CPO' })], T0);
    names(db, [contact({ ...inCaps, contactId: 'k1', name: 'Jane D.', title: 'CEO' })], T0 + 1);
    expect(people(db).people).toMatchObject([
      { name: 'Jane D.', title: 'CEO', email: 'jane@example.com', stamp: { source: 'company' } },
    ]);
    // The previous response contained the contact's profile link and id. The id alone is therefore enough
    // now.
    names(db, [contact({ contactId: 'k1', name: 'J. Doe', title: 'Chair' })], T0 + 2);
    // A different profile link means a different contact, even with the same name and title.
    fetched(
      db,
      [contact({ name: 'J. Doe', title: 'Chair', linkedinUrl: 'https://linkedin.com/in/jd2' })],
      T0 + 3,
    );
    expect(people(db).people).toMatchObject([
      { title: 'Chair', email: 'jane@example.com' },
      { title: 'Chair', email: null },
    ]);
  });

  it('distinguish a missing list, an empty list and a 404', () => {
    const db = memoryCache();
    names(db, null, T0);
    expect(people(db).state).toBe('never-fetched');
    names(db, [], T0 + 1);
    expect(people(db)).toMatchObject({ state: 'told-none', total: 0 });
    storeContactsClosed(db, 'c1', 'Reveal it', T0 + 2);
    expect(people(db)).toMatchObject({ state: 'closed', hint: 'Reveal it' });
    names(db, null, T0 + 3);
    expect(people(db).state).toBe('closed');
    storeContactsClosed(db, 'c1', 'late', T0 + 1);
    expect(people(db).hint).toBe('Reveal it');
  });

  it('that were paid for stay when the contact window closes', () => {
    const db = memoryCache();
    fetched(db, [contact({ ...jane, email: 'jane@example.com' })], T0);
    storeContactsClosed(db, 'c1', null, T0 + 1);
    expect(people(db)).toMatchObject({ state: 'closed', people: [{ email: 'jane@example.com' }] });
  });

  it('can be fetched again after a round that followed the 404', () => {
    const db = memoryCache();
    storeContactsClosed(db, 'c1', 'Reveal it', T0);
    const raised = page([row(company('c1'), round('r1', { announcedOn: '2026-06-20' }))]);
    storePage(db, { endpoint: 'fundings', query: fundingsQuery(), page: raised, fetchedAtMs: T0 + 12 * DAY });
    expect(people(db, seal, T0 + 12 * DAY).state).toBe('never-fetched');
  });

  it('who share an address stay separate after every fetch', () => {
    const db = memoryCache();
    const team = [
      contact({ name: 'A', email: 'team@example.com' }),
      contact({ name: 'B', email: 'Team@example.com' }),
    ];
    fetched(db, team, T0);
    fetched(db, [...team].reverse(), T0 + 1);
    fetched(db, team, T0 + 1);
    expect(people(db).people.map(({ name }) => name)).toEqual(['A', 'B']);
  });

  it('with one address are the same contact under a later name', () => {
    const db = memoryCache();
    fetched(db, [contact({ name: 'Jane Doe', email: 'jane@example.com' })], T0);
    fetched(db, [contact({ name: 'Jane Roe', email: 'jane@example.com' })], T0 + 1);
    expect(people(db).people).toMatchObject([{ name: 'Jane Roe' }]);
  });

  it('in two rows are merged once they turn out to be the same', () => {
    const db = memoryCache();
    names(db, [contact({ ...jane })], T0);
    fetched(db, [contact({ name: 'J. Doe', title: 'x', email: 'jane@example.com' })], T0 + 1);
    expect(people(db).people).toHaveLength(2);
    fetched(db, [contact({ ...jane, name: 'J. Doe', email: 'jane@example.com' })], T0 + 2);
    expect(people(db).people).toMatchObject([{ name: 'J. Doe', email: 'jane@example.com', title: 'CTO' }]);
  });

  it.each([locked, notKept])('of a detail are counted but not stored if the key is $mode', (state) => {
    const db = memoryCache();
    names(db, [contact(jane), contact({ name: 'B' })], T0, state);
    expect(all(db, 'SELECT 1 FROM contact')).toEqual([]);
    expect(all(db, 'SELECT 1 FROM company_source WHERE personal IS NOT NULL')).toEqual([]);
    expect(people(db, state)).toMatchObject({ state: state.mode, people: [], total: 2 });
    expect(people(db)).toMatchObject({ state: 'names-only', people: [], total: 2 });
  });

  it('are reported as locked without the key, and are not decrypted with another', () => {
    const db = memoryCache();
    fetched(db, [contact(jane)], T0);
    expect(people(db, locked)).toMatchObject({ state: 'locked', people: [], total: 1 });
    expect(people(db, loadContactKey(Buffer.alloc(32, 9)))).toMatchObject({ state: 'locked', people: [] });
    expect(people(memoryCache(), locked).state).toBe('never-fetched');
  });

  it('in a row that was moved or tampered with are not decrypted, while others are', () => {
    const db = memoryCache();
    fetched(db, [contact(jane), contact({ name: 'B', email: 'b@example.com' })], T0);
    run(
      db,
      'UPDATE contact SET name = (SELECT email FROM contact WHERE email IS NOT NULL) WHERE email IS NULL',
    );
    expect(people(db).people.map(({ name }) => name)).toEqual(['B']);
    storeContacts(db, seal, { companyId: 'c2', contacts: [], rawPersonal: [] }, T0);
    run(db, "UPDATE contact SET company_id = 'c2'");
    expect(peopleOf(db, seal, 'c2', T0).people).toEqual([]);
    // The old rows still cannot be decrypted, but this does not prevent storing a later response.
    fetched(db, [contact(jane)], T0 + 1);
    expect(people(db).people).toMatchObject([{ name: 'Jane Doe' }]);
  });

  it('are returned sorted by name, 50 at most, with the total', () => {
    const db = memoryCache();
    fetched(
      db,
      Array.from({ length: 70 }, (_, index) =>
        contact({ name: `P${String(99 - index)}`, email: `p${index}@example.com` }),
      ),
      T0,
    );
    const found = people(db);
    expect(found.people).toHaveLength(50);
    expect(found.total).toBe(70);
    expect(found.people[0]?.name).toBe('P30');
  });

  it('lose no contact and no field in any order of arrival, and are unchanged when stored again', () => {
    const who = fc.constantFrom('a', 'b', 'c');
    const response = fc.record({
      call: fc.constantFrom('company', 'contacts'),
      contacts: fc.uniqueArray(fc.record({ who, title: fc.option(fc.constantFrom('CTO', 'CEO')) }), {
        selector: ({ who: each }) => each,
        maxLength: 3,
      }),
    });
    const store = (
      db: WriteDb,
      { call, contacts, atMs }: ValueOf<typeof response> & { atMs: number },
    ): void => {
      const fields = contacts.map(({ who: each, title }) =>
        contact({
          name: `Name ${each}`,
          title,
          linkedinUrl: `https://linkedin.com/in/${each}`,
          ...(call === 'contacts'
            ? { email: `${each}@example.com`, emailValid: true }
            : { contactId: `id-${each}` }),
        }),
      );
      if (call === 'company') names(db, fields, atMs);
      else fetched(db, fields, atMs);
    };
    const result = (db: WriteDb) => {
      const { people: found, ...rest } = people(db);
      return { ...rest, people: found.map(({ personId: _, ...person }) => person) };
    };
    fc.assert(
      fc.property(
        fc.array(response, { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat()),
        (answers, order) => {
          const timed = answers.map((each, index) => ({ ...each, atMs: T0 + index * 1_000 }));
          const shuffled = timed
            .map((each) => ({ each, at: order.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ each }) => each);
          const [inOrder, mixed] = [memoryCache(), memoryCache()];
          for (const each of timed) store(inOrder, each);
          for (const each of [...shuffled, ...shuffled]) store(mixed, each);
          expect(result(mixed)).toEqual(result(inOrder));
          const fields = new Set(timed.flatMap(({ contacts }) => contacts.map(({ who: each }) => each)));
          expect(result(mixed).people).toHaveLength(fields.size);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('LinkedIn profile', () => {
  it.each([
    'https://www.linkedin.com/in/jane-doe',
    'http://linkedin.com/in/jane-doe/',
    'LinkedIn.com/in/Jane-Doe?trk=x',
    'https://uk.linkedin.com/in/jane%2Ddoe#top',
  ])('%s has the same key', (url) => expect(linkedinKey(url)).toBe('linkedin.com/in/jane-doe'));
});
