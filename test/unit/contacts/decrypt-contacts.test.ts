import { describe, expect, it } from 'vitest';
import { createContactNames, placeOf } from '../../../electron/core/contacts/decrypt-contacts.ts';
import type { ContactKeyState } from '../../../electron/core/contacts/contact-encryption.ts';
import { openSeal } from '../../support/app/library-fixtures.ts';

describe('contact names for the search', () => {
  it('are one object per seal, and none while contacts are locked', () => {
    const first = openSeal();
    let state: ContactKeyState = first;
    const contactNames = createContactNames(() => state);
    const names = contactNames();
    expect(names).not.toBeNull();
    state = { ...first };
    expect(contactNames()).toBe(names);
    state = openSeal(Buffer.alloc(32, 8));
    expect(contactNames()).not.toBe(names);
    state = { mode: 'locked' };
    expect(contactNames()).toBeNull();
    state = { mode: 'not-kept' };
    expect(contactNames()).toBeNull();
  });

  it('are empty for a row that was encrypted under another key', () => {
    const own = openSeal();
    if (own.mode !== 'open') throw new Error('the seal is not open');
    const row = {
      companyId: 'cmp_1',
      contactId: 1,
      title: null,
      name: own.seal.seal('Ada Berg', placeOf('cmp_1', 1, 'name')),
    };
    expect(createContactNames(() => own)()?.readNames(row)).toEqual(['Ada Berg']);
    const other = openSeal(Buffer.alloc(32, 8));
    expect(createContactNames(() => other)()?.readNames(row)).toEqual([]);
  });
});
