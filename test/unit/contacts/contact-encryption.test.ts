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
} from '../../../electron/core/contacts/contact-encryption.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { openSeal, random } from '../../support/app/library-fixtures.ts';
import { CHEAP_PASSPHRASE } from '../../support/app/test-app.ts';

const place = { table: 'contact', row: '1/acme', column: 'email' };
const seal = createContactEncryption(Buffer.alloc(32, 1), random);

describe('the seal', () => {
  it('opens what it sealed, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (plain) => seal.open(seal.seal(plain, place), place) === plain,
      ),
    );
  });

  it('never makes the same bytes twice', () => {
    expect(seal.seal('a', place).equals(seal.seal('a', place))).toBe(false);
  });

  it.each(['table', 'row', 'column'] as const)('does not open at another %s', (part) => {
    const blob = seal.seal('jane@example.com', place);
    expect(() => seal.open(blob, { ...place, [part]: 'other' })).toThrow(AppFailure);
  });

  it('does not open after any single byte was changed, cut or added', () => {
    const blob = seal.seal('jane@example.com', place);
    for (let index = 0; index < blob.length; index += 1) {
      const changed = Buffer.from(blob);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(() => seal.open(changed, place)).toThrow(AppFailure);
      expect(() => seal.open(blob.subarray(0, index), place)).toThrow(AppFailure);
    }
    expect(() => seal.open(Buffer.concat([blob, Buffer.of(0)]), place)).toThrow(AppFailure);
  });

  it('does not open under another key, nor do identities agree', () => {
    const other = createContactEncryption(Buffer.alloc(32, 2), random);
    expect(() => other.open(seal.seal('a', place), place)).toThrow(AppFailure);
    expect(other.identity('a').equals(seal.identity('a'))).toBe(false);
    expect(seal.identity('a').equals(seal.identity('a'))).toBe(true);
    expect(seal.identity('a')).toHaveLength(32);
  });

  it('refuses a key of another length', () => {
    expect(() => createContactEncryption(Buffer.alloc(31), random)).toThrow();
  });

  it('tells whether people could be kept', () => {
    expect(
      [openSeal(), { mode: 'locked' as const }, { mode: 'not-kept' as const }].map(canStoreContacts),
    ).toEqual([true, false, false]);
  });
});

describe('the passphrase', () => {
  it('costs PASSPHRASE_COST in every shell', () => {
    const shells = readdirSync('electron/shells', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join('electron/shells', file), 'utf8'));
    const costs = shells.flatMap((source) => source.match(/\bpassphraseCost\b.*/g) ?? []);
    expect(costs).toEqual(Array(2).fill('passphraseCost: PASSPHRASE_COST,'));
    expect(PASSPHRASE_COST).toBe(131_072);
  });

  it('gives the same key again, tells a wrong one, and its record holds neither', async () => {
    const record = await createPassphraseRecord('correct horse é', {
      random,
      passphraseCost: PASSPHRASE_COST,
    });
    expect(passphraseRecordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
    expect(record).toMatchObject({ kdf: 'scrypt', cost: 131_072, blockSize: 8, parallelization: 1 });
    const key = await deriveFromPassphrase('correct horse é', record);
    const decomposed = await deriveFromPassphrase('correct horse e\u0301', record);
    expect(key).toHaveLength(32);
    expect(decomposed?.equals(key ?? Buffer.alloc(0))).toBe(true);
    expect(await deriveFromPassphrase('correct horse e', record)).toBeNull();
    expect(JSON.stringify(record)).not.toContain(key?.toString('base64'));
  });

  it('refuses a record that asks for too much memory or too little work', async () => {
    const record = await createPassphraseRecord('a passphrase', { random, passphraseCost: CHEAP_PASSPHRASE });
    expect(passphraseRecordSchema.safeParse({ ...record, cost: 2 ** 30 }).success).toBe(false);
    expect(passphraseRecordSchema.safeParse({ ...record, cost: 2 }).success).toBe(false);
  });
});
