import { AppFailure } from '../../../shared/app-failure.ts';
import { suppressionPage } from '../db/queries/suppressions.ts';
import { keepsPeople } from '../library/seal.ts';
import type { Logger } from '../ports.ts';
import { removeSealed, type GivenUp } from '../privacy/give-up.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { LockedWhy } from './people-key.ts';

/** Without the passphrase nothing opens them; that nobody knows it any more only the seller can say. */
const LOST: readonly (LockedWhy | null)[] = ['key-missing', 'key-damaged', 'passphrase'];

/**
 * Removes people whose key is lost, and what is left of that key; from then on nobody is kept, as if the seller had chosen so.
 * In an order in which a crash between any two steps leaves people locked, to be given up once more: what is left of the key,
 * the sealed rows, the record. The other way round sealed rows would stay that nobody knows of.
 * @throws AppFailure unsupported real-account, conflict people-open or key-not-lost, unauthorized key-locked, storage; the rows
 * stay then
 */
export async function giveUpPeople(
  { demo, vault, files, record, update, search, governor }: OpenWorkspace,
  log: Logger,
): Promise<GivenUp> {
  // The demo's key is no secret, and cannot be lost.
  if (demo !== null) throw new AppFailure({ kind: 'unsupported', capability: 'real-account' });
  // The keyring may have it again by now, or be locked by now.
  await vault.openSeal();
  const refused = refusal(keepsPeople(vault.seal()), vault.why());
  if (refused !== null) throw new AppFailure({ kind: 'conflict', reason: refused, preview: null });
  const why = vault.why();
  const keys = await vault.forgetSealKey();
  if (keys === 'locked' || keys === 'timeout')
    throw new AppFailure({ kind: 'unauthorized', reason: 'key-locked' });
  const gone = removeSealed(files.cache);
  update({ people: { mode: 'none' }, peopleGivenUpAtMs: newestMs(files.yours, governor.serverNowMs()) });
  vault.giveUp();
  search.forgetPeople();
  log.info('people-given-up', { id: record().id, why, keys, ...gone });
  return gone;
}

/** Null: it may be done. */
const refusal = (isOpen: boolean, why: LockedWhy | null): 'people-open' | 'key-not-lost' | null =>
  isOpen ? 'people-open' : LOST.includes(why) ? null : 'key-not-lost';

/** The service's time may have been set back since somebody was suppressed: they are not known again either. */
const newestMs = (yours: OpenWorkspace['files']['yours'], nowMs: number): number =>
  Math.max(nowMs, ...suppressionPage(yours, { offset: 0, limit: 1 }).map(({ sinceMs }) => sinceMs));
