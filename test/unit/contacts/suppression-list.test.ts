import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../electron/core/database/sql.ts';
import {
  insertSuppression,
  insertSuppressionKey,
} from '../../../electron/core/database/queries/suppressions.ts';
import {
  eraseCompany,
  eraseContact,
  suppressContact,
  suppressByIdentifier,
  unsuppress,
} from '../../../electron/core/privacy/erase.ts';
import { keysOf } from '../../../electron/core/contacts/suppression-keys.ts';
import { redactContacts } from '../../../electron/core/contacts/redact.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { noteOf } from '../../../electron/core/database/queries/yours/notes.ts';
import { countErasedCompanies } from '../../../electron/core/database/queries/privacy-state.ts';
import {
  createPrivacyWorld,
  type PrivacyWorld,
  type ReceivedContact,
} from '../../support/privacy/privacy-world.ts';

const T0 = Date.UTC(2026, 5, 10);
const jane: ReceivedContact = {
  name: 'Jane Doe',
  email: 'jane@acme.example',
  linkedinUrl: 'https://linkedin.com/in/jane',
};
const namesake: ReceivedContact = {
  name: 'Jane Doe',
  email: 'j.doe@acme.example',
  linkedinUrl: 'https://linkedin.com/in/jane-2',
};
const bob: ReceivedContact = {
  name: 'Bob Roe',
  email: 'bob@acme.example',
  linkedinUrl: 'https://linkedin.com/in/bob',
};

let world: PrivacyWorld;
beforeEach(() => {
  world = createPrivacyWorld();
});
afterEach(() => world.dispose());

const storePeople = (people: readonly ReceivedContact[], companyId = 'c1', atMs = T0): void =>
  world.receive('contacts', companyId, people, atMs);
const names = (companyId = 'c1'): (string | undefined)[] =>
  world
    .kept()
    .rows.filter((row) => row.companyId === companyId)
    .map(({ received }) => received.name)
    .sort();
const idOf = (email: string | undefined): string => {
  const index = world.kept().rows.findIndex(({ received }) => received.email === email);
  return String(index + 1);
};
const suppress = (personId: string, companyId = 'c1') =>
  suppressContact(world.where(T0), world.state(), { companyId, personId });

describe('suppressed contact', () => {
  it('is deleted at every company by its LinkedIn profile; a namesake with another profile stays', async () => {
    storePeople([jane, namesake, bob]);
    storePeople([{ linkedinUrl: 'http://de.linkedin.com/in/jane/?x=1', name: 'Jane M. Doe' }], 'c2');
    expect(await suppress(idOf(jane.email))).toMatchObject({ people: 2, companyIds: ['c1', 'c2'] });
    expect(names()).toEqual(['Bob Roe', 'Jane Doe']);
    expect(names('c2')).toEqual([]);
    storePeople([jane, namesake, bob], 'c1', T0 + 1);
    expect(names()).toEqual(['Bob Roe', 'Jane Doe']);
  });

  it('is recognized at its company by name, but not elsewhere, and never by contact id', async () => {
    storePeople([{ ...jane, contactId: '77' }]);
    await suppress('1');
    storePeople([{ name: 'JANE DOE' }, { contactId: '77', name: 'J.' }], 'c1', T0 + 1);
    expect(names()).toEqual([]);
    // A contact with the same name at another company may be a different person, so the contact is stored.
    storePeople([{ name: 'Jane Doe' }], 'c2', T0 + 1);
    expect(names('c2')).toEqual(['Jane Doe']);
  });

  it('is recognized by its profile, which adds further addresses to the suppression', async () => {
    storePeople([{ linkedinUrl: jane.linkedinUrl ?? '', name: 'Jane Doe' }]);
    await suppress('1');
    storePeople([{ linkedinUrl: jane.linkedinUrl ?? '', email: 'new@jane.example' }], 'c2', T0 + 1);
    storePeople([{ email: 'NEW@jane.example' }], 'c3', T0 + 2);
    expect(world.kept()).toMatchObject({ rows: [] });
    expect(world.kept().raws).not.toContain('jane.example');
  });

  it('also blocks a contact with the same address, without adding that contact’s other values', async () => {
    storePeople([jane]);
    await suppress('1');
    storePeople([{ ...bob, email: jane.email ?? '' }], 'c1', T0 + 1);
    expect(names()).toEqual([]);
    storePeople([bob], 'c1', T0 + 2);
    expect(names()).toEqual(['Bob Roe']);
  });

  it('can be stored again once the suppression is lifted', async () => {
    const { suppressionId } = await suppressByIdentifier(world.where(T0), world.state(), {
      email: jane.email ?? '',
      linkedinUrl: jane.linkedinUrl ?? '',
    });
    storePeople([jane]);
    expect(names()).toEqual([]);
    unsuppress(world.where(T0), suppressionId);
    storePeople([jane], 'c1', T0 + 1);
    expect(names()).toEqual(['Jane Doe']);
  });

  it('stays lifted after an older file is restored', async () => {
    storePeople([jane]);
    const { suppressionId } = await suppress('1');
    world.backUp();
    unsuppress(world.where(T0), suppressionId);
    world.restore();
    storePeople([jane], 'c1', T0 + 1);
    expect(names()).toEqual(['Jane Doe']);
  });

  it('is copied to yours.db at the next start after a crash between both files', () => {
    const { cache } = world.files;
    transaction(cache, () => {
      insertSuppression(cache, {
        suppressionId: 'a'.repeat(24),
        sinceMs: T0,
        origin: 'person',
        liftedAtMs: null,
      });
      const person = { serviceId: null, name: null, email: jane.email ?? '', linkedinUrl: null };
      for (const key of keysOf(world.seal, 'c1', person)) insertSuppressionKey(cache, 'a'.repeat(24), key);
    });
    void world.reopen();
    storePeople([jane]);
    expect(names()).toEqual([]);
  });
});

