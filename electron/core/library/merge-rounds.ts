import type { Stamp } from '../../../shared/model/company.ts';
import type { DecodedRound } from '../service-api/decoders/decoded-types.ts';
import { repointSetRows } from '../database/queries/cache/query-sets.ts';
import { putRoundSources, roundSources } from '../database/queries/cache/raw-rows.ts';
import {
  addInvestors,
  DETAIL_LEVELS,
  deleteRound,
  derivedTwins,
  insertRounds,
  investorsOf,
  putReportedRounds,
  putRound,
  replaceInvestors,
  roundById,
  receivedRoundId,
  type DetailLevel,
  type FoldedInvestor,
  type ReportedRound,
  type StoredInvestor,
  type StoredRound,
} from '../database/queries/cache/rounds.ts';
import type { WriteDb } from '../database/sql.ts';
import { createFieldMerge, laterStamp, type Claim } from '../foundation/field-provenance.ts';
import { clip } from '../foundation/clip-text.ts';
import { fold } from '../../../shared/fold-diacritics.ts';
import type { StoredRaw } from './store-raw.ts';

/** Returns the level of detail of a round in a list row. */
export const listLevel = ({ investors, roundId }: DecodedRound): DetailLevel =>
  investors !== null ? 'full' : roundId === null ? 'list' : 'event';

export interface ReceivedRound {
  readonly companyId: string;
  readonly round: DecodedRound;
  readonly level: DetailLevel;
  readonly stamp: Stamp;
  /** The raw row to store; null if it is already stored or part of a larger response. */
  readonly raw: StoredRaw | null;
}

/**
 * Merges a received round with the stored one. Call inside a transaction.
 *
 * A row without a round id belongs to the round that the service once returned with an id for the same day
 * and stage. If there is no such round, an id is derived from the row's day and stage. If the service later
 * returns the round with an id, that round replaces the one with the derived id. The result therefore does
 * not depend on the order of arrival.
 * @returns the id of the stored round; null if the row has no id, day, stage or amount
 */
export function mergeRound(db: WriteDb, received: ReceivedRound): string | null {
  const { companyId, round, stamp, raw } = received;
  const place = placeOf(db, received);
  if (place === null) return null;
  const { roundId } = place;
  const merged = joinReceived(
    roundById(db, companyId, roundId) ?? blankRound(companyId, place, stamp),
    received,
  );
  storeRound(db, merged.facts, merged.investors);
  if (raw !== null) putRoundSources(db, [{ companyId, roundId, stamp, ...raw }]);
  if (!place.derivedId) {
    putReportedRounds(db, reportedIn(companyId, round));
    for (const twin of derivedTwins(db, companyId, roundId)) moveToReportedRound(db, roundId, twin);
  }
  return roundId;
}

/**
 * Returns the first round of a company that is not stored yet, in the form in which `mergeRound` would store
 * it. Pure: does not read the database.
 */
export function firstRound(received: ReceivedRound): MergedRound | null {
  const place = ownPlace(received);
  return place === null
    ? null
    : joinReceived(blankRound(received.companyId, place, received.stamp), received);
}

/**
 * Inserts rounds that `firstRound` has returned. Each comes with the received round that was passed to
 * `firstRound`. The companies must be stored already. Call inside a transaction.
 */
export function addFirstRounds(
  db: WriteDb,
  rounds: readonly { readonly merged: MergedRound; readonly received: ReceivedRound }[],
): void {
  insertRounds(
    db,
    rounds.map(({ merged: { facts } }) => ({ facts, stageFolded: fold(facts.stage ?? '') })),
  );
  addInvestors(
    db,
    rounds.flatMap(({ merged: { facts, investors } }) => {
      if (investors === null) return [];
      const { companyId, roundId, stamp } = facts;
      const round = { companyId, roundId, fetchedAtMs: stamp.fetchedAtMs };
      return [{ round, investors: foldedNames(investors) }];
    }),
  );
  putRoundSources(
    db,
    rounds.flatMap(({ merged, received: { stamp, raw } }) => {
      const { companyId, roundId } = merged.facts;
      return raw === null ? [] : [{ companyId, roundId, stamp, ...raw }];
    }),
  );
  putReportedRounds(
    db,
    rounds.flatMap(({ received: { companyId, round } }) => reportedIn(companyId, round)),
  );
}

/**
 * Merges a raw row that was stored under the round id `storedId` and has been parsed again. If `storedId` was
 * derived and the row now has a different id, the stored data is moved to that id.
 */
export function remergeStoredRound(db: WriteDb, received: ReceivedRound, storedId: string): void {
  const roundId = mergeRound(db, received);
  const before = roundId === storedId ? null : roundById(db, received.companyId, storedId);
  // The data is moved only if the old id was derived, because a change to a decoder can change only derived
  // ids.
  if (roundId !== null && before?.derivedId === true) moveToReportedRound(db, roundId, before);
}

interface Place {
  readonly roundId: string;
  readonly derivedId: boolean;
}

