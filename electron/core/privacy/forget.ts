import { AppFailure } from '../../../shared/app-failure.ts';
import { foldLog } from '../db/queries/backup.ts';
import { deletePersonRef, privacyRow, putErasedCompany } from '../db/queries/privacy.ts';
import {
  areRawsScrubbed,
  insertSuppression,
  insertSuppressionKey,
  liftSuppression,
  markRawsScrubbed,
  suppressionById,
  type StoredSuppression,
} from '../db/queries/suppressions.ts';
import { transaction, type WriteDb } from '../db/sql.ts';
import { openPeople } from '../library/sealed-people.ts';
import type { PersonFacts } from '../library/people-merge.ts';
import { keepsPeople, type Identifiable, type Seal, type SealState } from '../library/seal.ts';
import type { RandomSource } from '../ports.ts';
import { companyHash, joinForgotten } from './forgotten.ts';
import { keysOf } from './person-keys.ts';
import { companiesOf, removePeople, scrubRaws, type IsUnwantedAt, type Removed } from './remove-people.ts';
import { samePerson } from './same-person.ts';
import { createSuppressions } from './suppressions.ts';
import { takeCompanyOut } from './take-company-out.ts';

/*
 * Each change is one transaction on `cache.db`, where what is forgotten stands, together with the second copy of why; then
 * `yours.db` learns it. A crash between the two is made good when the files are opened (forgotten.ts). No page and no log of
 * either file holds what was forgotten when the call returns.
 */

export interface ForgetIn {
  readonly files: { readonly cache: WriteDb; readonly yours: WriteDb };
  readonly random: RandomSource;
  /** Runs between two batches of rows; the app stays responsive. */
  readonly pause: () => Promise<void>;
  /** Server time, ms. */
  readonly nowMs: number;
  /** Leaves something out, to prove that the tests find it. Tests only. */
  readonly plantedDefect?: 'log-kept' | 'raw-kept';
}

export interface Forgotten extends Omit<Removed, 'meant'> {
  /** Whether the logs of both files were emptied; else a reader held one, and the next checkpoint empties it. */
  readonly logsEmptied: boolean;
}

export interface Suppressed extends Forgotten {
  readonly suppressionId: string;
}

export interface Typed {
  readonly email: string | null;
  readonly linkedinUrl: string | null;
}

/**
 * From now on nobody keeps this person: who is here goes, in every company, and no later answer brings them back.
 * @throws AppFailure conflict people-locked, not-found person
 */
export async function suppressPerson(
  where: ForgetIn,
  state: SealState,
  { companyId, personId }: { companyId: string; personId: string },
): Promise<Suppressed> {
  const seal = requireSeal(state);
  const person = personAt(where, seal, companyId, personId);
  return suppress(where, seal, { companyId, person, asked: 'person' });
}

/** The same for somebody who asked, by what he asked with; he need not be here. @throws AppFailure conflict people-locked */
export async function suppressTyped(where: ForgetIn, state: SealState, typed: Typed): Promise<Suppressed> {
  const person = { ...typed, serviceId: null, name: null };
  return suppress(where, requireSeal(state), { companyId: null, person, asked: 'typed' });
}

async function suppress(
  where: ForgetIn,
  seal: Seal,
  who: { companyId: string | null; person: Identifiable; asked: StoredSuppression['asked'] },
): Promise<Suppressed> {
  const { cache } = where.files;
  const { companyId, person, asked } = who;
  const suppressionId = where.random.bytes(12).toString('hex');
  const removed = transaction(cache, () => {
    insertSuppression(cache, { suppressionId, sinceMs: where.nowMs, asked, liftedAtMs: null });
    // Without a company there is no name and no id, which tell a person within one only.
    for (const key of keysOf(seal, companyId ?? '', person)) insertSuppressionKey(cache, suppressionId, key);
    const suppressions = createSuppressions(cache, seal);
    return removeEverywhere(where, seal, companyId, person, suppressions.withholds);
  });
  teach(where, removed);
  const rawRows = removed.rawRows + (await scrubSuppressed(where, seal));
  return { suppressionId, ...finish(where, { ...removed, rawRows }) };
}

/**
 * Takes everybody who is suppressed out of every raw row, unless that was done since the newest key came to be known. To be
 * called when the seal is opened too: a crash may have broken it off.
 */
