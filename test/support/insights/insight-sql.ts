import {
  all,
  get,
  num,
  numOrNull,
  text,
  textOrNull,
  type ReadDb,
  type SqlParams,
} from '../../../electron/core/database/sql.ts';

/*
 * The Insights figures, computed directly in SQL on `cache.db` without any product code. Used by the tests
 * and by `npm run bench -- insights`.
 */

export interface SqlQuestion {
  readonly from: string;
  readonly to: string;
  /** Ids of the companies in the chosen list, or null for all companies. */
  readonly listed: readonly string[] | null;
  readonly market: {
    readonly countries: readonly string[];
    /** The names of the stages, in lower case. */
    readonly stages: readonly string[];
    readonly industries: readonly string[];
    readonly currency: string | null;
    readonly minAmount: number | null;
    readonly maxAmount: number | null;
  } | null;
}

const matches = (of: 'round' | 'company'): string => `
  (:listed IS NULL OR company.company_id IN (SELECT value FROM json_each(:listed)))
  AND (:countries = '[]' OR country_code IN (SELECT value FROM json_each(:countries)))
  AND (:stages = '[]' OR lower(${of}.stage) IN (SELECT value FROM json_each(:stages)))
  AND (:industries = '[]' OR EXISTS (SELECT 1 FROM company_industry WHERE company_industry.company_id = company.company_id
    AND company_industry.name IN (SELECT value FROM json_each(:industries))))
  AND (:currency IS NULL OR (${of}.amount_currency = :currency AND ${of}.amount_value > 0))
  AND (:minAmount IS NULL OR (${of}.amount_value > 0 AND ${of}.amount_value >= :minAmount))
  AND (:maxAmount IS NULL OR (${of}.amount_value > 0 AND ${of}.amount_value <= :maxAmount))`;

const SELECTED = `selected AS MATERIALIZED (
  SELECT round.company_id, round.round_id, round.announced_on, lower(round.stage) AS stage,
    CASE WHEN round.amount_value > 0 THEN round.amount_value END AS amount, round.amount_currency AS currency, country_code
  FROM round JOIN company USING (company_id)
  LEFT JOIN company_panel ON company_panel.company_id = round.company_id AND panel = 'rounds'
  WHERE round.announced_on BETWEEN :from AND :to
    AND NOT (derived_id = 0 AND round.fetched_at_ms < coalesce(complete_at_ms, 0)) AND ${matches('round')})`;

export function paramsOf({ from, to, listed, market }: SqlQuestion): SqlParams {
  const list = (values: readonly string[] | undefined): string => JSON.stringify(values ?? []);
  return {
    from,
    to,
    listed: listed === null ? null : JSON.stringify(listed),
    countries: list(market?.countries),
    stages: list(market?.stages),
    industries: list(market?.industries),
    currency: market?.currency ?? null,
    minAmount: market?.minAmount ?? null,
    maxAmount: market?.maxAmount ?? null,
  };
}

export const roundsAndCompanies = (db: ReadDb, question: SqlQuestion) => {
  const row = get(
    db,
    `WITH ${SELECTED} SELECT count(*) AS rounds, count(DISTINCT company_id) AS companies FROM selected`,
    paramsOf(question),
  );
  return { rounds: num(row ?? {}, 'rounds'), companies: num(row ?? {}, 'companies') };
};

/** Returns the number of rounds by stage and by the Monday of their week. */
export const stageWeeks = (db: ReadDb, question: SqlQuestion) =>
  all(
    db,
    `WITH ${SELECTED}
     SELECT stage, date(announced_on, '-6 days', 'weekday 1') AS monday, count(*) AS n,
       count(DISTINCT company_id) AS companies
     FROM selected GROUP BY stage, monday`,
    paramsOf(question),
  ).map((row) => ({
    stage: textOrNull(row, 'stage'),
    monday: text(row, 'monday'),
    rounds: num(row, 'n'),
    companies: num(row, 'companies'),
  }));

export const amountCounts = (db: ReadDb, question: SqlQuestion) => {
  const row = get(
    db,
    `WITH ${SELECTED} SELECT count(*) FILTER (WHERE amount IS NULL) AS undisclosed,
       count(*) FILTER (WHERE amount IS NOT NULL AND currency IS NULL) AS without_currency FROM selected`,
    paramsOf(question),
  );
  const currencies = all(
    db,
    `WITH ${SELECTED} SELECT currency, count(*) AS n FROM selected WHERE amount IS NOT NULL AND currency IS NOT NULL
     GROUP BY currency ORDER BY n DESC, lower(currency)`,
    paramsOf(question),
  );
  return {
    undisclosed: num(row ?? {}, 'undisclosed'),
    withoutCurrency: num(row ?? {}, 'without_currency'),
    currencies: currencies.map((each) => ({ currency: text(each, 'currency'), rounds: num(each, 'n') })),
  };
};

/**
 * Returns each stage's amounts in one currency, with quartiles by linear interpolation between neighbours.
 */