describe('erased contact', () => {
  it('is removed from raw rows of all companies, and can be fetched again', async () => {
    storePeople([jane, namesake, bob]);
    world.receive('aside', 'c2', [jane], T0);
    const at = { companyId: 'c1', personId: idOf(jane.email) };
    expect(await eraseContact(world.where(T0), world.state(), at, () => undefined)).toMatchObject({
      people: 1,
      rawRows: 2,
    });
    expect(names()).toEqual(['Bob Roe', 'Jane Doe']);
    expect(world.kept().raws).not.toContain('jane@acme.example');
    await world.readAgain();
    expect(names()).toEqual(['Bob Roe', 'Jane Doe']);
    storePeople([jane], 'c1', T0 + 1);
    expect(names()).toEqual(['Bob Roe', 'Jane Doe', 'Jane Doe']);
  });
});

describe('erased company', () => {
  it('loses its name in user data, even after a restore, until it is fetched again', () => {
    const notes = createNotes(world.files.yours);
    storePeople([jane]);
    notes.save({ companyId: 'c1', companyName: 'Acme', body: 'Acme hires', baseRevision: 0, savedAtMs: T0 });
    world.backUp();
    expect(eraseCompany(world.where(T0), 'c1')).toMatchObject({ companies: 1 });
    expect(noteOf(world.files.yours, 'c1')).toMatchObject({ body: 'Acme hires', companyName: '' });
    world.restore();
    expect(noteOf(world.files.yours, 'c1')).toMatchObject({ body: 'Acme hires', companyName: '' });
    expect(countErasedCompanies(world.files.yours)).toBe(1);
    storePeople([jane]);
    const refetched = createNotes(world.files.yours);
    refetched.save({
      companyId: 'c1',
      companyName: 'Acme',
      body: 'Acme again',
      baseRevision: 1,
      savedAtMs: T0 + 1,
    });
    void world.reopen();
    expect(noteOf(world.files.yours, 'c1')).toMatchObject({ companyName: 'Acme' });
  });
});

describe('redacting a raw row', () => {
  const isJane = ({ email, name }: { email: string | null; name: string | null }): boolean =>
    email?.trim().toLowerCase() === jane.email || name === 'Jane Doe';
  it('removes contacts at any depth and leaves the rest unchanged', () => {
    const raw = {
      data: [
        { name: 'Jane Doe', phone: '1' },
        { name: 'Bob Roe', assistant: { email: 'JANE@acme.example' } },
      ],
      main: ' jane@acme.example ',
      meta: { count: 2, list: ['jane@acme.example', 'bob@acme.example', null, 3] },
    };
    expect(redactContacts(raw, isJane)).toEqual({
      data: [{ name: 'Bob Roe' }],
      meta: { count: 2, list: ['bob@acme.example', null, 3] },
    });
    expect(redactContacts(raw, () => false)).toEqual(raw);
  });
});
