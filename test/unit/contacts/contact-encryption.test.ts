import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  createPassphraseRecord,
  deriveFromPassphrase,
  PASSPHRASE_COST,
  passphraseRecordSchema,
} from '../../../electron/core/contacts/passphrase.ts';
import {
  createContactEncryption,
  canStoreContacts,
  type ContactKeyState,
} from '../../../electron/core/contacts/contact-encryption.ts';
import { createContactNames, placeOf } from '../../../electron/core/contacts/decrypt-contacts.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { loadContactKey, random } from '../../support/app/library-fixtures.ts';
import { CHEAP_PASSPHRASE } from '../../support/app/test-app.ts';

const place = { table: 'contact', row: '1/acme', column: 'email' };
const encryption = createContactEncryption(Buffer.alloc(32, 1), random);

describe('contact encryption', () => {
  it('encrypts and decrypts any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (plain) => encryption.open(encryption.seal(plain, place), place) === plain,
      ),
    );
  });

  it('never produces the same bytes twice', () => {
    expect(encryption.seal('a', place).equals(encryption.seal('a', place))).toBe(false);
  });

  it.each(['table', 'row', 'column'] as const)('does not decrypt at another %s', (part) => {
    const blob = encryption.seal('jane@example.com', place);
    expect(() => encryption.open(blob, { ...place, [part]: 'other' })).toThrow(AppFailure);
  });

  it('does not decrypt after any byte was changed, removed or added', () => {
    const blob = encryption.seal('jane@example.com', place);
    for (let index = 0; index < blob.length; index += 1) {
      const changed = Buffer.from(blob);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => encryption.open(changed, place)).toThrow(AppFailure);
      expect(() => encryption.open(blob.subarray(0, index), place)).toThrow(AppFailure);
    }
    expect(() => encryption.open(Buffer.concat([blob, Buffer.of(0)]), place)).toThrow(AppFailure);
  });

  it('does not decrypt with another key, which also gives other identities', () => {
    const otherKey = createContactEncryption(Buffer.alloc(32, 2), random);
    expect(() => otherKey.open(encryption.seal('a', place), place)).toThrow(AppFailure);
    expect(otherKey.identity('a').equals(encryption.identity('a'))).toBe(false);
    expect(encryption.identity('a').equals(encryption.identity('a'))).toBe(true);
    expect(encryption.identity('a')).toHaveLength(32);
  });

  it('rejects a key of another length', () => {
    expect(() => createContactEncryption(Buffer.alloc(31), random)).toThrow();
  });

  it('reports whether contacts could be stored', () => {
    expect(
      [loadContactKey(), { mode: 'locked' as const }, { mode: 'not-kept' as const }].map(canStoreContacts),
    ).toEqual([true, false, false]);
  });
});

describe('passphrase', () => {
  it('uses PASSPHRASE_COST in every shell', () => {
    const shells = readdirSync('electron/shells', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join('electron/shells', file), 'utf8'));
    const costs = shells.flatMap((source) => source.match(/\bpassphraseCost\b.*/g) ?? []);
    expect(costs).toEqual(Array(2).fill('passphraseCost: PASSPHRASE_COST,'));
    expect(PASSPHRASE_COST).toBe(131_072);
  });

  it('derives a key at the full cost', async () => {
    const record = await createPassphraseRecord('correct horse', { random, passphraseCost: PASSPHRASE_COST });
    expect(record).toMatchObject({ kdf: 'scrypt', cost: 131_072, blockSize: 8, parallelization: 1 });
    expect(await deriveFromPassphrase('correct horse', record)).toHaveLength(32);
  });

  it('derives the same key again, detects a wrong passphrase, and stores neither in its record', async () => {
    const record = await createPassphraseRecord('correct horse é', {
      random,
      passphraseCost: CHEAP_PASSPHRASE,
    });
    expect(passphraseRecordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
    const key = await deriveFromPassphrase('correct horse é', record);
    const decomposed = await deriveFromPassphrase('correct horse e\u0301', record);
    expect(key).toHaveLength(32);
    expect(decomposed?.equals(key ?? Buffer.alloc(0))).toBe(true);
    expect(await deriveFromPassphrase('correct horse e', record)).toBeNull();
    expect(JSON.stringify(record)).not.toContain(key?.toString('base64'));
  });

  it('rejects a record with too much memory or too little work', async () => {
    const record = await createPassphraseRecord('a passphrase', { random, passphraseCost: CHEAP_PASSPHRASE });
    expect(passphraseRecordSchema.safeParse({ ...record, cost: 2 ** 30 }).success).toBe(false);
    expect(passphraseRecordSchema.safeParse({ ...record, cost: 2 }).success).toBe(false);
  });
});

describe('contact names for the search', () => {
  it('are cached per key, and null while contacts are locked', () => {
    const first = loadContactKey();
    let state: ContactKeyState = first;
    const contactNames = createContactNames(() => state);
    const names = contactNames();
    expect(names).not.toBeNull();
    state = { ...first };
    expect(contactNames()).toBe(names);
    state = loadContactKey(Buffer.alloc(32, 8));
    expect(contactNames()).not.toBe(names);
    state = { mode: 'locked' };
    expect(contactNames()).toBeNull();
    state = { mode: 'not-kept' };
    expect(contactNames()).toBeNull();
  });

  it('are empty for a row encrypted with another key', () => {
    const ownKey = loadContactKey();
    if (ownKey.mode !== 'open') throw new Error('the contact key is not open');
    const row = {
      companyId: 'cmp_1',
      contactId: 1,
      title: null,
      name: ownKey.seal.seal('Ada Berg', placeOf('cmp_1', 1, 'name')),
    };
    expect(createContactNames(() => ownKey)()?.readNames(row)).toEqual(['Ada Berg']);
    const otherKey = loadContactKey(Buffer.alloc(32, 8));
    expect(createContactNames(() => otherKey)()?.readNames(row)).toEqual([]);
  });
});
