import type { Amount } from '../../../../../shared/model/company.ts';
import { all, flag, get, num, numOrNull, text, textOrNull, type ReadDb, type SqlRow } from '../../sql.ts';
import { amountOf } from '../columns.ts';

/*
 * The stored rounds of an investor. An investor is identified by a set of folded names, because the user may
 * have merged several spellings. Rounds that the service no longer lists are counted, but their amounts are
 * excluded from sums.
 */

/** Selects each of the investor's rounds once, with a flag for whether the investor led it. */
const THEIRS = `theirs AS MATERIALIZED (
  SELECT company_id, round_id, max(lower(role) = 'lead') AS led FROM json_each(:names) AS wanted
  JOIN round_investor ON round_investor.name_folded = wanted.value GROUP BY company_id, round_id)`;

/** SQL condition for a round that is missing from the last complete list of the company's rounds. */
const GONE = `round.derived_id = 0 AND round.fetched_at_ms < coalesce((SELECT complete_at_ms FROM company_panel
  WHERE company_panel.company_id = round.company_id AND panel = 'rounds'), 0)`;

const namesParam = (names: readonly string[]) => ({ names: JSON.stringify(names) });

interface InvestorTotals {
  readonly companies: number;
  readonly rounds: number;
  readonly led: number;
  readonly firstOn: string | null;
  readonly lastOn: string | null;
  /**
   * `withoutAmount` is the number of rounds without an amount. `withoutCurrency` is the number of rounds with
   * an amount in an unknown currency.
   */
  readonly withoutAmount: number;
  readonly withoutCurrency: number;
}

export function investorTotals(db: ReadDb, names: readonly string[]): InvestorTotals {
  const row =
    get(
      db,
      `WITH ${THEIRS}
       SELECT count(DISTINCT company_id) AS companies, count(*) AS rounds, coalesce(sum(led), 0) AS led,
         min(announced_on) AS first_on, max(announced_on) AS last_on,
         count(*) FILTER (WHERE amount_value IS NULL) AS without_amount,
         count(*) FILTER (WHERE amount_value IS NOT NULL AND amount_currency IS NULL) AS without_currency
       FROM theirs CROSS JOIN round USING (company_id, round_id)`,
      namesParam(names),
    ) ?? {};
  return {
    companies: num(row, 'companies'),
    rounds: num(row, 'rounds'),
    led: num(row, 'led'),
    firstOn: textOrNull(row, 'first_on'),
    lastOn: textOrNull(row, 'last_on'),
    withoutAmount: num(row, 'without_amount'),
    withoutCurrency: num(row, 'without_currency'),
  };
}

/** Returns the number of the investor's rounds in each stage, starting with the most frequent stage. */
export const investorStages = (
  db: ReadDb,
  names: readonly string[],
  limit: number,
): { stage: string | null; rounds: number }[] =>
  all(
    db,
    `WITH ${THEIRS}
     SELECT min(stage) AS stage, count(*) AS rounds FROM theirs CROSS JOIN round USING (company_id, round_id)
     GROUP BY stage_folded ORDER BY rounds DESC, stage_folded LIMIT :limit`,
    { ...namesParam(names), limit },
  ).map((row) => ({ stage: textOrNull(row, 'stage'), rounds: num(row, 'rounds') }));

interface CurrencySum {
  readonly currency: string;
  readonly rounds: number;
  /** Sum of the full amounts of the rounds. The service does not report the investor's share. */
  readonly total: number;
  /** Whether any of the amounts is abbreviated, such as 5M. The sum is then not exact. */
  readonly rounded: boolean;
}

/**
 * Returns the sum of the amounts in each currency. Amounts in different currencies are never added together.
 */
