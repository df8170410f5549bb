import { createRandom, mixSeed, type Random } from '../../electron/simulator/random.ts';
import { filterValues } from '../../electron/simulator/filter-values.ts';
import { PROFILES } from '../../electron/simulator/profile.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { askFact, isTold, type Fact } from './facts.ts';
import { MINUTE_MS, SECOND_MS, sessionStarts } from './month.ts';
import type { Oracle, Row } from './oracle.ts';
import { pickIdealCustomer, queryOf, ROWS_A_PAGE, type IdealCustomer } from './profile.ts';
import { refine } from './refine.ts';

/*
 * What one seller does in the month, written before any client runs: when, which filter, how far down the list, which
 * company, and what of it. The seller acts on what the service would show at that moment, so that every client is asked for
 * the same things, and a client that shows less misses something instead of being spared the work.
 */

/** A filter is on the screen and its rows are read. */
export interface Look {
  readonly kind: 'look';
  readonly atMs: number;
  /** `feed`: a session begins. `back`: a refinement is cleared and the feed stands there again. */
  readonly part: 'feed' | 'back' | 'narrowing' | 'hidden' | 'leaving';
  /** Its first page. */
  readonly query: FundingsQuery;
  /** Pages read: the whole feed, when a session begins; back in it, as far as the next company; else the first page. */
  readonly pages: number;
  /** What the service shows there. */
  readonly rows: readonly Row[];
}

/** A company is opened. */
export interface Open {
  readonly kind: 'open';
  readonly atMs: number;
  readonly companyId: string;
  /** What the seller looks at; the profile always. */
  readonly wanted: readonly Fact[];
  /** The part of it of which the service has anything. */
  readonly told: readonly Fact[];
}

export type Action = Look | Open;

export interface Script {
  readonly who: IdealCustomer;
  readonly actions: readonly Action[];
}

/** The shape of a session is assumed; bench/README.md has all of it. */
const OPENS = 11;
const REFINEMENTS: readonly [least: number, most: number] = [3, 6];
/** Assumed: a fifth of the opens go back to a company that was opened before. */
const BACK = 0.2;
/** Assumed: three of ten changes go on from the filter as it stands, the others from the feed's. */
const ON_TOP = 0.3;

/**
 * Assumed, but for the people: the reference plan has 10 contact calls for 20 details. What stands in the profile already
 * (technologies, highlights) is looked at more often.
 */
const WANTED_FIRST: Readonly<Record<Exclude<Fact, 'profile'>, number>> = {
  people: 0.5,
  rounds: 0.15,
  roles: 0.1,
  news: 0.15,
  tech: 0.3,
  highlights: 0.4,
};
const WANTED_AGAIN: typeof WANTED_FIRST = {
  people: 0.3,
  rounds: 0.05,
  roles: 0.05,
  news: 0.1,
  tech: 0.1,
  highlights: 0.1,
};

interface Seller {
  readonly random: Random;
  readonly oracle: Oracle;
  readonly who: IdealCustomer;
  readonly opened: Set<string>;
  readonly actions: Action[];
  nowMs: number;
}

/** `starts`: when the seller sits down; a test takes fewer than the whole month. */
export function writeScript(seed: number, oracle: Oracle, starts = sessionStarts()): Script {
  const random = createRandom(mixSeed(seed, 'seller'));
  const who = pickIdealCustomer(random, oracle, filterValues(PROFILES.documented).industries);
  const seller: Seller = { random, oracle, who, opened: new Set(), actions: [], nowMs: 0 };
  for (const startMs of starts) {
    seller.nowMs = startMs + random.int(0, 20) * MINUTE_MS;
    sit(seller);
  }
  return { who, actions: seller.actions };
}

/** The feed first; then opens, with changes of the filter between them. */
function sit(seller: Seller): void {
  const { random, who } = seller;
  const query = queryOf(who, seller.nowMs);
  const feed: View = { query, rows: look(seller, 'feed', query) };
  let shown = feed;
  const changes = random.int(...REFINEMENTS);
  for (let opens = 0, change = 0; opens < OPENS; opens += 1) {
    if (change < changes && opens >= Math.floor((change * OPENS) / changes)) {
      const from = random.chance(ON_TOP) ? shown.query : query;
      const next = refine({ random, feed: from, rows: feed.rows, atMs: seller.nowMs });
      shown = { query: next.query, rows: look(seller, next.kind, next.query) };
      change += 1;
    }
    shown = open(seller, shown, feed);
  }
}

/** What is on the screen. */
interface View {
  readonly query: FundingsQuery;
  readonly rows: readonly Row[];
}

function look(seller: Seller, part: Look['part'], query: FundingsQuery, pagesAtMost = 1): readonly Row[] {
  const { random, oracle, actions } = seller;
  seller.nowMs += random.int(20, 60) * SECOND_MS;
  const atMs = seller.nowMs;
  const rows: Row[] = [];
  let pages = 0;
  for (let total = 1; rows.length < total && (pages < pagesAtMost || part === 'feed'); pages += 1) {
    const page = oracle.page({ ...query, offset: rows.length }, atMs);
    rows.push(...page.rows);
    total = page.total;
  }
  actions.push({ kind: 'look', atMs, part, query, pages, rows });
  return rows;
}

/**
 * Opens the topmost row that was not opened yet; where the refinement has none left, the seller clears it and goes down the
 * feed. In a fifth of the cases, or when the feed has none left either, a company from before.
 * @returns what is on the screen afterwards
 */
function open(seller: Seller, shown: View, feed: View): View {
  const { random, opened } = seller;
  const isFresh = ({ companyId }: Row): boolean => !opened.has(companyId);
  const isBack = opened.size > 0 && random.chance(BACK);
  const here = shown.rows.find(isFresh);
  const position = feed.rows.findIndex(isFresh);
  if (isBack || (here === undefined && position < 0)) {
    openCompany(seller, random.pick([...opened]));
    return shown;
  }
  if (here !== undefined) {
    openCompany(seller, here.companyId);
    return shown;
  }
  const rows =
    shown === feed ? feed.rows : look(seller, 'back', feed.query, Math.floor(position / ROWS_A_PAGE) + 1);
  const fresh = rows.find(isFresh);
  if (fresh !== undefined) openCompany(seller, fresh.companyId);
  return feed;
}

function openCompany(seller: Seller, companyId: string): void {
  const { random, oracle, opened, actions } = seller;
  seller.nowMs += random.int(90, 180) * SECOND_MS;
  const shares = opened.has(companyId) ? WANTED_AGAIN : WANTED_FIRST;
  opened.add(companyId);
  const extra = (Object.keys(shares) as (keyof typeof shares)[]).filter((fact) =>
    random.chance(shares[fact]),
  );
  const wanted: readonly Fact[] = ['profile', ...extra];
  const atMs = seller.nowMs;
  const told = wanted.filter((fact) => isTold(askFact(oracle, companyId, fact, atMs)));
  actions.push({ kind: 'open', atMs, companyId, wanted, told });
}
