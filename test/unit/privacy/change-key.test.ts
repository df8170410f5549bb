import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/app-failure.ts';
import { createContactEncryption } from '../../../electron/core/contacts/contact-encryption.ts';
import { decryptContacts } from '../../../electron/core/contacts/decrypt-contacts.ts';
import type { ContactKeyChoice } from '../../../electron/core/workspace/contact-key.ts';
import { random } from '../../support/app/library-fixtures.ts';
import { createKeyWorld, openAny, PEOPLE } from '../../support/privacy/key-change-world.ts';

const keychain: ContactKeyChoice = { mode: 'keychain' };
const passphrase = (text: string): ContactKeyChoice => ({ mode: 'passphrase', passphrase: text });
const NEW = passphrase('the new passphrase');

describe('change of the contact key', () => {
  it('leaves nothing that the old key decrypts, and one key in the keychain', async () => {
    const world = await createKeyWorld(keychain, []);
    const [[, oldSecret] = ['', '']] = [...world.durable.entries];
    const started = world.start();
    await openAny(started, []);
    await started.change(keychain);
    const old = createContactEncryption(Buffer.from(oldSecret, 'base64'), random);
    expect(decryptContacts(world.cache, old, 'c1')).toEqual({ people: [], unreadable: 4 });
    expect([...world.durable.entries.values()]).toHaveLength(1);
    expect([...world.durable.entries.values()]).not.toContain(oldSecret);
    expect(JSON.stringify(world.durable.record)).not.toContain('previous');
    // The keychain has two slots for the key. Key changes use them alternately, so the second change stores
    // the new key in the first slot again.
    await started.change(keychain);
    expect([...world.durable.entries.values()]).toHaveLength(1);
    expect(world.readable(started.vault.seal())).toBe(PEOPLE);
  });

  it('reports why the previous change could not be completed, and works once it is', async () => {
    const world = await createKeyWorld(keychain, []);
    const started = world.start();
    await openAny(started, []);
    world.keychain.become('locked');
    await started.change(NEW);
    await expect(started.change(passphrase('another passphrase'))).rejects.toMatchObject({
      appError: { kind: 'unauthorized', reason: 'key-locked' },
    });
    expect(await started.vault.unlock('another passphrase')).toBe(false);
    world.keychain.become('ready');
    await started.change(passphrase('another passphrase'));
    expect(world.durable.entries.size).toBe(0);
    expect(world.readable(started.vault.seal())).toBe(PEOPLE);
  });

  it('is rejected while contacts are locked', async () => {
    const world = await createKeyWorld(keychain, []);
    await expect(world.start().change(NEW)).rejects.toThrow(AppFailure);
  });
});
