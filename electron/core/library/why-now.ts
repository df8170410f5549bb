import { NAME_MAX, type ContactWindow } from '../../../shared/model/company.ts';
import type { BuyerRoles } from '../../../shared/model/buyer-roles.ts';
import { DEPARTMENTS, LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { WHY_NOW_DEPARTMENTS_MAX, type WhyNow } from '../../../shared/model/why-now.ts';
import { cleanLine, truncate } from '../../../shared/clean-text.ts';
import { companyRows } from '../database/queries/cache/companies.ts';
import { amountRow } from '../database/queries/cache/company-row.ts';
import { windowOf } from '../database/queries/cache/contact-window.ts';
import {
  newestRoundsAmong,
  openRolesAmong,
  rolesSinceMs,
  type StoredHiring,
  type StoredNewestRound,
} from '../database/queries/cache/why-now-facts.ts';
import type { ReadDb } from '../database/sql.ts';
import { clip } from '../foundation/clip-text.ts';

type Department = BuyerRoles['roles'][number]['department'];

/**
 * Returns the departments that the user sells to. If the buyer roles contain no departments, for example
 * because they contain only keywords, returns null, which means all departments. Pure.
 */
export function departmentsOf(roles: BuyerRoles | null): readonly Department[] | null {
  const departments = [...new Set((roles?.roles ?? []).map(({ department }) => department))];
  return departments.length === 0 ? null : departments;
}

/**
 * Returns the facts behind the why-now lines of a page of companies, in the given order. Companies without
 * any such fact are omitted. Runs three queries, regardless of the number of companies.
 *
 * @param departments the departments that the user sells to; null for all
 */
export function whyNowOf(
  cache: ReadDb,
  ids: readonly string[],
  { departments, nowMs }: { readonly departments: readonly Department[] | null; readonly nowMs: number },
): WhyNow[] {
  const page = [...new Set(ids)].slice(0, LIST_LIMIT_MAX);
  if (page.length === 0) return [];
  const rows = companyRows(cache, page);
  const rounds = new Map(newestRoundsAmong(cache, page).map((round) => [round.companyId, round]));
  const roles = openRolesAmong(cache, page, rolesSinceMs(nowMs));
  return page.flatMap((companyId) => {
    const row = rows.get(companyId);
    if (row === undefined) return [];
    const ofCompany = roles.filter((each) => each.companyId === companyId);
    const facts = {
      companyId,
      round: raisedOf(rounds.get(companyId)),
      hiring: hiringOf(ofCompany, departments, nowMs),
      closesAtMs: openUntilMs(windowOf(row.announcedOn, row.contacts, nowMs)),
    };
    return facts.round === null && facts.hiring === null && facts.closesAtMs === null ? [] : [facts];
  });
}

/** Returns the facts about a round for a why-now line; null if the round has no date. Pure. */
function raisedOf(round: StoredNewestRound | undefined): WhyNow['round'] {
  const announcedOn = round?.announcedOn ?? null;
  if (round === undefined || announcedOn === null || !/^\d{4}-\d{2}-\d{2}$/.test(announcedOn)) return null;
  const amount = amountRow(round.amount);
  const name = disclosed(round.lead, NAME_MAX);
  return {
    roundId: clip(round.roundId, 200),
    stage: disclosed(round.stage, 100),
    amount: amount?.value == null || amount.value <= 0 ? null : amount,
    announcedOn,
    lead: name === null ? null : { name, isOnly: round.leads === 1 },
    stamp: round.stamp,
  };
}

/** Returns the text as one safe line; null if it only means "unknown" or "undisclosed". Pure. */
function disclosed(text: string | null, max: number): string | null {
  const line = text === null ? '' : cleanLine(text);
  return line === '' || /^(?:undisclosed|unknown|n\/a)$/i.test(line) ? null : truncate(line, max);
}

/**
 * Returns the facts about open roles for a why-now line. Returns null if no open roles are stored in the
 * wanted departments. Pure.
 */
function hiringOf(
  roles: readonly StoredHiring[],
  wanted: readonly Department[] | null,
  nowMs: number,
): WhyNow['hiring'] {
  const named = wanted === null ? [] : largestOf(roles, wanted);
  const counted = wanted === null ? roles : named;
  if (counted.length === 0) return null;
  const sinceMs = Math.min(...counted.map(({ firstSeenAtMs }) => firstSeenAtMs));
  return {
    departments: named.map(({ department }) => department),
    count: counted.reduce((sum, { count }) => sum + count, 0),
    isAtLeast: counted.some(({ isIncomplete }) => isIncomplete),
    sinceMs: sinceMs > nowMs ? null : sinceMs,
    fetchedAtMs: Math.max(...counted.map(({ fetchedAtMs }) => fetchedAtMs)),
  };
}

/** Returns the wanted departments with the most roles, largest first. Pure. */
const largestOf = (
  roles: readonly StoredHiring[],
  wanted: readonly Department[],
): (StoredHiring & { readonly department: Department })[] =>
  DEPARTMENTS.filter((each) => wanted.includes(each))
    .flatMap((department) =>
      roles.filter((each) => each.department === department).map((each) => ({ ...each, department })),
    )
    .sort((a, b) => b.count - a.count)
    .slice(0, WHY_NOW_DEPARTMENTS_MAX);

/**
 * Returns the time at which a contact window closes; null if the window is not open or never closes, or if
 * the contacts have already been fetched. Pure.
 */
const openUntilMs = ({ state, closesAtMs, contacts }: ContactWindow): number | null =>
  state === 'open' && contacts === undefined ? closesAtMs : null;