export const investorAmounts = (db: ReadDb, names: readonly string[], limit: number): CurrencySum[] =>
  all(
    db,
    `WITH ${THEIRS}
     SELECT amount_currency, count(*) AS rounds, sum(amount_value) AS total,
       max(amount_precision = 'rounded') AS is_rounded
     FROM theirs CROSS JOIN round USING (company_id, round_id)
     WHERE amount_value IS NOT NULL AND amount_currency IS NOT NULL AND NOT (${GONE})
     GROUP BY amount_currency ORDER BY rounds DESC, amount_currency LIMIT :limit`,
    { ...namesParam(names), limit },
  ).map((row) => ({
    currency: text(row, 'amount_currency'),
    rounds: num(row, 'rounds'),
    total: num(row, 'total'),
    rounded: flag(row, 'is_rounded'),
  }));

interface CoInvestor {
  readonly name: string;
  readonly rounds: number;
  readonly companies: number;
}

/**
 * Returns the other investors in the investor's rounds, starting with the investors that share the most
 * rounds. `merges` maps each merged name to the name into which it was merged, both folded.
 */
export function coInvestors(
  db: ReadDb,
  names: readonly string[],
  merges: ReadonlyMap<string, string>,
  limit: number,
): { investors: CoInvestor[]; total: number } {
  const rows = all(
    db,
    `WITH ${THEIRS},
     merged AS MATERIALIZED (SELECT key AS name_folded, value AS root FROM json_each(:merges)),
     others AS MATERIALIZED (
       SELECT coalesce(merged.root, other.name_folded) AS root, count(DISTINCT company_id || char(0) || round_id) AS rounds,
         count(DISTINCT company_id) AS companies, min(other.name) AS name
       FROM theirs CROSS JOIN round_investor AS other USING (company_id, round_id)
       LEFT JOIN merged ON merged.name_folded = other.name_folded
       WHERE other.name_folded <> '' AND other.name_folded NOT IN (SELECT value FROM json_each(:names))
       GROUP BY coalesce(merged.root, other.name_folded))
     SELECT coalesce(investor.name, others.name) AS name, rounds, companies, count(*) OVER () AS total
     FROM others LEFT JOIN investor ON investor.name_folded = others.root
     ORDER BY rounds DESC, root LIMIT :limit`,
    { ...namesParam(names), merges: JSON.stringify(Object.fromEntries(merges)), limit },
  );
  return {
    investors: rows.map((row) => ({
      name: text(row, 'name'),
      rounds: num(row, 'rounds'),
      companies: num(row, 'companies'),
    })),
    total: rows[0] === undefined ? 0 : num(rows[0], 'total'),
  };
}

/** A stored round, with the facts that are shown in the list of an investor's rounds. */
export interface InvestorRound {
  readonly companyId: string;
  readonly companyName: string | null;
  readonly countryName: string | null;
  readonly roundId: string;
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly announcedOn: string | null;
  readonly isLead: boolean;
  readonly isGone: boolean;
}

const ROUND = `company.company_id, company.name AS company_name, coalesce(country_name, country_code) AS country,
  round.round_id, round.stage, round.amount_text, round.amount_value, round.amount_precision,
  round.amount_currency, round.announced_on, ${GONE} AS is_gone`;

const roundOf = (row: SqlRow): InvestorRound => ({
  companyId: text(row, 'company_id'),
  companyName: textOrNull(row, 'company_name'),
  countryName: textOrNull(row, 'country'),
  roundId: text(row, 'round_id'),
  stage: textOrNull(row, 'stage'),
  amount: amountOf(row),
  announcedOn: textOrNull(row, 'announced_on'),
  isLead: flag(row, 'led'),
  isGone: flag(row, 'is_gone'),
});

