import { z } from 'zod';
import type { Amount, Stamp } from '../../../../../shared/model/company.ts';
import { claimsJson, parseClaims, type Claims } from '../../../foundation/field-provenance.ts';
import { insertRows, rowInsert } from '../../insert-rows.ts';
import {
  all,
  flag,
  get,
  num,
  numOrNull,
  run,
  selectCount,
  text,
  textOrNull,
  type ReadDb,
  type SqlParams,
  type SqlRow,
  type WriteDb,
} from '../../sql.ts';
import { amountOf, amountParams, finiteOrNull, stampOf } from '../columns.ts';
import { nextStoredMs, storeInvestorNames } from './investors.ts';

/** How detailed a source's data about a round is, from least to most complete. */
export const DETAIL_LEVELS = ['list', 'summary', 'event', 'full'] as const;
const levelSchema = z.enum(DETAIL_LEVELS);
export type DetailLevel = z.infer<typeof levelSchema>;

export interface StoredRound {
  readonly companyId: string;
  readonly roundId: string;
  /** Whether `roundId` was derived from date and stage, because the source gave no id. */
  readonly derivedId: boolean;
  readonly detailLevel: DetailLevel;
  readonly stage: string | null;
  readonly amount: Amount | null;
  /** Stored separately from the amount, because a source may give only one of the two. */
  readonly currency: string | null;
  readonly amountUsd: number | null;
  readonly announcedOn: string | null;
  readonly announcedText: string | null;
  readonly stamp: Stamp;
  readonly claims: Claims;
}
export interface StoredInvestor {
  readonly name: string;
  readonly role: string;
}

const COLUMNS = `company_id, round_id, derived_id, detail_level, stage, amount_text, amount_value, amount_precision,
  amount_currency, amount_usd, announced_on, announced_text, source, fetched_at_ms, field_claims`;

const roundOf = (row: SqlRow): StoredRound => ({
  companyId: text(row, 'company_id'),
  roundId: text(row, 'round_id'),
  derivedId: flag(row, 'derived_id'),
  detailLevel: levelSchema.parse(text(row, 'detail_level')),
  stage: textOrNull(row, 'stage'),
  amount: amountOf(row),
  currency: textOrNull(row, 'amount_currency'),
  amountUsd: numOrNull(row, 'amount_usd'),
  announcedOn: textOrNull(row, 'announced_on'),
  announcedText: textOrNull(row, 'announced_text'),
  stamp: stampOf(row),
  claims: parseClaims(text(row, 'field_claims')),
});

export function roundById(db: ReadDb, companyId: string, roundId: string): StoredRound | null {
  const row = get(db, `SELECT ${COLUMNS} FROM round WHERE company_id = :companyId AND round_id = :roundId`, {
    companyId,
    roundId,
  });
  return row === null ? null : roundOf(row);
}

/**
 * Returns the id of a round that sources have reported with this day and this stage; null if there is none.
 * Ignores rounds whose id the app derived.
 */
export function receivedRoundId(
  db: ReadDb,
  key: { companyId: string; announcedOn: string; stageFolded: string },
): string | null {
  const row = get(
    db,
    `SELECT day.round_id FROM round_told AS day
     JOIN round_told AS stage ON stage.company_id = day.company_id AND stage.round_id = day.round_id
       AND stage.kind = 'stage' AND stage.value = :stageFolded
     WHERE day.company_id = :companyId AND day.kind = 'day' AND day.value = :announcedOn
     ORDER BY day.round_id LIMIT 1`,
    key,
  );
  return row === null ? null : text(row, 'round_id');
}

/**
 * Returns the rounds with a derived id that are probably duplicates of this round. A duplicate has a date and
 * a stage that some source has reported for this round too.
 */
export function derivedTwins(db: ReadDb, companyId: string, roundId: string): StoredRound[] {
  return all(
    db,
    `SELECT ${COLUMNS} FROM round
     WHERE company_id = :companyId AND derived_id = 1
       AND EXISTS (SELECT 1 FROM round_told WHERE round_told.company_id = :companyId
         AND round_told.round_id = :roundId AND kind = 'day' AND value = round.announced_on)
       AND stage IS NOT NULL
       AND EXISTS (SELECT 1 FROM round_told WHERE round_told.company_id = :companyId
         AND round_told.round_id = :roundId AND kind = 'stage' AND value = round.stage_folded)
     ORDER BY round.round_id`,
    { companyId, roundId },
  ).map(roundOf);
}

/** The day and stage that a source reported for a round with an id. */
export interface ReportedRound {
  readonly companyId: string;
  readonly roundId: string;
  readonly day: string | null;
  readonly stageFolded: string | null;
}

const PUT_REPORTED = rowInsert(
  `INSERT OR IGNORE INTO round_told (company_id, kind, value, round_id)
   VALUES (:companyId, :kind, :value, :roundId)`,
);

