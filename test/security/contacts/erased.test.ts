import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exec } from '../../../electron/core/database/sql.ts';
import { createBackupStore } from '../../../electron/core/backup/backup-store.ts';
import { createContactEncryption } from '../../../electron/core/contacts/contact-encryption.ts';
import { decryptContacts } from '../../../electron/core/contacts/decrypt-contacts.ts';
import { removeSetAside } from '../../../electron/core/privacy/erase-in-backups.ts';
import { eraseCompany, eraseContact, suppressContact } from '../../../electron/core/privacy/erase.ts';
import { reencryptContacts } from '../../../electron/core/privacy/re-encrypt-contacts.ts';
import { applyRetention } from '../../../electron/core/privacy/retention.ts';
import { wipeServiceData } from '../../../electron/core/privacy/wipe-service-data.ts';
import {
  COMPANIES,
  T0,
  factsOf,
  fill,
  findPieces,
  indexedSuffixesOf,
  nameOf,
  openErasureWorld,
  contactMarkers,
  contactOf,
  encryptedPieces,
  type ErasureWorld,
} from '../../support/privacy/erasure-world.ts';
import { clock, log, random } from '../../support/app/library-fixtures.ts';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { measure, tell } from '../support/figures.ts';

/*
 * After somebody was forgotten, every file of the workspace is read byte by byte: databases, logs, shared memory, backups and
 * files that were set aside. Looked for is what was planted, in the clear in many forms, and the sealed bytes as they stood
 * before: those would open for whoever has the key.
 */

/** A full-size run takes a while to read every file, in ms. */
const SLOW_MS = 180_000;

let temp: ReturnType<typeof tempDir>;
let world: ErasureWorld;
beforeEach(async () => {
  temp = tempDir();
  world = openErasureWorld(temp.path);
  await fill(world);
}, SLOW_MS);
afterEach(() => {
  world.close();
  temp.remove();
});

const VICTIMS = [3, 7, 11];
const idOf = (index: number): string => `c${index}`;
const allPeople = (): string[] =>
  Array.from({ length: COMPANIES }, (_, index) => contactMarkers(index)).flat();
const everything = (markers: readonly string[], pieces: readonly Buffer[]): string[] => [
  ...findPlaintext(temp.path, markers).hits,
  ...findPieces(temp.path, pieces),
];
const contactIdOf = (index: number): number => {
  const { people } = decryptContacts(world.files.cache, world.seal, idOf(index));
  return people.find(({ name }) => name === contactOf(index).name)?.contactId ?? 0;
};

/** A defect of the files or of the steps that this test makes itself, planted to show that the scan would find it. */
type Defect = 'none' | 'secure-delete-off' | 'copies-kept' | 'names-kept' | 'index-kept';

function plant(defect: Defect): void {
  if (defect === 'secure-delete-off') exec(world.files.cache, 'PRAGMA secure_delete = OFF');
  if (defect === 'index-kept')
    exec(world.files.cache, "INSERT INTO search_words (search_words, rank) VALUES ('secure-delete', 0)");
}

async function forgetPeople(how: 'suppress' | 'erase', defect: Defect): Promise<string[]> {
  plant(defect);
  const companyIds = VICTIMS.map(idOf);
  const contactIds = VICTIMS.map(contactIdOf);
  const rows = encryptedPieces(world, { contactIds, companyIds });
  expect(findPieces(temp.path, rows).length).toBeGreaterThan(0);
  for (const [number, companyId] of companyIds.entries()) {
    const at = { companyId, personId: String(contactIds[number]) };
    if (how === 'suppress') await suppressContact(world.where, world.state, at);
    else await eraseContact(world.where, world.state, at, () => undefined);
  }
  if (defect !== 'copies-kept') removeSetAside(temp.path, 'cache');
  // The other contacts of these companies remain.
  for (const companyId of companyIds)
    expect(decryptContacts(world.files.cache, world.seal, companyId).people).toHaveLength(1);
  return everything(VICTIMS.flatMap(contactMarkers), rows);
}

function forgetCompanies(defect: Defect): string[] {
  plant(defect);
  const pieces = encryptedPieces(world, { companyIds: VICTIMS.map(idOf) });
  const ends = VICTIMS.flatMap(indexedSuffixesOf);
  // Each text is in the description, the raw row, the indexed text and the index.
  expect(findPlaintext(temp.path, ends).hits.length).toBeGreaterThanOrEqual(ends.length);
  for (const index of VICTIMS) eraseCompany(world.where, idOf(index));
  if (defect !== 'copies-kept') expect(world.privacy.eraseInBackups()?.backupsAmended).toBe(1);
  if (defect === 'names-kept')
    exec(world.files.yours, `UPDATE note SET company_name = '${nameOf(3)}' WHERE company_id = 'c3'`);
  return everything([...VICTIMS.flatMap(factsOf), ...VICTIMS.map(nameOf), ...ends], pieces);
}

