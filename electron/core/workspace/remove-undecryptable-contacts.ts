import { AppFailure } from '../../../shared/app-failure.ts';
import { suppressionPage } from '../database/queries/suppressions.ts';
import { canStoreContacts } from '../contacts/contact-encryption.ts';
import type { Logger } from '../ports.ts';
import { removeEncrypted, type RemovedUndecryptable } from '../privacy/remove-encrypted-contacts.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { LockedWhy } from './contact-key.ts';

export type UndecryptableParts = Pick<
  OpenWorkspace,
  'demo' | 'vault' | 'files' | 'record' | 'update' | 'search' | 'governor' | 'sealOpened'
>;

/**
 * Lock reasons that permit removal. They include `passphrase`, because only the user knows whether the
 * passphrase is lost.
 */
const LOST: readonly (LockedWhy | null)[] = ['key-missing', 'key-damaged', 'passphrase'];

/**
 * Removes all contacts because their key is lost (ADR 43). Afterwards, the workspace stores no contacts. The
 * workspace's record is saved just before the deletion is committed. If saving fails, nothing is deleted, and
 * contacts stay locked. If the app crashes between saving and committing, the next start completes the
 * removal (`finishRemoval`).
 * @throws AppFailure `unsupported` (`demo`), `conflict` (`people-open`), `conflict` (`key-not-lost`),
 * `unauthorized` (`key-locked`), `storage`
 */
export async function removeUndecryptableContacts(
  { demo, vault, files, record, update, search, governor, sealOpened }: UndecryptableParts,
  log: Logger,
): Promise<RemovedUndecryptable> {
  // In the demo, contacts never become undecryptable, because its key cannot be lost.
  if (demo !== null) throw new AppFailure({ kind: 'unsupported', capability: 'demo' });
  // Reads the keychain again, because the key may have become available.
  await vault.loadContactKey();
  const refused = refusal(canStoreContacts(vault.seal()), vault.why());
  if (refused !== null) throw new AppFailure({ kind: 'conflict', reason: refused });
  const why = vault.why();
  const keys = await vault.deleteContactKey();
  if (keys === 'locked' || keys === 'timeout')
    throw new AppFailure({ kind: 'unauthorized', reason: 'key-locked' });
  const peopleGivenUpAtMs = newestMs(files.yours, governor.serverNowMs());
  const removed = removeEncrypted(files.cache, () => update({ people: { mode: 'none' }, peopleGivenUpAtMs }));
  vault.giveUp();
  search.dropContacts();
  // Undocumented fields in raw rows that an older version stored may still be in plain text.
  await sealOpened();
  log.info('people-given-up', { id: record().id, why, keys, ...removed });
  return removed;
}

/** Returns why contacts must not be removed; null if they may be. */
const refusal = (isOpen: boolean, why: LockedWhy | null): 'people-open' | 'key-not-lost' | null =>
  isOpen ? 'people-open' : LOST.includes(why) ? null : 'key-not-lost';

/**
 * Returns the later of `nowMs` and the time of the newest suppression. The newest suppression is later only
 * if the service's clock was set back.
 */
const newestMs = (yours: OpenWorkspace['files']['yours'], nowMs: number): number =>
  Math.max(nowMs, ...suppressionPage(yours, { offset: 0, limit: 1 }).map(({ sinceMs }) => sinceMs));
