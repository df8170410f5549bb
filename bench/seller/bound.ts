import { askFact, IN_PROFILE, type Fact } from './facts.ts';
import type { Figures } from './figures.ts';
import type { Oracle } from './oracle.ts';
import type { Script } from './script.ts';
import { usefulItems } from './useful.ts';

/*
 * The clairvoyant: it knows the whole script and all answers in advance, and fetches each needed row and each needed
 * company exactly once. No client that shows every useful item can spend fewer records:
 *
 *  1. A round as a list shows it (with its currency, which the profile does not tell) comes only as a row of a list or of
 *     the company's own rounds, and every such row is charged one record [§8]. So a record for each distinct round –
 *  2. – unless the seller wants the rounds panel of that company: its rows tell the same and more, so the panel is assumed to
 *     have been fetched early enough, and the list row costs nothing.
 *  3. A company's profile comes only from its detail, which is one record; technologies and highlights are then free.
 *  4. People, rounds with investors, open roles and news come only from their own endpoint, whose rows are what they are;
 *     each is fetched once, at the moment between the first and the last look at which it has fewest rows.
 *  5. It never asks in vain, never reads a row twice, and needs neither /stats nor /filters.
 *
 * Requests: one for every company call, and lists as full as they can be: rows are fetched when first looked at, and each
 * page is filled up with rows that are published by then and needed soonest. No page is a turn: each is a query's first.
 */

const PAGE_ROWS = 50;

export function clairvoyant(script: Script, oracle: Oracle): Figures {
  const companies = factsWanted(script);
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
 * A harsher bound, for comparison: a detail's summary of a round is taken for the round's row, so that no row of an opened
 * company is ever charged. It loses the round's currency, and a client would have to open a company before it was listed.
 */
export function clairvoyantWithoutRows(script: Script, oracle: Oracle): number {
  const companies = factsWanted(script);
  const rows = listRows(script, oracle, companies).filter(({ companyId }) => !companies.has(companyId));
  const calls = [...companies].flatMap(([companyId, facts]) => callsOf(oracle, companyId, facts));
  return rows.length + calls.reduce((sum, records) => sum + records, 0);
}

type Looks = Map<Fact, number[]>;

/** By company and fact: when the seller looked. */
function factsWanted({ actions }: Script): ReadonlyMap<string, Looks> {
  const companies = new Map<string, Looks>();
  for (const action of actions) {
    if (action.kind !== 'open') continue;
    const looks: Looks = companies.get(action.companyId) ?? new Map<Fact, number[]>();
    companies.set(action.companyId, looks);
    for (const fact of action.told) looks.set(fact, [...(looks.get(fact) ?? []), action.atMs]);
  }
  return companies;
}

/** Records of the calls for one company, one entry a call. */
function callsOf(oracle: Oracle, companyId: string, looks: Looks): number[] {
  const facts = [...looks].filter(([fact]) => fact === 'profile' || !IN_PROFILE.has(fact));
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
  companies: ReadonlyMap<string, Looks>,
): readonly NeededRow[] {
  const needed = new Map<string, NeededRow>();
  for (const action of actions) {
    if (action.kind !== 'look') continue;
    for (const { roundId, companyId } of action.rows) {
      if (needed.has(roundId) || companies.get(companyId)?.has('rounds') === true) continue;
      const round = oracle.world.byId.get(companyId)?.rounds.find(({ id }) => id === roundId);
      if (round === undefined) throw new Error(`no round ${roundId}`);
      needed.set(roundId, { companyId, publishedAtMs: round.publishedAtMs, neededAtMs: action.atMs });
    }
  }
  return [...needed.values()];
}

/** The fewest pages of 50 that bring every row between its publication and its first look: earliest need first. */
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