/**
 * Stores the days and stages that a source reported. Sources may spell the stage differently or, near
 * midnight, report days that differ by one. All reported values are stored, so a later report with any of
 * them can be matched with the round.
 */
export function putReportedRounds(db: WriteDb, rounds: readonly ReportedRound[]): void {
  insertRows(
    db,
    PUT_REPORTED,
    rounds.flatMap(({ companyId, roundId, day, stageFolded }) => [
      ...(day === null ? [] : [{ companyId, kind: 'day', value: day, roundId }]),
      ...(stageFolded === null ? [] : [{ companyId, kind: 'stage', value: stageFolded, roundId }]),
    ]),
  );
}

export function countRounds(db: ReadDb, companyId: string): number {
  return selectCount(db, 'SELECT count(*) AS n FROM round WHERE company_id = :companyId', { companyId });
}

/** Returns a page of a company's rounds, newest first. */
export function roundsOf(
  db: ReadDb,
  companyId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): StoredRound[] {
  return all(
    db,
    `SELECT ${COLUMNS} FROM round WHERE company_id = :companyId
     ORDER BY announced_on DESC, round_id LIMIT :limit OFFSET :offset`,
    { companyId, offset, limit },
  ).map(roundOf);
}

const INSERT_ROUND = `INSERT INTO round (${COLUMNS}, stage_folded)
     VALUES (:companyId, :roundId, :derivedId, :detailLevel, :stage, :amountText, :amountValue, :amountPrecision,
       :currency, :amountUsd, :announcedOn, :announcedText, :source, :fetchedAtMs, :claims, :stageFolded)`;

const roundParams = (round: StoredRound, stageFolded: string): SqlParams => {
  const { claims, stamp, amount, derivedId, amountUsd, ...columns } = round;
  return {
    ...columns,
    ...stamp,
    ...amountParams(amount),
    derivedId: derivedId ? 1 : 0,
    amountUsd: finiteOrNull(amountUsd),
    claims: claimsJson(claims),
    stageFolded,
  };
};

export function putRound(db: WriteDb, round: StoredRound, stageFolded: string): void {
  run(
    db,
    `${INSERT_ROUND}
     ON CONFLICT (company_id, round_id) DO UPDATE SET derived_id = excluded.derived_id,
       detail_level = excluded.detail_level, stage = excluded.stage, stage_folded = excluded.stage_folded,
       amount_text = excluded.amount_text, amount_value = excluded.amount_value,
       amount_precision = excluded.amount_precision, amount_currency = excluded.amount_currency,
       amount_usd = excluded.amount_usd, announced_on = excluded.announced_on,
       announced_text = excluded.announced_text, source = excluded.source, fetched_at_ms = excluded.fetched_at_ms,
       field_claims = excluded.field_claims`,
    roundParams(round, stageFolded),
  );
}

const INSERT_ROUNDS = rowInsert(INSERT_ROUND);

export function insertRounds(
  db: WriteDb,
  rounds: readonly { readonly facts: StoredRound; readonly stageFolded: string }[],
): void {
  insertRows(
    db,
    INSERT_ROUNDS,
    rounds.map(({ facts, stageFolded }) => roundParams(facts, stageFolded)),
  );
}

/** Deletes a round with a derived id after its data has been moved to a round with a real id. */
export function deleteRound(db: WriteDb, companyId: string, roundId: string): void {
  run(db, 'DELETE FROM round WHERE company_id = :companyId AND round_id = :roundId', { companyId, roundId });
}

interface RoundKey {
  readonly companyId: string;
  readonly roundId: string;
}
export type FoldedInvestor = StoredInvestor & { readonly nameFolded: string };
interface RoundInvestors {
  readonly round: RoundKey & { readonly fetchedAtMs: number };
  readonly investors: readonly FoldedInvestor[];
  /** When each investor was first stored with the round; null if no time was recorded. */
  readonly known: ReadonlyMap<string, number | null>;
}

/**
 * Replaces the investors of a round. An investor that was already stored with the round, or with the round
 * `twinId`, keeps the time at which it was first stored.
 * @param round `fetchedAtMs` is the server time of the response. `twinId` is the id of a round whose data is
 * moved to this one; null if there is none
 */
export function replaceInvestors(
  db: WriteDb,
  round: RoundKey & { readonly fetchedAtMs: number; readonly twinId: string | null },
  investors: readonly FoldedInvestor[],
): void {
  const { companyId, roundId, twinId } = round;
  const known = storedTimes(db, { companyId, roundId, twinId });
  run(db, 'DELETE FROM round_investor WHERE company_id = :companyId AND round_id = :roundId', {
    companyId,
    roundId,
  });
  insertInvestors(db, [{ round, investors, known }]);
}

