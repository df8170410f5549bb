import type { Amount, Stamp } from '../../../../../shared/model/company.ts';
import { all, flag, num, text, textOrNull, type ReadDb } from '../../sql.ts';
import { amountOf, stampOf } from '../columns.ts';
import { DAY_MS } from '../../../../../shared/durations.ts';

/* Queries for the facts in why-now lines. Each query runs once for a whole page of companies. */

/** Open roles fetched before this period are not counted, because they may be filled by now. */
const ROLES_MAX_AGE_MS = 30 * DAY_MS;

/** Open roles that were fetched before this time are not counted. */
export const rolesSinceMs = (nowMs: number): number => Math.floor(nowMs - ROLES_MAX_AGE_MS);

export interface StoredNewestRound {
  readonly companyId: string;
  readonly roundId: string;
  readonly stage: string | null;
  readonly amount: Amount | null;
  readonly announcedOn: string | null;
  readonly stamp: Stamp;
  /** The first of the lead investors; null if none is stored. */
  readonly lead: string | null;
  readonly leads: number;
}

/** Returns the companies' newest rounds, except rounds that the service no longer lists. */
export const newestRoundsAmong = (db: ReadDb, ids: readonly string[]): StoredNewestRound[] =>
  all(
    db,
    `SELECT round.company_id, round.round_id, round.stage, round.amount_text, round.amount_value,
       round.amount_precision, round.amount_currency, round.announced_on, round.source, round.fetched_at_ms,
       (SELECT name FROM round_investor AS lead WHERE lead.company_id = round.company_id
          AND lead.round_id = round.round_id AND lower(lead.role) = 'lead' ORDER BY position LIMIT 1) AS lead,
       (SELECT count(*) FROM round_investor AS lead WHERE lead.company_id = round.company_id
          AND lead.round_id = round.round_id AND lower(lead.role) = 'lead') AS leads
     FROM json_each(:ids) AS wanted
     JOIN company ON company.company_id = wanted.value
     JOIN round ON round.company_id = company.company_id AND round.round_id = company.latest_round_id
     LEFT JOIN company_panel AS rounds ON rounds.company_id = company.company_id AND rounds.panel = 'rounds'
     WHERE round.derived_id = 1 OR round.fetched_at_ms >= coalesce(rounds.complete_at_ms, 0)`,
    { ids: JSON.stringify(ids) },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    roundId: text(row, 'round_id'),
    stage: textOrNull(row, 'stage'),
    amount: amountOf(row),
    announcedOn: textOrNull(row, 'announced_on'),
    stamp: stampOf(row),
    lead: textOrNull(row, 'lead'),
    leads: num(row, 'leads'),
  }));

export interface StoredHiring {
  readonly companyId: string;
  /** In lower case; null for roles without a department. */
  readonly department: string | null;
  readonly count: number;
  /** Whether the service has more pages of the company's roles. */
  readonly isIncomplete: boolean;
  readonly firstSeenAtMs: number;
  readonly fetchedAtMs: number;
}

/**
 * Returns the number of open roles for each company and department, the time when the first of these roles
 * was first seen, and the time when they were last fetched.
 *
 * @param fetchedSinceMs roles that were fetched before this time are not counted
 */
export const openRolesAmong = (db: ReadDb, ids: readonly string[], fetchedSinceMs: number): StoredHiring[] =>
  all(
    db,
    `SELECT role.company_id, lower(role.department) AS department, count(*) AS n,
       min(coalesce(role.first_seen_at_ms, role.met_at_ms)) AS first_seen_at_ms,
       max(role.fetched_at_ms) AS fetched_at_ms, coalesce(min(walk.complete), 1) = 0 AS is_incomplete
     FROM json_each(:ids) AS wanted
     JOIN open_role AS role ON role.company_id = wanted.value AND role.gone_at_ms IS NULL
       AND role.fetched_at_ms >= :fetchedSinceMs
     LEFT JOIN role_walk AS walk ON walk.company_id = role.company_id
     GROUP BY role.company_id, lower(role.department)`,
    { ids: JSON.stringify(ids), fetchedSinceMs },
  ).map((row) => ({
    companyId: text(row, 'company_id'),
    department: textOrNull(row, 'department'),
    count: num(row, 'n'),
    isIncomplete: flag(row, 'is_incomplete'),
    firstSeenAtMs: num(row, 'first_seen_at_ms'),
    fetchedAtMs: num(row, 'fetched_at_ms'),
  }));
