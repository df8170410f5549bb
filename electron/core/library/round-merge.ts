import type { Stamp } from '../../../shared/model/company.ts';
import type { DecodedRound } from '../api/decoded.ts';
import { repointSetRows } from '../db/queries/query-sets.ts';
import { putRoundSource, roundSources } from '../db/queries/raw-rows.ts';
import {
  addInvestors,
  DETAIL_LEVELS,
  deleteRound,
  derivedTwins,
  insertRound,
  investorsOf,
  putRound,
  putRoundTold,
  replaceInvestors,
  roundById,
  roundTold,
  type DetailLevel,
  type StoredInvestor,
  type StoredRound,
} from '../db/queries/rounds.ts';
import type { WriteDb } from '../db/sql.ts';
import { createFieldMerge, type Claim } from './claims.ts';
import { newerStamp } from './company-merge.ts';
import { clip, fold } from './fold.ts';

/** How much a row of a list tells of its round. */
export const listLevel = ({ investors, roundId }: DecodedRound): DetailLevel =>
  investors !== null ? 'full' : roundId === null ? 'list' : 'event';

/** A round as one answer tells it. */
export interface ToldRound {
  readonly companyId: string;
  readonly round: DecodedRound;
  readonly level: DetailLevel;
  readonly stamp: Stamp;
  /** The row as received, JSON; null where it is part of a larger answer. */
  readonly raw: string | null;
}

/**
 * Brings what was told of a round together with what is known of it; gives the id it is kept under, or null where
 * nothing was told that a round could be made of. Call inside a transaction.
 *
 * A row without a round id joins the round that was ever told with that day and stage. Otherwise it gets an id made of
 * both, and the round that comes later with an id of its own takes it over: the order of arrival changes nothing.
 */
export function mergeRound(db: WriteDb, told: ToldRound): string | null {
  const { companyId, round, stamp, raw } = told;
  const place = placeOf(db, told);
  if (place === null) return null;
  const { roundId } = place;
  const merged = joinTold(roundById(db, companyId, roundId) ?? blankRound(companyId, place, stamp), told);
  keep(db, merged.facts, merged.investors);
  if (raw !== null) putRoundSource(db, { companyId, roundId, stamp, raw });
  if (!place.derivedId) {
    recognise(db, companyId, roundId, round);
    for (const twin of derivedTwins(db, companyId, roundId)) takeOver(db, roundId, twin);
  }
  return roundId;
}

/** The first round of a company that is not kept yet: what mergeRound would make of it, with nothing read. Pure. */
export function firstRound(told: ToldRound): MergedRound | null {
  const place = ownPlace(told);
  return place === null ? null : joinTold(blankRound(told.companyId, place, told.stamp), told);
}

/** Keeps what firstRound made, once its company is kept. Call inside a transaction. */
export function addFirstRound(db: WriteDb, { facts, investors }: MergedRound, told: ToldRound): void {
  const { companyId, roundId } = facts;
  insertRound(db, facts, fold(facts.stage ?? ''));
  if (investors !== null) addInvestors(db, facts, foldedNames(investors));
  if (told.raw !== null) putRoundSource(db, { companyId, roundId, stamp: told.stamp, raw: told.raw });
  recognise(db, companyId, roundId, told.round);
}

/** For a raw row that is read again: what it was kept under before joins what it is kept under now. */
export function mergeAgain(db: WriteDb, told: ToldRound, keptUnder: string): void {
  const roundId = mergeRound(db, told);
  const before = roundId === keptUnder ? null : roundById(db, told.companyId, keptUnder);
  // Only a made id depends on how a row was read.
  if (roundId !== null && before?.derivedId === true) takeOver(db, roundId, before);
}

interface Place {
  readonly roundId: string;
  readonly derivedId: boolean;
}

function placeOf(db: WriteDb, told: ToldRound): Place | null {
  const own = ownPlace(told);
  const { announcedOn, stage } = told.round;
  if (own?.derivedId !== true || announcedOn === null || stage === null) return own;
  const same = roundTold(db, { companyId: told.companyId, announcedOn, stageFolded: fold(stage) });
  return same === null ? own : { roundId: same, derivedId: false };
}

/** Where a round goes that resembles none that is known; null where nothing was told of it. */
function ownPlace({ round: { roundId, announcedOn, stage, amount } }: ToldRound): Place | null {
  if (roundId !== null) return { roundId, derivedId: false };
  if (announcedOn === null && stage === null && amount === null) return null;
  return { roundId: clip(`list:${announcedOn ?? ''}:${fold(stage ?? '')}`, 200), derivedId: true };
}

/** Only what comes with an id: a row without one is recognised by these. */
function recognise(db: WriteDb, companyId: string, roundId: string, round: DecodedRound): void {
  if (round.roundId === null) return;
  const { announcedOn: day, stage } = round;
  putRoundTold(db, { companyId, roundId, day, stageFolded: stage === null ? null : fold(stage) });
}

/** A round takes over what was kept of it under a made id. */
function takeOver(db: WriteDb, roundId: string, twin: StoredRound): void {
  const { companyId } = twin;
  const round = roundById(db, companyId, roundId);
  if (round === null) return;
  const investors = investorsOf(db, companyId).get(twin.roundId) ?? null;
  const none: Claim = { rank: -1, atMs: 0, source: twin.stamp.source };
  const merged = join(round, { ...twin, investors }, (field) => twin.claims[field] ?? none);
  keep(db, merged.facts, merged.investors);
  for (const source of roundSources(db, companyId, twin.roundId)) putRoundSource(db, { ...source, roundId });
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
  /** Null where those that are known stay. */
  readonly investors: DecodedRound['investors'];
}

/** Pure. */
function joinTold(known: StoredRound, { round, level, stamp }: ToldRound): MergedRound {
  const claim: Claim = { rank: level === 'full' ? 1 : 0, atMs: stamp.fetchedAtMs, source: stamp.source };
  const currency = round.amount?.currency ?? null;
  return join(known, { ...round, detailLevel: level, stamp, currency }, () => claim);
}

/** Pure. */
function join(known: StoredRound, told: Incoming, claimOf: (field: string) => Claim): MergedRound {
  const merge = createFieldMerge(known.claims, claimOf);
  const stamp = newerStamp(known.stamp, told.stamp);
  const facts = {
    ...known,
    detailLevel: higherLevel(known.detailLevel, told.detailLevel),
    stage: merge.pick('stage', known.stage, told.stage),
    amount: merge.pick('amount', known.amount, told.amount),
    currency: merge.pick('currency', known.currency, told.currency),
    amountUsd: merge.pick('amountUsd', known.amountUsd, told.amountUsd),
    announcedOn: merge.pick('announcedOn', known.announcedOn, told.announcedOn),
    // The newest longer spelling, which may be of another day than the newest date: it says so itself.
    announcedText: merge.pick('announcedText', known.announcedText, told.announcedText),
    stamp,
  };
  const investors = merge.pick<DecodedRound['investors']>('investors', null, told.investors);
  return { facts: { ...facts, claims: merge.claims() }, investors };
}

function keep(db: WriteDb, facts: StoredRound, investors: DecodedRound['investors']): void {
  putRound(db, facts, fold(facts.stage ?? ''));
  if (investors === null) return;
  replaceInvestors(db, facts, foldedNames(investors));
}

const foldedNames = (investors: readonly StoredInvestor[]) =>
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
