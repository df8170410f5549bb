import { askFact, IN_PROFILE, type Fact } from './facts.ts';
import type { Figures } from './figures.ts';
import type { Oracle } from './oracle.ts';
import type { Script } from './script.ts';
import { usefulItems } from './useful.ts';

/*
 * The clairvoyant client knows the whole script and all responses in advance, and fetches each needed row and
 * company exactly once. No client that shows every useful item can spend fewer records, for these reasons:
 *
 * 1. A round with its currency, as shown in a list, is only available as a row of a list or of the company's
 * rounds, because the profile omits the currency. Each row costs one record (spec §8), so each distinct round
 * costs one record.
 * 2. Exception: the rows of a company's rounds panel contain the same data. If the user also views that panel,
 * it is assumed to be fetched early enough for the list, so the list row costs nothing.
 * 3. A company's profile is only available from the company detail, which costs one record. It includes
 * technologies and highlights at no further cost.
 * 4. Contacts, rounds with investors, open roles and news are only available from their own endpoints, at one
 * record per row. The user may view a fact several times while its number of rows changes. The client fetches
 * it only once, when it has the fewest rows.
 * 5. The client never fetches an empty result or a row twice, and needs neither /stats nor /filters.
 *
 * The client sends one request for each fact of a company. It fetches a list row when the user first views
 * it, and fills the rest of the page with the published rows that are needed soonest. There are no page turns,
 * because each page is the first page of its query.
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
 * Returns another bound on the records spent, for comparison. It is never above the first. It assumes that a client
 * never fetches the list rows of the companies that the user opens, and reads their rounds from the company
 * detail. No real client could do this: the detail lacks the currency, and the user sees a company in a list
 * before opening the company.
 */
export function clairvoyantWithoutRows(script: Script, oracle: Oracle): number {
  const companies = viewTimesOf(script);
  const rows = listRows(script, oracle, companies).filter(({ companyId }) => !companies.has(companyId));
  const calls = [...companies].flatMap(([companyId, facts]) => callsOf(oracle, companyId, facts));
  return rows.length + calls.reduce((sum, records) => sum + records, 0);
}

type ViewTimes = Map<Fact, number[]>;

/** Returns the times at which the user viewed each fact, by company. */
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

/** For each fact about one company, returns the lowest cost in records of the request for it. */
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

/**
 * Returns how many 50-row pages are needed at least to deliver every row in time, which is after the row is
 * published and before the user first views it. Fetches each page as late as possible, and fills it with the
 * published rows that the user views next.
 */
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
