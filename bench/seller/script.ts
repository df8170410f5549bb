import { createRandom, mixSeed, type Random } from '../../electron/simulator/data/random.ts';
import { filterValues } from '../../electron/simulator/service/filter-values.ts';
import { PROFILES } from '../../electron/simulator/profile/profiles.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { askFact, hasData, type Fact } from './facts.ts';
import { MINUTE_MS, SECOND_MS, sessionStarts } from './month.ts';
import type { Oracle, Row } from './oracle.ts';
import { pickIdealCustomer, queryOf, ROWS_A_PAGE, type IdealCustomer } from './profile.ts';
import { refine } from './refine.ts';

/*
 * One user's actions in the month: when the user acts, which filter is applied, how far down the list the
 * user reads, and which companies and facts the user views. The script is written before any client runs. It
 * depends on the service's data at each moment, not on what a client shows, so all clients get the same
 * tasks. A client that shows less data has fewer useful items.
 */

/** The user applies a filter and reads the rows of the result. */
export interface ListAction {
  readonly kind: 'list';
  readonly atMs: number;
  /**
   * `feed` is the feed at the start of a session. `back` is the feed that is shown again after the user
   * clears a refinement. The other values are the kinds of refinement.
   */
  readonly part: 'feed' | 'back' | 'narrowing' | 'hidden' | 'leaving';
  /** The query of the first page. */
  readonly query: FundingsQuery;
  /**
   * Number of pages that the user reads. For `feed`, all pages. For `back`, enough pages to reach the next
   * company. For any other part, one page.
   */
  readonly pages: number;
  readonly rows: readonly Row[];
}

export interface CompanyAction {
  readonly kind: 'company';
  readonly atMs: number;
  readonly companyId: string;
  /** The facts that the user views; always includes the profile. */
  readonly viewed: readonly Fact[];
  /** The viewed facts for which the service has data. */
  readonly available: readonly Fact[];
}

export type Action = ListAction | CompanyAction;

export interface Script {
  readonly who: IdealCustomer;
  readonly actions: readonly Action[];
}

/** Assumptions, listed in bench/README.md. */
const OPENS_PER_SESSION = 11;
const REFINEMENTS: readonly [least: number, most: number] = [3, 6];
/** Assumed share of company openings in which the user reopens a company that was opened before. */
const REOPEN_SHARE = 0.2;
/**
 * Assumed share of filter changes that start from the current filter. All others start from the feed's
 * filter.
 */
const REFINE_CURRENT_SHARE = 0.3;

/**
 * For each fact, the probability that the user views it when opening a company for the first time. Assumed,
 * except for contacts: the reference plan has 10 contact requests for every 20 detail requests. Facts that
 * the profile includes (technologies, highlights) are viewed more often.
 */
const FIRST_VIEW_SHARES: Readonly<Record<Exclude<Fact, 'profile'>, number>> = {
  people: 0.5,
  rounds: 0.15,
  roles: 0.1,
  news: 0.15,
  tech: 0.3,
  highlights: 0.4,
};
const REPEAT_VIEW_SHARES: typeof FIRST_VIEW_SHARES = {
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

/**
 * Writes one user's script. `starts` contains the start times of the sessions. By default, these are all
 * sessions of a month; a test passes fewer.
 */
export function writeScript(seed: number, oracle: Oracle, starts = sessionStarts()): Script {
  const random = createRandom(mixSeed(seed, 'seller'));
  const who = pickIdealCustomer(random, oracle, filterValues(PROFILES.documented).industries);
  const seller: Seller = { random, oracle, who, opened: new Set(), actions: [], nowMs: 0 };
  for (const startMs of starts) {
    seller.nowMs = startMs + random.int(0, 20) * MINUTE_MS;
    writeSession(seller);
  }
  return { who, actions: seller.actions };
}

/** Writes a session: the user reads the feed, then opens companies and occasionally changes the filter. */
function writeSession(seller: Seller): void {
  const { random, who } = seller;
  const query = queryOf(who, seller.nowMs);
  const feed: View = { query, rows: readList(seller, 'feed', query) };
  let shown = feed;
  const changes = random.int(...REFINEMENTS);
  for (let opens = 0, change = 0; opens < OPENS_PER_SESSION; opens += 1) {
    if (change < changes && opens >= Math.floor((change * OPENS_PER_SESSION) / changes)) {
      const from = random.chance(REFINE_CURRENT_SHARE) ? shown.query : query;
      const next = refine({ random, feed: from, rows: feed.rows, atMs: seller.nowMs });
      shown = { query: next.query, rows: readList(seller, next.kind, next.query) };
      change += 1;
    }
    shown = open(seller, shown, feed);
  }
}

/** What the screen currently shows. */
interface View {
  readonly query: FundingsQuery;
  readonly rows: readonly Row[];
}

function readList(
  seller: Seller,
  part: ListAction['part'],
  query: FundingsQuery,
  pagesAtMost = 1,
): readonly Row[] {
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
  actions.push({ kind: 'list', atMs, part, query, pages, rows });
  return rows;
}

/**
 * Opens the first unopened company in the current list. If there is none, clears the refinement and opens the
 * first unopened company in the feed. Reopens an earlier company instead in a fifth of all cases, or if the
 * feed has no unopened company either.
 *
 * @returns what the screen shows afterwards
 */
function open(seller: Seller, shown: View, feed: View): View {
  const { random, opened } = seller;
  const isUnopened = ({ companyId }: Row): boolean => !opened.has(companyId);
  const isReopening = opened.size > 0 && random.chance(REOPEN_SHARE);
  const next = shown.rows.find(isUnopened);
  const position = feed.rows.findIndex(isUnopened);
  if (isReopening || (next === undefined && position < 0)) {
    openCompany(seller, random.pick([...opened]));
    return shown;
  }
  if (next !== undefined) {
    openCompany(seller, next.companyId);
    return shown;
  }
  const rows =
    shown === feed ? feed.rows : readList(seller, 'back', feed.query, Math.floor(position / ROWS_A_PAGE) + 1);
  const unopened = rows.find(isUnopened);
  if (unopened !== undefined) openCompany(seller, unopened.companyId);
  return feed;
}

function openCompany(seller: Seller, companyId: string): void {
  const { random, oracle, opened, actions } = seller;
  seller.nowMs += random.int(90, 180) * SECOND_MS;
  const shares = opened.has(companyId) ? REPEAT_VIEW_SHARES : FIRST_VIEW_SHARES;
  opened.add(companyId);
  const extra = (Object.keys(shares) as (keyof typeof shares)[]).filter((fact) =>
    random.chance(shares[fact]),
  );
  const viewed: readonly Fact[] = ['profile', ...extra];
  const atMs = seller.nowMs;
  const available = viewed.filter((fact) => hasData(askFact(oracle, companyId, fact, atMs)));
  actions.push({ kind: 'company', atMs, companyId, viewed, available });
}
