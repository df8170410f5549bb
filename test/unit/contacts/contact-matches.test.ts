import { describe, expect, it } from 'vitest';
import { contactMatchesOf } from '../../../electron/core/contacts/contact-matches.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import { peopleOf } from '../../../electron/core/contacts/contact-view.ts';
import { storeDetail } from '../../../electron/core/library/store-responses.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { contactMatchCountsSchema, type BuyerRoles } from '../../../shared/model/buyer-roles.ts';
import { peopleSchema } from '../../../shared/model/company.ts';
import {
  company,
  contact,
  detail,
  fundingsQuery,
  loadContactKey,
  memoryCache,
  page,
  round,
  row,
} from '../../support/app/library-fixtures.ts';
import { storePage } from '../../support/app/store-without-key.ts';

const T0 = Date.UTC(2026, 5, 10, 8);
const seal = loadContactKey();
const unreadable: readonly ContactKeyState[] = [{ mode: 'locked' }, { mode: 'not-kept' }];
const buyerRoles: BuyerRoles = {
  roles: [{ department: 'it', seniorities: ['executive'] }],
  keywords: ['RevOps'],
};

/** Stores a profile, which contains the names and titles of contacts. */
function withProfile(): WriteDb {
  const db = memoryCache();
  const contacts = ['CTO', 'Junior software engineer', 'RevOps lead', 'Marketing manager', null].map(
    (title, at) => contact({ contactId: `k${at}`, name: `Contact ${at}`, title }),
  );
  storeDetail(db, seal, detail(company('c1'), { contacts, rawPersonal: contacts }), T0);
  return db;
}

describe('the number of contacts by match', () => {
  it('is counted from the names and titles of a profile', () => {
    const counts = contactMatchesOf(withProfile(), seal, 'c1', buyerRoles);
    expect(contactMatchCountsSchema.parse(counts)).toEqual({
      strong: 2,
      weak: 1,
      none: 1,
      unknown: 1,
      stored: 5,
      listed: 5,
    });
  });

  it('is not claimed without a profile, for any number of contacts that the service reports', () => {
    const db = memoryCache();
    const rounds = page([row(company('c1'), round('r1'))]);
    storePage(db, { endpoint: 'fundings', query: fundingsQuery(), page: rounds, fetchedAtMs: T0 });
    expect(contactMatchesOf(db, seal, 'c1', buyerRoles)).toBeNull();
    storeDetail(db, seal, detail(company('c1'), { contacts: [], rawPersonal: [], totalContacts: 9 }), T0 + 1);
    expect(contactMatchesOf(db, seal, 'c1', buyerRoles)).toBeNull();
  });

  it.each(unreadable)('is not counted while contacts are $mode', (state) => {
    expect(contactMatchesOf(withProfile(), state, 'c1', buyerRoles)).toBeNull();
  });
});

describe('the contacts of an open company', () => {
  it('have their match and its reason', () => {
    const { people } = peopleSchema.parse(peopleOf(withProfile(), seal, 'c1', T0, { buyerRoles }));
    expect(people.map(({ match }) => match?.match)).toEqual(['strong', 'weak', 'strong', 'none', 'unknown']);
    expect(people[2]?.match?.reason).toEqual({ kind: 'keyword', keyword: 'RevOps' });
  });

  it('have no match without buyer roles', () => {
    expect(peopleOf(withProfile(), seal, 'c1', T0).people.some(({ match }) => match)).toBe(false);
  });

  it.each(unreadable)('show no title and no match while contacts are $mode', (state) => {
    const reply = peopleOf(withProfile(), state, 'c1', T0, { buyerRoles });
    expect(reply.people).toEqual([]);
    expect(JSON.stringify(reply)).not.toMatch(/CTO|match|strong|RevOps/);
  });
});
