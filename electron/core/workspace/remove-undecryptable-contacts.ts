import { AppFailure } from '../../../shared/app-failure.ts';
import { suppressionPage } from '../database/queries/suppressions.ts';
import { canStoreContacts } from '../contacts/contact-encryption.ts';
import type { Logger } from '../ports.ts';
import { removeEncrypted, type RemovedUndecryptable } from '../privacy/remove-undecryptable.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { LockedWhy } from './contact-key.ts';

export type UndecryptableParts = Pick<
  OpenWorkspace,
  'demo' | 'vault' | 'files' | 'record' | 'update' | 'search' | 'governor'
>;

/** Reasons why contacts cannot be decrypted. Only the user can confirm that a passphrase is lost. */
const LOST: readonly (LockedWhy | null)[] = ['key-missing', 'key-damaged', 'passphrase'];

/**
 * Removes contacts whose key is lost and the rest of that key; contacts are no longer stored. The order is key,
 * encrypted rows, record: after a crash contacts are still locked and the removal can be repeated.
 * @throws AppFailure unsupported real-account, conflict people-open or key-not-lost, unauthorized key-locked,
 * storage;
 * the rows remain then
 */
export async function removeUndecryptableContacts(
  { demo, vault, files, record, update, search, governor }: UndecryptableParts,
  log: Logger,
): Promise<RemovedUndecryptable> {
  // The demo's key is not secret and cannot be lost.
  if (demo !== null) throw new AppFailure({ kind: 'unsupported', capability: 'real-account' });
  // The keychain may have the key again, or may be locked.
  await vault.openSeal();
  const refused = refusal(canStoreContacts(vault.seal()), vault.why());
  if (refused !== null) throw new AppFailure({ kind: 'conflict', reason: refused });
  const why = vault.why();
  const keys = await vault.forgetSealKey();
  if (keys === 'locked' || keys === 'timeout')
    throw new AppFailure({ kind: 'unauthorized', reason: 'key-locked' });
  const gone = removeEncrypted(files.cache);
  update({ people: { mode: 'none' }, peopleGivenUpAtMs: newestMs(files.yours, governor.serverNowMs()) });
  vault.giveUp();
  search.forgetPeople();
  log.info('people-given-up', { id: record().id, why, keys, ...gone });
  return gone;
}

/** Null if the removal is allowed. */
const refusal = (isOpen: boolean, why: LockedWhy | null): 'people-open' | 'key-not-lost' | null =>
  isOpen ? 'people-open' : LOST.includes(why) ? null : 'key-not-lost';

/** Service time may have been set back since the latest suppression, which must not match either. */
const newestMs = (yours: OpenWorkspace['files']['yours'], nowMs: number): number =>
  Math.max(nowMs, ...suppressionPage(yours, { offset: 0, limit: 1 }).map(({ sinceMs }) => sinceMs));