/** Inserts the investors of rounds that have none stored. `fetchedAtMs` is the server time of the response. */
export const addInvestors = (db: WriteDb, rounds: readonly Omit<RoundInvestors, 'known'>[]): void =>
  insertInvestors(
    db,
    rounds.map((each) => ({ ...each, known: new Map() })),
  );

/**
 * Returns the time at which each investor was first stored with the round or with the round `twinId`; null if
 * no time was recorded.
 */
const storedTimes = (
  db: ReadDb,
  key: RoundKey & { readonly twinId: string | null },
): ReadonlyMap<string, number | null> =>
  new Map(
    all(
      db,
      `SELECT name_folded, stored_at_ms FROM round_investor
       WHERE company_id = :companyId AND round_id IN (:roundId, :twinId) ORDER BY stored_at_ms DESC`,
      { ...key },
    ).map((row) => [text(row, 'name_folded'), numOrNull(row, 'stored_at_ms')]),
  );

const INSERT_INVESTORS =
  rowInsert(`INSERT INTO round_investor (company_id, round_id, position, name, name_folded, role, stored_at_ms)
     VALUES (:companyId, :roundId, :position, :name, :nameFolded, :role, :storedAtMs)`);

function insertInvestors(db: WriteDb, rounds: readonly RoundInvestors[]): void {
  const withNew = rounds.filter(({ investors, known }) =>
    investors.some(({ nameFolded }) => !known.has(nameFolded)),
  );
  const times = new Map<RoundInvestors, number>();
  const fetchedAtMs = Math.round(Math.max(0, ...withNew.map(({ round }) => round.fetchedAtMs)));
  const firstMs = withNew.length === 0 ? 0 : nextStoredMs(db, fetchedAtMs, withNew.length);
  withNew.forEach((each, at) => times.set(each, firstMs + at));
  insertRows(
    db,
    INSERT_INVESTORS,
    rounds.flatMap((each) => {
      const { companyId, roundId } = each.round;
      const newMs = times.get(each) ?? null;
      return each.investors.map((investor, position) => {
        const { name, role, nameFolded } = investor;
        const storedAtMs = each.known.has(nameFolded) ? (each.known.get(nameFolded) ?? null) : newMs;
        return { companyId, roundId, position, name, role, nameFolded, storedAtMs };
      });
    }),
  );
  storeInvestorNames(
    db,
    rounds.flatMap(({ investors }) => investors),
  );
}

/** Returns the investors of a company's rounds by round id, in received order. */
export function investorsOf(db: ReadDb, companyId: string): Map<string, StoredInvestor[]> {
  const byRound = new Map<string, StoredInvestor[]>();
  const rows = all(
    db,
    `SELECT round_id, name, role FROM round_investor WHERE company_id = :companyId ORDER BY round_id, position`,
    { companyId },
  );
  for (const row of rows) {
    const roundId = text(row, 'round_id');
    const known = byRound.get(roundId) ?? [];
    known.push({ name: text(row, 'name'), role: text(row, 'role') });
    byRound.set(roundId, known);
  }
  return byRound;
}

/**
 * Returns the number of rounds that have an amount in US dollars, and the sum of these amounts. Excludes
 * rounds with a real id that are missing from the service's last complete list of the company's rounds.
 *
 * @param listedSinceMs when that list was fetched; null if no complete list was fetched
 */
export function raisedUsdOf(
  db: ReadDb,
  companyId: string,
  listedSinceMs: number | null,
): { total: number; rounds: number } {
  const row = get(
    db,
    `SELECT coalesce(sum(amount_usd), 0.0) AS total, count(amount_usd) AS rounds FROM round
     WHERE company_id = :companyId
       AND (derived_id = 1 OR :listedSinceMs IS NULL OR fetched_at_ms >= :listedSinceMs)`,
    { companyId, listedSinceMs },
  );
  return row === null ? { total: 0, rounds: 0 } : { total: num(row, 'total'), rounds: num(row, 'rounds') };
}

/**
 * Copies a company's newest round into the company's row, where lists read it. Uses a round that the service
 * no longer lists only if there is no other round.
 */
export function refreshLatestRound(db: WriteDb, companyId: string): void {
  run(
    db,
    `UPDATE company SET (latest_round_id, stage, amount_text, amount_value, amount_precision, amount_currency,
         announced_on) =
       (SELECT round_id, stage, amount_text, amount_value, amount_precision, amount_currency, announced_on
        FROM round WHERE round.company_id = :companyId
        ORDER BY derived_id = 0 AND fetched_at_ms < coalesce((SELECT complete_at_ms FROM company_panel
            WHERE company_panel.company_id = :companyId AND panel = 'rounds'), 0),
          announced_on DESC, derived_id, fetched_at_ms DESC, round_id LIMIT 1)
     WHERE company_id = :companyId`,
    { companyId },
  );
}
