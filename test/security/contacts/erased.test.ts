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
import { measure, reportFigure } from '../support/figures.ts';

/*
 * After an erasure, the test searches every byte of every file of the workspace, including WAL files, backups
 * and damaged files that were set aside. It looks for the planted words in many encodings, and for the
 * encrypted bytes that the key could still decrypt.
 */

/** Long enough for a full-size run to read every file. */
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
const allContactMarkers = (): string[] =>
  Array.from({ length: COMPANIES }, (_, index) => contactMarkers(index)).flat();
const findTraces = (markers: readonly string[], pieces: readonly Buffer[]): string[] => [
  ...findPlaintext(temp.path, markers).hits,
  ...findPieces(temp.path, pieces),
];
const contactIdOf = (index: number): number => {
  const { people } = decryptContacts(world.files.cache, world.seal, idOf(index));
  return people.find(({ name }) => name === contactOf(index).name)?.contactId ?? 0;
};

/** A deliberate defect that leaves erased data in some file. The search must find this data. */
type Defect = 'none' | 'secure-delete-off' | 'copies-left' | 'names-left' | 'index-left';

function plant(defect: Defect): void {
  if (defect === 'secure-delete-off') exec(world.files.cache, 'PRAGMA secure_delete = OFF');
  if (defect === 'index-left')
    exec(world.files.cache, "INSERT INTO search_words (search_words, rank) VALUES ('secure-delete', 0)");
}

async function eraseContacts(how: 'suppress' | 'erase', defect: Defect): Promise<string[]> {
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
  if (defect !== 'copies-left') removeSetAside(temp.path, 'cache');
  // The other contacts of these companies remain.
  for (const companyId of companyIds)
    expect(decryptContacts(world.files.cache, world.seal, companyId).people).toHaveLength(1);
  return findTraces(VICTIMS.flatMap(contactMarkers), rows);
}

function eraseCompanies(defect: Defect): string[] {
  plant(defect);
  const pieces = encryptedPieces(world, { companyIds: VICTIMS.map(idOf) });
  const ends = VICTIMS.flatMap(indexedSuffixesOf);
  // Proves that the search can find these strings. Otherwise, finding none after the erasure would prove
  // nothing.
  expect(findPlaintext(temp.path, ends).hits.length).toBeGreaterThanOrEqual(ends.length);
  for (const index of VICTIMS) eraseCompany(world.where, idOf(index));
  if (defect !== 'copies-left') expect(world.privacy.eraseInBackups()?.backupsAmended).toBe(1);
  if (defect === 'names-left')
    exec(world.files.yours, `UPDATE note SET company_name = '${nameOf(3)}' WHERE company_id = 'c3'`);
  return findTraces([...VICTIMS.flatMap(factsOf), ...VICTIMS.map(nameOf), ...ends], pieces);
}

async function changeKey(defect: Defect): Promise<string[]> {
  plant(defect);
  const pieces = encryptedPieces(world);
  const previousKey = Buffer.alloc(32, 7);
  const seal = createContactEncryption(Buffer.alloc(32, 8), random, { previousKey });
  await reencryptContacts(world.files.cache, seal, { pause: world.where.pause });
  if (defect !== 'copies-left') removeSetAside(temp.path, 'cache');
  return findTraces(allContactMarkers(), pieces);
}

describe('a search of every byte finds nothing', { timeout: SLOW_MS }, () => {
  it.each(['suppress', 'erase'] as const)('of contacts after: %s', async (how) => {
    expect(await eraseContacts(how, 'none')).toEqual([]);
    world.close();
    expect(findPlaintext(temp.path, VICTIMS.flatMap(contactMarkers)).hits).toEqual([]);
    world = openErasureWorld(temp.path);
  });

  it('of erased companies, in backups either; user data stays', () => {
    expect(eraseCompanies('none')).toEqual([]);
    expect(findPlaintext(temp.path, ['Seller7Zq']).hits.length).toBeGreaterThan(1);
    expect(findPlaintext(temp.path, [nameOf(4)]).hits.length).toBeGreaterThan(1);
    const [backup] = readdirSync(join(temp.path, 'backups'));
    expect(createBackupStore({ folder: temp.path, clock, log }).newestGood()?.id).toBe(backup?.slice(0, -3));
  });

  it('of contacts past the retention period', () => {
    const pieces = encryptedPieces(world);
    removeSetAside(temp.path, 'cache');
    expect(applyRetention(world.files, T0 + 370 * 86_400_000)).toMatchObject({ people: COMPANIES * 2 });
    expect(findTraces(allContactMarkers(), pieces)).toEqual([]);
  });

  it('encrypted with the old key after a key change', async () => {
    expect(await changeKey('none')).toEqual([]);
    const seal = createContactEncryption(Buffer.alloc(32, 8), random);
    for (const index of [0, 9, COMPANIES - 1])
      expect(decryptContacts(world.files.cache, seal, idOf(index))).toMatchObject({ unreadable: 0 });
  });

  it('of downloaded data after its deletion; user data and its company names stay', () => {
    const pieces = encryptedPieces(world);
    const facts = Array.from({ length: COMPANIES }, (_, index) => [
      ...factsOf(index),
      ...indexedSuffixesOf(index),
    ]).flat();
    expect(findTraces(facts, pieces).length).toBeGreaterThan(100);
    world.close();
    wipeServiceData(temp.path, { clock, log });
    world = openErasureWorld(temp.path);
    expect(findTraces([...facts, ...allContactMarkers()], pieces)).toEqual([]);
    expect(world.files.isCacheRebuilt).toBe(false);
    expect(findPlaintext(temp.path, [nameOf(4), 'Seller4Zq']).hits.length).toBeGreaterThan(1);
  });
});

describe('finds a planted defect', { timeout: SLOW_MS }, () => {
  const planted: readonly (readonly [string, () => Promise<string[]> | string[]])[] = [
    ['secure_delete off when contacts are suppressed', () => eraseContacts('suppress', 'secure-delete-off')],
    ['a set-aside cache left when contacts are erased', () => eraseContacts('erase', 'copies-left')],
    ['secure_delete off when companies are erased', () => eraseCompanies('secure-delete-off')],
    ['copies left unchanged when companies are erased', () => eraseCompanies('copies-left')],
    ['secure-delete of the search index off when companies are erased', () => eraseCompanies('index-left')],
    ['a name left in user data when companies are erased', () => eraseCompanies('names-left')],
    ['a set-aside cache left when the key is changed', () => changeKey('copies-left')],
  ];
  let found = 0;
  it.each(planted)('%s', async (_name, work) => {
    expect((await work()).length).toBeGreaterThan(0);
    found += 1;
  });

  it('finds every planted defect', () => {
    reportFigure(
      `Erased and suppressed: 0 planted words or encrypted bytes left in any file; planted defects found ${found}/${planted.length}`,
    );
    measure('E1', {
      tried: 'every byte of every file of a workspace',
      violations: '0 words or encrypted bytes',
      planted: { caught: found, of: planted.length },
    });
    expect(found).toBe(planted.length);
    expect(existsSync(temp.path)).toBe(true);
  });
});