export async function scrubSuppressed(
  { files: { cache, yours }, pause, plantedDefect }: Pick<ForgetIn, 'files' | 'pause' | 'plantedDefect'>,
  seal: Seal,
): Promise<number> {
  if (areRawsScrubbed(yours) || plantedDefect === 'raw-kept') return 0;
  const suppressions = createSuppressions(yours, seal);
  const changed = suppressions.any() ? await scrubRaws(cache, seal, suppressions.withholds, pause) : 0;
  markRawsScrubbed(yours);
  return changed;
}

/** Takes a suppression back; nobody returns by that. @throws AppFailure not-found person for one that never was */
export function unsuppress(where: ForgetIn, suppressionId: string): void {
  const { cache } = where.files;
  if (suppressionById(cache, suppressionId) === null) throw personNotFound();
  transaction(cache, () => liftSuppression(cache, suppressionId, where.nowMs));
  teach(where, null);
  finish(where, null);
}

/**
 * Takes a person out, wherever the same profile or address is kept; a later answer may tell of them again. `onGone` is called
 * in the turn in which they go: an answer that is under way by then must not.
 * @throws AppFailure conflict people-locked, not-found person
 */
export async function erasePerson(
  where: ForgetIn,
  state: SealState,
  { companyId, personId }: { companyId: string; personId: string },
  onGone: (isSame: IsUnwantedAt) => void,
): Promise<Forgotten> {
  const seal = requireSeal(state);
  const person = personAt(where, seal, companyId, personId);
  const isSame = samePerson(companyId, person);
  const removed = transaction(where.files.cache, () =>
    removeEverywhere(where, seal, companyId, person, isSame),
  );
  onGone(isSame);
  teach(where, removed);
  const further =
    where.plantedDefect === 'raw-kept' ? 0 : await scrubRaws(where.files.cache, seal, isSame, where.pause);
  return finish(where, { ...removed, rawRows: removed.rawRows + further });
}

/**
 * Takes a company out with all that is kept of it, and its name off the seller's own words, which stay. Needs no seal.
 * Whether it was here does not matter: it may stand in the seller's words alone.
 */
export function eraseCompany(where: ForgetIn, companyId: string): Forgotten & { companies: number } {
  const { cache } = where.files;
  const settings = privacyRow(cache);
  if (settings === null) throw new Error('the files were not joined');
  const companies = transaction(cache, () => {
    const hash = companyHash(settings.companyKey, companyId);
    putErasedCompany(cache, { hash, erasedAtMs: where.nowMs, everywhere: false });
    return takeCompanyOut(cache, companyId);
  });
  teach(where, null);
  return { companies, ...finish(where, null) };
}

function removeEverywhere(
  { files: { cache }, plantedDefect }: ForgetIn,
  seal: Seal,
  companyId: string | null,
  person: Identifiable,
  isUnwanted: (companyId: string, person: Identifiable) => boolean,
): Removed {
  const at = new Set([...(companyId === null ? [] : [companyId]), ...companiesOf(cache, seal, person)]);
  return removePeople(cache, seal, [...at], isUnwanted, plantedDefect === 'raw-kept');
}

/** `yours.db` learns what the cache knows, at once: what follows may take a while. */
function teach({ files, random }: ForgetIn, removed: Removed | null): void {
  const { yours } = files;
  joinForgotten(files, random);
  const meant = removed?.meant ?? [];
  if (meant.length > 0) transaction(yours, () => meant.forEach((ref) => deletePersonRef(yours, ref)));
}

/** Nothing of it is left in the logs. */
function finish({ files, plantedDefect }: ForgetIn, removed: Removed | null): Forgotten {
  const { people, rawRows, companyIds } = removed ?? { people: 0, rawRows: 0, companyIds: [] };
  const told = { people, rawRows, companyIds };
  if (plantedDefect === 'log-kept') return { ...told, logsEmptied: true };
  const emptied = [files.cache, files.yours].map(foldLog);
  return { ...told, logsEmptied: emptied.every(Boolean) };
}

function personAt(where: ForgetIn, seal: Seal, companyId: string, personId: string): PersonFacts {
  const { people } = openPeople(where.files.cache, seal, companyId);
  const person = people.find(({ contactId }) => String(contactId) === personId);
  if (person === undefined) throw personNotFound();
  return person;
}

const personNotFound = (): AppFailure => new AppFailure({ kind: 'not-found', what: 'person' });

/** @throws AppFailure conflict people-locked: who cannot be read cannot be told from others */
function requireSeal(state: SealState): Seal {
  if (!keepsPeople(state)) throw new AppFailure({ kind: 'conflict', reason: 'people-locked', preview: null });
  return state.seal;
}
