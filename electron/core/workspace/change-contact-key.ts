import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../shared/app-failure.ts';
import { countEncrypted } from '../database/queries/cache/encrypted-columns.ts';
import type { WriteDb } from '../database/sql.ts';
import { canStoreContacts } from '../contacts/contact-encryption.ts';
import type { Logger } from '../ports.ts';
import { reencryptContacts } from '../privacy/re-encrypt-contacts.ts';
import type { ProgressBoard } from '../foundation/progress.ts';
import type { KeyVault } from './key-vault.ts';
import type { ContactKeyChoice } from './contact-key.ts';
import type { WorkspaceRecord } from './workspace-store.ts';
import { messageOf } from '../foundation/error-message.ts';

interface KeyChange {
  readonly vault: KeyVault;
  readonly cache: WriteDb;
  readonly log: Logger;
  readonly progress: Pick<ProgressBoard, 'begin'>;
  /** Writes the workspace record to disk. If writing fails, throws and changes nothing. */
  update(change: Pick<WorkspaceRecord, 'people'>): void;
}

/**
 * Replaces the contact key and encrypts all contacts again. Throws only while the old key is still in use. If
 * re-encryption fails later, the app completes it after the workspace is next opened and its contacts are
 * unlocked.
 * @throws AppFailure `conflict` (`people-locked`), `unsupported` (`keychain`), `unauthorized` (`key-locked`),
 *   `storage`
 */
export async function changeKey(changing: KeyChange, how: ContactKeyChoice): Promise<void> {
  const { vault, update } = changing;
  if (!canStoreContacts(vault.seal())) throw new AppFailure({ kind: 'conflict', reason: 'people-locked' });
  // An interrupted earlier change is completed first, because the workspace record can store only one
  // previous key.
  await finish(changing);
  const next = await vault.nextKey(how);
  update({ people: next.people });
  next.adopt();
  await finishKeyChange(changing);
}

/** Completes an interrupted key change. If that fails, logs the error and retains both keys. */
export async function finishKeyChange(changing: KeyChange): Promise<void> {
  try {
    await finish(changing);
  } catch (error) {
    changing.log.error('people-key-not-changed', { error: messageOf(error) });
  }
}

async function finish({ vault, cache, log, update, progress }: KeyChange): Promise<void> {
  const state = vault.seal();
  if (!vault.isChanging() || !canStoreContacts(state)) return;
  const pause = async (): Promise<void> => {
    await nextTurn();
  };
  const work = progress.begin({ kind: 'reseal', total: countEncrypted(cache) });
  try {
    const onstep = (done: number): void => work.step(done);
    const { rows, unreadable } = await reencryptContacts(cache, state.seal, { pause, onstep });
    update({ people: await vault.endChange() });
    log.info('people-key-changed', { rows, unreadable });
  } finally {
    work.end();
  }
}
