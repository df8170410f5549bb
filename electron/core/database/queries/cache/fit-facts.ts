import type { Amount } from '../../../../../shared/model/company.ts';
import {
  all,
  flag,
  get,
  num,
  numOrNull,
  run,
  text,
  textOrNull,
  type ReadDb,
  type WriteDb,
} from '../../sql.ts';
import { amountOf } from '../columns.ts';

/* Inputs of the fit score, for a page of company ids. */

export interface StoredFitFacts {
  readonly companyId: string;
  readonly name: string | null;
  readonly countryCode: string | null;
  readonly countryName: string | null;
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly amountUsd: number | null;
  /** Whether open roles are stored, or the service has reported that there are open roles. */
  readonly isHiring: boolean;
  /** Whether the service has ever reported that the company has open roles, or that it has none. */
  readonly openRolesAfter: boolean;
  readonly hasTechnologies: boolean;
}

/**
 * Which facts the market uses. The other facts are not read, because reading one of them takes about as long
 * as reading the company itself.
 */
export interface ComparedFacts {
  readonly amountUsd: boolean;
  readonly hiring: boolean;
  readonly technologies: boolean;
}
const ALL_FACTS: ComparedFacts = { amountUsd: true, hiring: true, technologies: true };

/**
 * Returns the inputs of the fit score. Returns an input as unknown if it is switched off. Omits companies
 * that are not in the cache.
 */
export const fitFacts = (
  db: ReadDb,
  ids: readonly string[],
  { amountUsd, hiring, technologies } = ALL_FACTS,
): StoredFitFacts[] =>
  all(
    db,
    `SELECT company.company_id, company.name, country_code, country_name, company.stage, company.amount_text,
       company.amount_value, company.amount_precision, company.amount_currency, round.amount_usd,
       EXISTS (SELECT 1 FROM open_role
           WHERE open_role.company_id = CASE WHEN :hiring THEN company.company_id END AND gone_at_ms IS NULL)
         OR coalesce(roles.told, 0) > 0 AS is_hiring,
       roles.fetched_at_ms IS NOT NULL OR roles.refused_at_ms IS NOT NULL OR roles.told IS NOT NULL AS roles_told,
       EXISTS (SELECT 1 FROM company_technology
           WHERE company_technology.company_id = CASE WHEN :technologies THEN company.company_id END)
         AS has_technologies
     FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value
     LEFT JOIN round ON round.company_id = CASE WHEN :amountUsd THEN company.company_id END
       AND round.round_id = company.latest_round_id
     LEFT JOIN company_panel AS roles ON roles.company_id = CASE WHEN :hiring THEN company.company_id END
       AND roles.panel = 'open-roles'`,
    {
      ids: JSON.stringify(ids),
      amountUsd: Number(amountUsd),
      hiring: Number(hiring),
      technologies: Number(technologies),
    },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    name: textOrNull(row, 'name'),
    countryCode: textOrNull(row, 'country_code'),
    countryName: textOrNull(row, 'country_name'),
    stage: textOrNull(row, 'stage'),
    amount: amountOf(row),
    amountUsd: numOrNull(row, 'amount_usd'),
    isHiring: flag(row, 'is_hiring'),
    openRolesAfter: flag(row, 'roles_told'),
    hasTechnologies: flag(row, 'has_technologies'),
  }));

/**
 * Returns which of the named technologies each company uses. Names must have the service's exact spelling
 * (spec §4.2). The query starts from the companies, because almost every company may use a common technology.
 */
export function technologiesAmong(
  db: ReadDb,
  ids: readonly string[],
  names: readonly string[],
): { companyId: string; name: string }[] {
  const nameOf = new Map(
    all(
      db,
      `SELECT technology_key, name FROM json_each(:names) AS named JOIN technology ON technology.name = named.value`,
      { names: JSON.stringify(names) },
    ).map((row) => [num(row, 'technology_key'), text(row, 'name')]),
  );
  return all(
    db,
    `SELECT company_technology.company_id, technology_key FROM json_each(:ids) AS wanted
     CROSS JOIN company_technology ON company_technology.company_id = wanted.value
     WHERE +technology_key IN (SELECT named.value FROM json_each(:keys) AS named)`,
    { ids: JSON.stringify(ids), keys: JSON.stringify([...nameOf.keys()]) },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    name: nameOf.get(num(row, 'technology_key')) ?? '',
  }));
}

/**
 * Returns the newest ICP score that a webhook event reported for a company. Returns null if the company has
 * no events. If it has events, but none of them contained a score, `score` is null.
 */
export function latestIcpMatch(db: ReadDb, companyId: string): { score: number | null; atMs: number } | null {
  const row = get(
    db,
    `SELECT score, coalesce(told_at_ms, fetched_at_ms) AS at_ms FROM company_source
     LEFT JOIN company_icp ON company_icp.company_id = company_source.company_id
     WHERE company_source.company_id = :companyId AND source IN ('webhook', 'paste')
     ORDER BY fetched_at_ms DESC LIMIT 1`,
    { companyId },
  );
  return row === null ? null : { score: numOrNull(row, 'score'), atMs: num(row, 'at_ms') };
}

/** Stores a score unless a newer one exists. */
export function putIcp(db: WriteDb, icp: { companyId: string; score: number; receivedAtMs: number }): void {
  run(
    db,
    `INSERT INTO company_icp (company_id, score, told_at_ms) VALUES (:companyId, :score, :receivedAtMs)
     ON CONFLICT (company_id) DO UPDATE SET score = excluded.score, told_at_ms = excluded.told_at_ms
     WHERE excluded.told_at_ms >= told_at_ms`,
    icp,
  );
}
