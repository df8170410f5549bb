import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../shared/app-failure.ts';
import { countSealed } from '../db/queries/sealed-rows.ts';
import type { WriteDb } from '../db/sql.ts';
import { keepsPeople } from '../library/seal.ts';
import type { Logger } from '../ports.ts';
import { resealPeople } from '../privacy/reseal.ts';
import { noProgress, type ProgressBoard } from '../progress.ts';
import type { KeyVault } from './key-vault.ts';
import type { KeepHow } from './people-key.ts';
import type { WorkspaceRecord } from './workspace-store.ts';
import { messageOf } from '../message-of.ts';

interface Changing {
  readonly vault: KeyVault;
  readonly cache: WriteDb;
  readonly log: Logger;
  /** Left out by tests that watch none. */
  readonly progress?: Pick<ProgressBoard, 'begin'>;
  /** Writes the workspace's record durably, or throws and changes nothing. */
  update(change: Pick<WorkspaceRecord, 'people'>): void;
}

/**
 * Seals people under a new key, kept this way. What can fail does so before the new key is in force; from then on it is in
 * force, and what is left of the old one is done now or at the next opening with the key.
 * @throws AppFailure conflict people-locked, unsupported keychain, unauthorized key-locked, storage
 */
export async function changeKey(changing: Changing, how: KeepHow): Promise<void> {
  const { vault, update } = changing;
  if (!keepsPeople(vault.seal()))
    throw new AppFailure({ kind: 'conflict', reason: 'people-locked', preview: null });
  // One old key at a time: the record has room for one.
  await finish(changing);
  const next = await vault.nextKey(how);
  update({ people: next.people });
  next.adopt();
  await finishKeyChange(changing);
}

/** Goes on with a change of the key that was broken off. Whatever stops it is logged; both keys are kept then. */
export async function finishKeyChange(changing: Changing): Promise<void> {
  try {
    await finish(changing);
  } catch (error) {
    changing.log.error('people-key-not-changed', { error: messageOf(error) });
  }
}

async function finish({ vault, cache, log, update, progress = noProgress }: Changing): Promise<void> {
  const state = vault.seal();
  if (!vault.isChanging() || !keepsPeople(state)) return;
  const pause = async (): Promise<void> => {
    await nextTurn();
  };
  const work = progress.begin({ kind: 'reseal', total: countSealed(cache) });
  try {
    const onstep = (done: number): void => work.step(done);
    const { rows, unreadable } = await resealPeople(cache, state.seal, { pause, onstep });
    update({ people: await vault.endChange() });
    log.info('people-key-changed', { rows, unreadable });
  } finally {
    work.end();
  }
}
