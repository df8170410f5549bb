import { all, flag, num, numOrNull, text, textOrNull, type ReadDb } from '../../sql.ts';

/* The rounds of a period, with the facts that Insights counts. */

/** SQL condition for a round that is missing from the last complete list of the company's rounds. */
const GONE = `round.derived_id = 0 AND round.fetched_at_ms < coalesce((SELECT complete_at_ms FROM company_panel
  WHERE company_panel.company_id = round.company_id AND panel = 'rounds'), 0)`;

/**
 * The investors of a round as JSON: pairs of a folded name and a flag, which is 1 if the investor led the
 * round.
 */
const INVESTORS = `CASE WHEN announced_on >= :investorsFrom THEN (
  SELECT json_group_array(json_array(name_folded, lower(role) = 'lead')) FROM round_investor
  WHERE round_investor.company_id = round.company_id AND round_investor.round_id = round.round_id
    AND name_folded <> '') END`;

/** A position in the list of rounds, which is sorted from newest to oldest. */
export interface RoundPosition {
  readonly announcedOn: string;
  readonly rowId: number;
}

/**
 * Returns the positions of up to `limit` rounds after the position `after`, newest first. Omits rounds
 * without a date and rounds announced before `from`. Reads only an index.
 */
export const roundPositions = (
  db: ReadDb,
  from: string,
  after: RoundPosition,
  limit: number,
): RoundPosition[] =>
  all(
    db,
    `SELECT rowid AS id, announced_on FROM round
     WHERE announced_on >= :from AND announced_on <= :day AND (announced_on, rowid) < (:day, :rowId)
     ORDER BY announced_on DESC, rowid DESC LIMIT :limit`,
    { from, day: after.announcedOn, rowId: after.rowId, limit },
  ).map((row) => ({ rowId: num(row, 'id'), announcedOn: text(row, 'announced_on') }));

export interface InsightRound {
  readonly companyId: string;
  readonly stage: string | null;
  readonly stageFolded: string;
  readonly amountValue: number | null;
  readonly amountCurrency: string | null;
  readonly announcedOn: string;
  /** Null for rounds before `investorsFrom`. */
  readonly investorsJson: string | null;
}

/**
 * Returns the rounds with these row ids, in the given order. Rounds that the service no longer lists, and
 * rounds without a date, are omitted.
 *
 * @param investorsFrom the investors of rounds announced before this date are not read, to save time
 */
export const insightRounds = (db: ReadDb, rowIds: ArrayLike<number>, investorsFrom: string): InsightRound[] =>
  all(
    db,
    `SELECT round.company_id, stage, stage_folded, amount_value, amount_currency, announced_on,
       ${INVESTORS} AS investors
     FROM json_each(:rowIds) AS wanted CROSS JOIN round ON round.rowid = wanted.value
     WHERE announced_on IS NOT NULL AND NOT (${GONE})`,
    { rowIds: JSON.stringify(Array.from(rowIds)), investorsFrom },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    stage: textOrNull(row, 'stage'),
    stageFolded: text(row, 'stage_folded'),
    amountValue: numOrNull(row, 'amount_value'),
    amountCurrency: textOrNull(row, 'amount_currency'),
    announcedOn: text(row, 'announced_on'),
    investorsJson: textOrNull(row, 'investors'),
  }));

/**
 * Selects rounds by announcement date, stage and amount. A filter that is null or an empty list selects all
 * rounds.
 */
export interface RoundSelection {
  readonly from: string;
  readonly to: string;
  readonly stagesFolded: readonly string[];
  readonly currency: string | null;
  readonly minAmount: number | null;
  readonly maxAmount: number | null;
  /**
   * Folded names of the selected investors. If the list is empty, `hasInvestor` is true for every round.
   * Otherwise, it is true if the round has at least one of these investors.
   */
  readonly investorsFolded: readonly string[];
}

/**
 * Returns the next rounds after the position `after`, newest first, each with its company. A company can
 * occur several times. Omits rounds that the service no longer lists, as Insights does. Also returns rounds
 * with none of the selected investors, marked with `hasInvestor: false`, so a page takes equally long for a
 * rare investor.
 */