export const amountQuartiles = (db: ReadDb, question: SqlQuestion, currency: string) => {
  const quartile = (share: number): string => `(
    SELECT low.amount + (coalesce(high.amount, low.amount) - low.amount) * ((total - 1) * ${share} - CAST((total - 1) * ${share} AS INTEGER))
    FROM ranked AS low LEFT JOIN ranked AS high ON high.stage IS low.stage AND high.place = low.place + 1
    WHERE low.stage IS stages.stage AND low.place = CAST((total - 1) * ${share} AS INTEGER))`;
  return all(
    db,
    `WITH ${SELECTED},
     ranked AS MATERIALIZED (SELECT stage, amount, row_number() OVER (PARTITION BY stage ORDER BY amount) - 1 AS place
       FROM selected WHERE currency = :shown AND amount IS NOT NULL),
     stages AS (SELECT stage, count(*) AS total, json_group_array(amount) AS amounts FROM ranked GROUP BY stage)
     SELECT stage, total, amounts, ${quartile(0.25)} AS lower, ${quartile(0.5)} AS median, ${quartile(0.75)} AS upper
     FROM stages`,
    { ...paramsOf(question), shown: currency },
  ).map((row) => ({
    stage: textOrNull(row, 'stage'),
    rounds: num(row, 'total'),
    amounts: (JSON.parse(text(row, 'amounts')) as number[]).sort((a, b) => a - b),
    quartiles: { lower: num(row, 'lower'), median: num(row, 'median'), upper: num(row, 'upper') },
  }));
};

export const countries = (db: ReadDb, question: SqlQuestion) =>
  all(
    db,
    `WITH ${SELECTED} SELECT lower(country_code) AS value, count(*) AS n, count(DISTINCT company_id) AS companies
     FROM selected WHERE country_code IS NOT NULL GROUP BY country_code ORDER BY n DESC, value`,
    paramsOf(question),
  ).map((row) => ({ value: text(row, 'value'), rounds: num(row, 'n'), companies: num(row, 'companies') }));

export const industries = (db: ReadDb, question: SqlQuestion) => ({
  values: all(
    db,
    `WITH ${SELECTED} SELECT lower(name) AS value, count(*) AS n, count(DISTINCT company_id) AS companies
     FROM selected JOIN company_industry USING (company_id) GROUP BY name ORDER BY n DESC, value`,
    paramsOf(question),
  ).map((row) => ({ value: text(row, 'value'), rounds: num(row, 'n'), companies: num(row, 'companies') })),
  known: num(
    get(
      db,
      `WITH ${SELECTED} SELECT count(*) AS n FROM selected
       WHERE EXISTS (SELECT 1 FROM company_industry WHERE company_industry.company_id = selected.company_id)`,
      paramsOf(question),
    ) ?? {},
    'n',
  ),
});

/** Returns the number of rounds whose company has an industry that is not in `listed`. */
export const otherIndustries = (db: ReadDb, question: SqlQuestion, listed: readonly string[]): number =>
  num(
    get(
      db,
      `WITH ${SELECTED} SELECT count(*) AS n FROM selected
       WHERE EXISTS (SELECT 1 FROM company_industry WHERE company_industry.company_id = selected.company_id
         AND lower(name) NOT IN (SELECT value FROM json_each(:named)))`,
      { ...paramsOf(question), named: JSON.stringify(listed) },
    ) ?? {},
    'n',
  );

/** @param merges maps each merged name, folded, to the folded name into which it was merged */
export const investors = (db: ReadDb, question: SqlQuestion, merges: Readonly<Record<string, string>>) =>
  all(
    db,
    `WITH ${SELECTED}, merged AS (SELECT key, value FROM json_each(:merges)),
     each_round AS (SELECT DISTINCT coalesce(merged.value, name_folded) AS investor, company_id, round_id,
       max(lower(role) = 'lead') OVER (PARTITION BY coalesce(merged.value, name_folded), company_id, round_id) AS led
       FROM selected JOIN round_investor USING (company_id, round_id) LEFT JOIN merged ON merged.key = name_folded)
     SELECT investor, count(*) AS rounds, sum(led) AS led, count(DISTINCT company_id) AS companies FROM each_round
     GROUP BY investor ORDER BY rounds DESC, investor`,
    { ...paramsOf(question), merges: JSON.stringify(merges) },
  ).map((row) => ({
    investor: text(row, 'investor'),
    rounds: num(row, 'rounds'),
    led: numOrNull(row, 'led'),
    companies: num(row, 'companies'),
  }));

export const hiring = (db: ReadDb, question: SqlQuestion, sinceMs: number) =>
  all(
    db,
    `WITH ${SELECTED} SELECT lower(department) AS department, count(DISTINCT company_id) AS companies, count(*) AS roles
     FROM open_role WHERE company_id IN (SELECT company_id FROM selected) AND gone_at_ms IS NULL
       AND fetched_at_ms >= :sinceMs GROUP BY lower(department)`,
    { ...paramsOf(question), sinceMs },
  ).map((row) => ({
    department: text(row, 'department'),
    companies: num(row, 'companies'),
    roles: num(row, 'roles'),
  }));

/**
 * Counts the open contact windows by closing date. The closing date is today's local date plus the days left.
 */
export const closingWindows = (db: ReadDb, question: SqlQuestion, nowMs: number) =>
  all(
    db,
    `SELECT date(:nowMs / 1000, 'unixepoch', 'localtime',
         '+' || (unixepoch(company.announced_on) / 86400 + 30 - CAST(:nowMs / 86400000 AS INTEGER)) || ' days') AS date,
       count(*) AS n
     FROM company WHERE announced_on IS NOT NULL AND unixepoch(announced_on) * 1000 <= :nowMs
       AND (unixepoch(announced_on) + 30 * 86400) * 1000 > :nowMs AND ${matches('company')}
     GROUP BY date ORDER BY date`,
    { ...withoutDates(paramsOf(question)), nowMs },
  ).map((row) => ({ date: text(row, 'date'), companies: num(row, 'n') }));

function withoutDates({ from: _from, to: _to, ...params }: SqlParams): SqlParams {
  return params;
}
