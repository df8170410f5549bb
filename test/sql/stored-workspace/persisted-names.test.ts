import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempDir } from '../../support/common/temp-dir.ts';
import {
  collectNames,
  filesStoredBy,
  isStoredBy,
  valuesStoredBy,
  type PersistedNames,
  type StoredBy,
} from './collect-names.ts';
import { expectedFacts, openFixture } from './open-fixture.ts';
import { BLOCKED_EMAIL } from './fill-signals-and-privacy.ts';
import type { StoredWorkspace } from './read-workspace.ts';
import { decryptStored, FINGERPRINTS, type Decrypted } from './stored-crypto.ts';
import { PASSPHRASE } from './stored-world.ts';
import { writeDataFolder, type WorkspaceName, type WrittenFacts } from './write-data-folder.ts';

/*
 * Stored identifiers never change. `persisted-names.json` lists the identifiers that version 0.1.0 stored and
 * those that the current product stores. New identifiers may be added, but none may be removed or renamed.
 * `isStoredBy` returns whether one of these two versions stores a column.
 */

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'persisted-names.json'), 'utf8'),
) as PersistedNames;

const NAMES = ['keychain', 'passphrase', 'demo'] as const;

interface Stored {
  readonly dataDir: string;
  readonly accounts: ReadonlyMap<string, string>;
  readonly facts: WrittenFacts;
  remove(): Promise<void> | void;
}

async function storedByFixture(): Promise<Stored> {
  const world = await openFixture();
  return {
    dataDir: world.dataDir,
    accounts: world.keychain.entries,
    facts: expectedFacts(),
    remove: world.dispose,
  };
}

async function storedToday(): Promise<Stored> {
  const [folder, scratch] = [tempDir(), tempDir()];
  const { keychain, ...facts } = await writeDataFolder(folder.path, scratch.path);
  const remove = (): void => [folder, scratch].forEach((each) => each.remove());
  return { dataDir: folder.path, accounts: keychain, facts, remove };
}

/** Returns the columns that are recorded as stored by this version. */
const columnsOf = (part: 'values' | 'json', version: StoredBy): string[] =>
  Object.keys(recorded[part]).filter((column) => isStoredBy(version, column));

/** Keys that later versions added to the JSON of a column. */
const LATER_KEYS: ReadonlySet<string> = new Set(['onlyMatches', 'filters.round', 'filters.outcome=null']);

describe.each<[string, StoredBy, () => Promise<Stored>]>([
  ['data stored by 0.1.0 (b86d266)', '0.1.0', storedByFixture],
  ['data stored today', 'today', storedToday],
])('%s', (_name, version, make) => {
  let stored: Stored;
  let names: PersistedNames;
  beforeAll(async () => {
    stored = await make();
    names = collectNames(stored.dataDir, stored.accounts.keys(), version);
  });
  afterAll(() => stored.remove());

  it('has the recorded files', () => {
    expect(names.files).toEqual(filesStoredBy(version, recorded.files));
  });

  it.each(['keychainAccounts', 'settings', 'workspaceRecord'] as const)('has the recorded %s', (part) => {
    expect(names[part]).toEqual(recorded[part]);
  });

  it.each(['values', 'json'] as const)('has all recorded columns of %s', (part) => {
    expect(Object.keys(names[part]).sort()).toEqual(columnsOf(part, version).sort());
  });

  it.each(columnsOf('values', version))('has the recorded values in %s', (column) => {
    expect(names.values[column]).toEqual(valuesStoredBy(version, column, recorded.values[column] ?? []));
  });

  it.each(columnsOf('json', version))('has the recorded keys in the JSON of %s', (column) => {
    const keys = (recorded.json[column] ?? []).filter((key) => version === 'today' || !LATER_KEYS.has(key));
    expect(names.json[column]).toEqual(keys);
  });

  const decrypt = (name: WorkspaceName): Decrypted => {
    const id = stored.facts.ids[name];
    const keyOf = (account: string): string | undefined => stored.accounts.get(account);
    return decryptStored(join(stored.dataDir, 'workspaces', id), id, keyOf, PASSPHRASE);
  };

  it.each(NAMES)('is encrypted with the recorded AAD and HKDF strings: %s', (name) => {
    const { names: decrypted, rawAnswers, wrappedKeys } = decrypt(name);
    const { contacts } = stored.facts.workspaces[name];
    expect(decrypted).toEqual(expect.arrayContaining(contacts.flatMap((each) => each.contacts.map(nameOf))));
    expect(rawAnswers).toBeGreaterThan(0);
    expect(wrappedKeys).toEqual(name === 'keychain' ? ['identity', 'previous'] : []);
  });

  it.each(['keychain', 'passphrase'] as const)('has the recorded fingerprints: %s', (name) => {
    const { isBlocked, isContact, isErased } = decrypt(name);
    const { companyId, blocked, erasedCompanyId } = stored.facts.removed;
    expect(isBlocked(FINGERPRINTS.email(BLOCKED_EMAIL))).toBe(true);
    expect(isBlocked(FINGERPRINTS.linkedin('linkedin.com/in/blocked-by-url'))).toBe(true);
    expect(isBlocked(FINGERPRINTS.name(companyId, folded(blocked)))).toBe(true);
    expect(isBlocked(FINGERPRINTS.email('nobody@fixture.example'))).toBe(false);
    expect(isErased(FINGERPRINTS.company(erasedCompanyId))).toBe(true);
    for (const { email, linkedinUrl } of fetchedContacts(stored.facts.workspaces[name])) {
      expect(isContact('email', FINGERPRINTS.email(email ?? ''))).toBe(true);
      const profile = FINGERPRINTS.linkedin(linkedinUrl?.replace('https://', '') ?? '');
      expect([isContact('identity', profile), isContact('linkedin', profile)]).toEqual([true, true]);
    }
  });
});

const nameOf = ({ name }: { readonly name: string }): string => name;
const folded = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the contacts that have both an email address and a LinkedIn address. */
const fetchedContacts = ({ contacts }: StoredWorkspace): StoredWorkspace['contacts'][number]['contacts'] =>
  contacts
    .flatMap((each) => each.contacts)
    .filter(({ email, linkedinUrl }) => email !== null && linkedinUrl !== null);