export const companiesOfRounds = (
  db: ReadDb,
  { stagesFolded, investorsFolded, ...selection }: RoundSelection,
  after: RoundPosition,
  limit: number,
): (RoundPosition & { readonly companyId: string; readonly hasInvestor: boolean })[] =>
  all(
    db,
    `SELECT round.rowid AS id, company_id, announced_on, (:investors = '[]' OR EXISTS (
       SELECT 1 FROM round_investor WHERE round_investor.company_id = round.company_id
         AND round_investor.round_id = round.round_id
         AND name_folded IN (SELECT value FROM json_each(:investors)))) AS has_investor FROM round
     WHERE announced_on >= :from AND announced_on <= min(:to, :day) AND (announced_on, round.rowid) < (:day, :rowId)
       AND (:stages = '[]' OR stage_folded IN (SELECT value FROM json_each(:stages)))
       AND (:currency IS NULL OR (amount_value > 0 AND amount_currency = :currency))
       AND (:minAmount IS NULL OR (amount_value > 0 AND amount_value >= :minAmount))
       AND (:maxAmount IS NULL OR (amount_value > 0 AND amount_value <= :maxAmount))
       AND NOT (${GONE})
     ORDER BY announced_on DESC, round.rowid DESC LIMIT :limit`,
    {
      ...selection,
      stages: JSON.stringify(stagesFolded),
      investors: JSON.stringify(investorsFolded),
      day: after.announcedOn,
      rowId: after.rowId,
      limit,
    },
  ).map((row) => ({
    rowId: num(row, 'id'),
    companyId: text(row, 'company_id'),
    announcedOn: text(row, 'announced_on'),
    hasInvestor: flag(row, 'has_investor'),
  }));

export const BEFORE_ROUNDS: RoundPosition = { announcedOn: '9999-12-31', rowId: Number.MAX_SAFE_INTEGER };

/**
 * Returns the ids of companies whose open roles were fetched or reported. The ids are in ascending order,
 * starting after `after`.
 */
export const companiesWithRolesAfter = (db: ReadDb, after: string, limit: number): string[] =>
  all(
    db,
    `SELECT company_id FROM company_panel
     WHERE company_id > :after AND panel = 'open-roles'
       AND (fetched_at_ms IS NOT NULL OR refused_at_ms IS NOT NULL OR told = 0)
     ORDER BY company_id LIMIT :limit`,
    { after, limit },
  ).map((row) => text(row, 'company_id'));

/** Returns the names of companies. Companies without a name are omitted. */
export const companyNamesAmong = (db: ReadDb, ids: readonly string[]): Map<string, string> =>
  new Map(
    all(
      db,
      `SELECT company_id, name FROM json_each(:ids) AS wanted
       CROSS JOIN company ON company.company_id = wanted.value WHERE name IS NOT NULL`,
      { ids: JSON.stringify(ids) },
    ).map((row) => [text(row, 'company_id'), text(row, 'name')]),
  );

/**
 * Returns up to `limit` open roles in these departments after the row `after`, each with its company. A
 * company with several roles occurs several times. The departments must be in lower case.
 */
export const companiesOfRoles = (
  db: ReadDb,
  filter: { readonly departments: readonly string[]; readonly fetchedSinceMs: number },
  after: number,
  limit: number,
): { rowId: number; companyId: string }[] =>
  all(
    db,
    `SELECT rowid AS id, company_id FROM open_role
     WHERE rowid > :after AND gone_at_ms IS NULL AND fetched_at_ms >= :fetchedSinceMs
       AND lower(department) IN (SELECT value FROM json_each(:departments))
     ORDER BY rowid LIMIT :limit`,
    {
      departments: JSON.stringify(filter.departments),
      fetchedSinceMs: filter.fetchedSinceMs,
      after,
      limit,
    },
  ).map((row) => ({ rowId: num(row, 'id'), companyId: text(row, 'company_id') }));