function placeOf(db: WriteDb, received: ReceivedRound): Place | null {
  const own = ownPlace(received);
  const { announcedOn, stage } = received.round;
  if (own?.derivedId !== true || announcedOn === null || stage === null) return own;
  const same = receivedRoundId(db, { companyId: received.companyId, announcedOn, stageFolded: fold(stage) });
  return same === null ? own : { roundId: same, derivedId: false };
}

/**
 * Returns the received id of a round, or one derived from day and stage; null if id, day, stage and amount
 * are all missing.
 */
function ownPlace({ round: { roundId, announcedOn, stage, amount } }: ReceivedRound): Place | null {
  if (roundId !== null) return { roundId, derivedId: false };
  if (announcedOn === null && stage === null && amount === null) return null;
  return { roundId: clip(`list:${announcedOn ?? ''}:${fold(stage ?? '')}`, 200), derivedId: true };
}

/** Returns the day and stage of a round that has an id, so rows without an id can be matched to it. */
function reportedIn(companyId: string, { roundId, announcedOn, stage }: DecodedRound): ReportedRound[] {
  if (roundId === null) return [];
  return [{ companyId, roundId, day: announcedOn, stageFolded: stage === null ? null : fold(stage) }];
}

/** Merges `twin`, a round with a derived id, into the round `roundId`. Deletes `twin` afterwards. */
function moveToReportedRound(db: WriteDb, roundId: string, twin: StoredRound): void {
  const { companyId } = twin;
  const round = roundById(db, companyId, roundId);
  if (round === null) return;
  const investors = investorsOf(db, companyId).get(twin.roundId) ?? null;
  const none: Claim = { rank: -1, atMs: 0, source: twin.stamp.source };
  const merged = join(round, { ...twin, investors }, (field) => twin.claims[field] ?? none);
  storeRound(db, merged.facts, merged.investors, twin.roundId);
  const sources = roundSources(db, companyId, twin.roundId);
  putRoundSources(
    db,
    sources.map((source) => ({ ...source, roundId })),
  );
  repointSetRows(db, { companyId, oldRoundId: twin.roundId, roundId });
  deleteRound(db, companyId, twin.roundId);
}

type Incoming = Pick<
  StoredRound,
  'stage' | 'amount' | 'currency' | 'amountUsd' | 'announcedOn' | 'announcedText' | 'detailLevel' | 'stamp'
> &
  Pick<DecodedRound, 'investors'>;

export interface MergedRound {
  readonly facts: StoredRound;
  /** The investors to store; null if the stored investors remain unchanged. */
  readonly investors: DecodedRound['investors'];
}

function joinReceived(known: StoredRound, { round, level, stamp }: ReceivedRound): MergedRound {
  const claim: Claim = { rank: level === 'full' ? 1 : 0, atMs: stamp.fetchedAtMs, source: stamp.source };
  const currency = round.amount?.currency ?? null;
  return join(known, { ...round, detailLevel: level, stamp, currency }, () => claim);
}

function join(known: StoredRound, received: Incoming, claimOf: (field: string) => Claim): MergedRound {
  const merge = createFieldMerge(known.claims, claimOf);
  const stamp = laterStamp(known.stamp, received.stamp);
  const facts = {
    ...known,
    detailLevel: higherLevel(known.detailLevel, received.detailLevel),
    stage: merge.pick('stage', known.stage, received.stage),
    amount: merge.pick('amount', known.amount, received.amount),
    currency: merge.pick('currency', known.currency, received.currency),
    amountUsd: merge.pick('amountUsd', known.amountUsd, received.amountUsd),
    announcedOn: merge.pick('announcedOn', known.announcedOn, received.announcedOn),
    // The service's own text for the announcement date. It may name a different day than `announcedOn`.
    announcedText: merge.pick('announcedText', known.announcedText, received.announcedText),
    stamp,
  };
  const investors = merge.pick<DecodedRound['investors']>('investors', null, received.investors);
  return { facts: { ...facts, claims: merge.claims() }, investors };
}

/** `twinId` is the id of a round whose data moves to this one. */
function storeRound(
  db: WriteDb,
  facts: StoredRound,
  investors: DecodedRound['investors'],
  twinId: string | null = null,
): void {
  putRound(db, facts, fold(facts.stage ?? ''));
  if (investors === null) return;
  const { companyId, roundId, stamp } = facts;
  const round = { companyId, roundId, fetchedAtMs: stamp.fetchedAtMs, twinId };
  replaceInvestors(db, round, foldedNames(investors));
}

const foldedNames = (investors: readonly StoredInvestor[]): FoldedInvestor[] =>
  investors.map(({ name, role }) => ({ name, role, nameFolded: fold(name) }));

const higherLevel = (a: DetailLevel, b: DetailLevel): DetailLevel =>
  DETAIL_LEVELS.indexOf(a) >= DETAIL_LEVELS.indexOf(b) ? a : b;

const blankRound = (companyId: string, { roundId, derivedId }: Place, stamp: Stamp): StoredRound => ({
  companyId,
  roundId,
  derivedId,
  detailLevel: 'list',
  stage: null,
  amount: null,
  currency: null,
  amountUsd: null,
  announcedOn: null,
  announcedText: null,
  stamp,
  claims: {},
});