/** Returns a page of the investor's rounds, newest first. */
export const investorRounds = (
  db: ReadDb,
  names: readonly string[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): InvestorRound[] =>
  all(
    db,
    `WITH ${THEIRS}
     SELECT ${ROUND}, led FROM theirs CROSS JOIN round USING (company_id, round_id)
     CROSS JOIN company ON company.company_id = round.company_id
     ORDER BY round.announced_on DESC, round.company_id, round.round_id LIMIT :limit OFFSET :offset`,
    { ...namesParam(names), offset, limit },
  ).map(roundOf);

/**
 * Returns the stored spelling of each name and the number of companies with that investor. Names without a
 * round are omitted.
 */
export const investorSpellings = (
  db: ReadDb,
  names: readonly string[],
): { nameFolded: string; name: string; companies: number }[] =>
  all(
    db,
    `SELECT investor.name_folded, investor.name,
       (SELECT count(DISTINCT company_id) FROM round_investor
        WHERE round_investor.name_folded = investor.name_folded) AS companies
     FROM json_each(:names) AS wanted CROSS JOIN investor ON investor.name_folded = wanted.value`,
    namesParam(names),
  ).map((row) => ({
    nameFolded: text(row, 'name_folded'),
    name: text(row, 'name'),
    companies: num(row, 'companies'),
  }));

/** Maps each of these folded names to the investor's stored name. Omits names that are not stored. */
export const investorNamesAmong = (db: ReadDb, names: readonly string[]): Map<string, string> =>
  new Map(
    all(
      db,
      `SELECT investor.name_folded, investor.name
       FROM json_each(:names) AS wanted CROSS JOIN investor ON investor.name_folded = wanted.value`,
      namesParam(names),
    ).map((row) => [text(row, 'name_folded'), text(row, 'name')]),
  );

/** A round that was stored after the user started watching its investor. */
interface NewInvestorRound {
  readonly nameFolded: string;
  readonly companyId: string;
  readonly roundId: string;
  readonly storedAtMs: number;
}

/**
 * For each investor, returns the rounds that were first stored with that investor after its `sinceMs`, newest
 * first. A round with several of the investors is returned once for each of them.
 */
export const roundsStoredSince = (
  db: ReadDb,
  investors: readonly { readonly nameFolded: string; readonly sinceMs: number }[],
): NewInvestorRound[] =>
  all(
    db,
    `SELECT DISTINCT round_investor.name_folded, company_id, round_id, stored_at_ms FROM json_each(:investors) AS wanted
     CROSS JOIN round_investor ON round_investor.name_folded = wanted.value ->> '$.nameFolded'
       AND stored_at_ms > wanted.value ->> '$.sinceMs'
     ORDER BY stored_at_ms DESC, company_id, round_id`,
    { investors: JSON.stringify(investors.map(({ nameFolded, sinceMs }) => ({ nameFolded, sinceMs }))) },
  ).map((row) => ({
    nameFolded: text(row, 'name_folded'),
    companyId: text(row, 'company_id'),
    roundId: text(row, 'round_id'),
    storedAtMs: num(row, 'stored_at_ms'),
  }));

/** Returns the latest time at which a round with one of these names was stored; 0 if none was recorded. */
export function newestRoundOfMs(db: ReadDb, names: readonly string[]): number {
  const row = get(
    db,
    `SELECT max((SELECT max(stored_at_ms) FROM round_investor WHERE name_folded = wanted.value)) AS newest
     FROM json_each(:names) AS wanted`,
    namesParam(names),
  );
  return row === null ? 0 : (numOrNull(row, 'newest') ?? 0);
}

/**
 * Returns the facts of the rounds with these company and round ids. `source` is the newest source of the
 * round.
 */
export function roundsByKey(
  db: ReadDb,
  keys: readonly { readonly companyId: string; readonly roundId: string }[],
): (InvestorRound & { readonly source: string; readonly fetchedAtMs: number })[] {
  return all(
    db,
    `SELECT ${ROUND}, 0 AS led, round.source, round.fetched_at_ms FROM json_each(:keys) AS wanted
     CROSS JOIN round ON round.company_id = wanted.value ->> '$.companyId' AND round.round_id = wanted.value ->> '$.roundId'
     CROSS JOIN company ON company.company_id = round.company_id`,
    { keys: JSON.stringify(keys.map(({ companyId, roundId }) => ({ companyId, roundId }))) },
  ).map((row) => ({ ...roundOf(row), source: text(row, 'source'), fetchedAtMs: num(row, 'fetched_at_ms') }));
}