async function changeKey(defect: Defect): Promise<string[]> {
  plant(defect);
  const pieces = encryptedPieces(world);
  const previousKey = Buffer.alloc(32, 7);
  const seal = createContactEncryption(Buffer.alloc(32, 8), random, { previousKey });
  await reencryptContacts(world.files.cache, seal, { pause: world.where.pause });
  if (defect !== 'copies-kept') removeSetAside(temp.path, 'cache');
  return everything(allPeople(), pieces);
}

describe('read byte by byte, nothing is left', { timeout: SLOW_MS }, () => {
  it.each(['suppress', 'erase'] as const)('of people after: %s', async (how) => {
    expect(await forgetPeople(how, 'none')).toEqual([]);
    world.close();
    expect(findPlaintext(temp.path, VICTIMS.flatMap(contactMarkers)).hits).toEqual([]);
    world = openErasureWorld(temp.path);
  });

  it('of erased companies, in backups too; what the seller wrote stays', () => {
    expect(forgetCompanies('none')).toEqual([]);
    expect(findPlaintext(temp.path, ['Seller7Zq']).hits.length).toBeGreaterThan(1);
    expect(findPlaintext(temp.path, [nameOf(4)]).hits.length).toBeGreaterThan(1);
    const [backup] = readdirSync(join(temp.path, 'backups'));
    expect(createBackupStore({ folder: temp.path, clock, log }).newestGood()?.id).toBe(backup?.slice(0, -3));
  });

  it('of people past the retention', () => {
    const pieces = encryptedPieces(world);
    removeSetAside(temp.path, 'cache');
    expect(applyRetention(world.files, T0 + 370 * 86_400_000)).toMatchObject({ people: COMPANIES * 2 });
    expect(everything(allPeople(), pieces)).toEqual([]);
  });

  it('under the old key after it was changed', async () => {
    expect(await changeKey('none')).toEqual([]);
    const seal = createContactEncryption(Buffer.alloc(32, 8), random);
    for (const index of [0, 9, COMPANIES - 1])
      expect(decryptContacts(world.files.cache, seal, idOf(index))).toMatchObject({ unreadable: 0 });
  });

  it('of what the service said after a wipe of it; the seller’s words and names stay', () => {
    const pieces = encryptedPieces(world);
    const facts = Array.from({ length: COMPANIES }, (_, index) => [
      ...factsOf(index),
      ...indexedSuffixesOf(index),
    ]).flat();
    expect(everything(facts, pieces).length).toBeGreaterThan(100);
    world.close();
    wipeServiceData(temp.path, { clock, log });
    world = openErasureWorld(temp.path);
    expect(everything([...facts, ...allPeople()], pieces)).toEqual([]);
    expect(world.files.isCacheRebuilt).toBe(false);
    expect(findPlaintext(temp.path, [nameOf(4), 'Seller4Zq']).hits.length).toBeGreaterThan(1);
  });
});

describe('a planted defect is found', { timeout: SLOW_MS }, () => {
  const planted: readonly (readonly [string, () => Promise<string[]> | string[]])[] = [
    ['secure_delete off when people are suppressed', () => forgetPeople('suppress', 'secure-delete-off')],
    ['a set-aside cache left when people are erased', () => forgetPeople('erase', 'copies-kept')],
    ['secure_delete off when companies are erased', () => forgetCompanies('secure-delete-off')],
    ['copies left as they are when companies are erased', () => forgetCompanies('copies-kept')],
    ['secure-delete of the search index off when companies are erased', () => forgetCompanies('index-kept')],
    ['a name left in the seller’s rows when companies are erased', () => forgetCompanies('names-kept')],
    ['a set-aside cache left when the key is changed', () => changeKey('copies-kept')],
  ];
  let found = 0;
  it.each(planted)('%s', async (_name, work) => {
    expect((await work()).length).toBeGreaterThan(0);
    found += 1;
  });

  it('each of them', () => {
    tell(
      `Erased and suppressed: 0 planted words or sealed bytes left in any file; planted defects found ${found}/${planted.length}`,
    );
    measure('E1', {
      tried: 'every file of a workspace, read byte by byte',
      wrong: '0 words or sealed bytes',
      planted: { caught: found, of: planted.length },
    });
    expect(found).toBe(planted.length);
    expect(existsSync(temp.path)).toBe(true);
  });
});
