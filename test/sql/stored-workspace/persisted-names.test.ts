import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempDir } from '../../support/common/temp-dir.ts';
import { collectNames, type PersistedNames } from './collect-names.ts';
import { expectedFacts, openFixture } from './open-fixture.ts';
import { BLOCKED_EMAIL } from './fill-signals-and-privacy.ts';
import type { StoredWorkspace } from './read-workspace.ts';
import { decryptStored, FINGERPRINTS, type Decrypted } from './stored-crypto.ts';
import { PASSPHRASE } from './stored-world.ts';
import { writeDataFolder, type WorkspaceName, type WrittenFacts } from './write-data-folder.ts';

/*
 * Identifiers that are stored never change. `persisted-names.json` lists them: what version 0.1.0 stored consists of them, and
 * what the product stores today does so as well. A new identifier is added to the list; none is taken out or renamed.
 */

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, 'persisted-names.json'), 'utf8'),
) as PersistedNames;

const NAMES = ['keychain', 'passphrase', 'demo'] as const;
/** For a machine that does other things as well. */
const HOOK_TIMEOUT_MS = 120_000;

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

describe.each([
  ['0.1.0 (b86d266) stored', storedByFixture],
  ['the product stores today', storedToday],
])('what %s', (_name, make) => {
  let stored: Stored;
  let names: PersistedNames;
  beforeAll(async () => {
    stored = await make();
    names = collectNames(stored.dataDir, stored.accounts.keys());
  }, HOOK_TIMEOUT_MS);
  afterAll(() => stored.remove());

  it.each(['files', 'keychainAccounts', 'settings', 'workspaceRecord'] as const)(
    'has the recorded %s',
    (part) => {
      expect(names[part]).toEqual(recorded[part]);
    },
  );

  it.each(Object.keys(recorded.values))('has the recorded values in %s', (column) => {
    expect(names.values[column]).toEqual(recorded.values[column]);
  });

  it.each(Object.keys(recorded.json))('has the recorded keys in the JSON of %s', (column) => {
    expect(names.json[column]).toEqual(recorded.json[column]);
  });

  const decrypt = (name: WorkspaceName): Decrypted => {
    const id = stored.facts.ids[name];
    const keyOf = (account: string): string | undefined => stored.accounts.get(account);
    return decryptStored(join(stored.dataDir, 'workspaces', id), id, keyOf, PASSPHRASE);
  };

  it.each(NAMES)('is encrypted under the recorded AAD and HKDF strings: %s', (name) => {
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

/** Those that the service told with both addresses. */
const fetchedContacts = ({ contacts }: StoredWorkspace): StoredWorkspace['contacts'][number]['contacts'] =>
  contacts
    .flatMap((each) => each.contacts)
    .filter(({ email, linkedinUrl }) => email !== null && linkedinUrl !== null);
