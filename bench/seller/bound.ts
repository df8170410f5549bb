import { askFact, IN_PROFILE, type Fact } from './facts.ts';
import type { Figures } from './figures.ts';
import type { Oracle } from './oracle.ts';
import type { Script } from './script.ts';
import { usefulItems } from './useful.ts';

/*
 * The clairvoyant client knows the whole script and all responses in advance, and fetches each needed row and
 * company exactly once. No client that shows every useful item can spend fewer records:
 *
 * 1. A round as a list shows it (with its currency, which the profile omits) is only available as a row of a
 * list or of the company's own rounds, each charged one record (spec §8). That is one record per distinct
 * round.
 * 2. The exception is a company whose rounds panel is needed: its rows include the same data, so the panel is
 * assumed to be fetched early enough and the list row is free.
 * 3. A company's profile is only available from its detail, which costs one record; technologies and highlights
 * are then free.
 * 4. Contacts, rounds with investors, open roles and news are only available from their own endpoints at one
 * record per row. Each is fetched once, when it has the fewest rows between the first and the last view.
 * 5. It never fetches an empty result or a row twice, and needs neither /stats nor /filters.
 *
 * Requests: one for every company call, plus list pages that are as full as possible. Rows are fetched when
 * first viewed, and each page is filled with published rows that are needed soonest. No page is a page turn,
 * because each is the first of a query.
 */

const PAGE_ROWS = 50;

export function clairvoyant(script: Script, oracle: Oracle): Figures {
  const companies = viewTimesOf(script);
  const rows = listRows(script, oracle, companies);
  const calls = [...companies].flatMap(([companyId, facts]) => callsOf(oracle, companyId, facts));
  return {
    requests: calls.length + pagesFor(rows),
    records: rows.length + calls.reduce((sum, records) => sum + records, 0),
    pageTurns: 0,
    items: usefulItems(script).size,
    outOnDay: null,
    lateMissed: 0,
    refusals: 0,
  };
}

/**
 * A stricter bound for comparison: the round summary in a company's detail replaces the list row, so no row of
 * an opened company is charged. It lacks the round's currency, and a client would have to open a company before
 * it is listed.
 */
export function clairvoyantWithoutRows(script: Script, oracle: Oracle): number {
  const companies = viewTimesOf(script);
  const rows = listRows(script, oracle, companies).filter(({ companyId }) => !companies.has(companyId));
  const calls = [...companies].flatMap(([companyId, facts]) => callsOf(oracle, companyId, facts));
  return rows.length + calls.reduce((sum, records) => sum + records, 0);
}

type ViewTimes = Map<Fact, number[]>;

/** When the user viewed each fact, by company. */
function viewTimesOf({ actions }: Script): ReadonlyMap<string, ViewTimes> {
  const companies = new Map<string, ViewTimes>();
  for (const action of actions) {
    if (action.kind !== 'company') continue;
    const viewTimes: ViewTimes = companies.get(action.companyId) ?? new Map<Fact, number[]>();
    companies.set(action.companyId, viewTimes);
    for (const fact of action.available) viewTimes.set(fact, [...(viewTimes.get(fact) ?? []), action.atMs]);
  }
  return companies;
}

/** Records of each request for one company. */
function callsOf(oracle: Oracle, companyId: string, viewTimes: ViewTimes): number[] {
  const facts = [...viewTimes].filter(([fact]) => fact === 'profile' || !IN_PROFILE.has(fact));
  return facts.map(([fact, times]) =>
    Math.min(...times.map((atMs) => askFact(oracle, companyId, fact, atMs).charge.records)),
  );
}

interface NeededRow {
  readonly companyId: string;
  readonly publishedAtMs: number;
  readonly neededAtMs: number;
}

function listRows(
  { actions }: Script,
  oracle: Oracle,
  companies: ReadonlyMap<string, ViewTimes>,
): readonly NeededRow[] {
  const needed = new Map<string, NeededRow>();
  for (const action of actions) {
    if (action.kind !== 'list') continue;
    for (const { roundId, companyId } of action.rows) {
      if (needed.has(roundId) || companies.get(companyId)?.has('rounds') === true) continue;
      const round = oracle.world.byId.get(companyId)?.rounds.find(({ id }) => id === roundId);
      if (round === undefined) throw new Error(`no round ${roundId}`);
      needed.set(roundId, { companyId, publishedAtMs: round.publishedAtMs, neededAtMs: action.atMs });
    }
  }
  return [...needed.values()];
}

/** The fewest pages of 50 that fetch every row between its publication and its first view: earliest need first. */
function pagesFor(rows: readonly NeededRow[]): number {
  let left = [...rows].sort((a, b) => a.neededAtMs - b.neededAtMs);
  let pages = 0;
  for (let due = left[0]; due !== undefined; due = left[0]) {
    const atMs = due.neededAtMs;
    const taken = new Set(left.filter(({ publishedAtMs }) => publishedAtMs <= atMs).slice(0, PAGE_ROWS));
    left = left.filter((row) => !taken.has(row));
    pages += 1;
  }
  return pages;
}
