import { createSystemClock } from '../../electron/adapters/system-clock.ts';
import { openWorkspaceFiles, type WorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { exec, run, transaction, type WriteDb } from '../../electron/core/database/sql.ts';
import { selectCount } from '../../electron/core/database/sql.ts';
import { fold } from '../../shared/fold-diacritics.ts';
import { createLibrarySearch, type LibrarySearch } from '../../electron/core/library/index/library-search.ts';
import { createInsightReader } from '../../electron/core/library/insights/insights.ts';
import { putPreference } from '../../electron/core/database/queries/yours/preferences.ts';
import { marketSchema } from '../../shared/model/market.ts';
import { insightQuestionSchema, type InsightQuestion } from '../../shared/model/insights/insights.ts';
import { SEARCH_ALONE } from '../../test/support/app/search-alone.ts';
import * as sql from '../../test/support/insights/insight-sql.ts';
import {
  createRandom,
  fillCache,
  makeCompanies,
  pick,
  type MadeCompany,
  type Random,
} from '../search-world.ts';
import { createStallWatch } from '../lib/stalls.ts';
import { startTimes } from '../lib/times.ts';

const clock = createSystemClock();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** The day of the newest rounds in `makeCompanies`. */
export const NOW = Date.UTC(2027, 5, 1, 9);
const INVESTORS = 20_000;
const LIST = '1';
const CURRENCIES = ['USD', 'USD', 'EUR', 'EUR', 'GBP', 'INR', 'JPY', 'SEK'];
const DEPARTMENTS = ['sales', 'it', 'marketing', 'hr', 'finance'];

/**
 * Fills a workspace with companies, each with one or two rounds of up to five investors. The rounds of every
 * tenth company and the open roles of every twentieth count as fetched.
 */
export async function fillInsights(folder: string, count: number): Promise<void> {
  const files = openWorkspaceFiles(folder, { clock, log });
  const companies = [...makeCompanies(count)];
  fillCache(files.cache, companies, NOW);
  const random = createRandom(4);
  const investors = Array.from({ length: INVESTORS }, (_, at) => `Investor ${at.toString(36)} Capital`);
  for (let from = 0; from < companies.length; from += 5_000)
    transaction(files.cache, () => {
      for (const company of companies.slice(from, from + 5_000))
        insert(files.cache, company, random, investors);
    });
  exec(
    files.cache,
    `INSERT OR IGNORE INTO investor (name_folded, name) SELECT name_folded, min(name) FROM round_investor GROUP BY name_folded;
     UPDATE company SET latest_round_id = 'r1', (stage, amount_value, amount_currency) = (SELECT stage, amount_value,
       amount_currency FROM round WHERE round.company_id = company.company_id AND round_id = 'r1')`,
  );
  fillYours(files.yours, companies);
  const search = searchIn(files);
  search.warm();
  await search.settled();
  search.dispose();
  files.close();
}

function insert(cache: WriteDb, company: MadeCompany, random: Random, investors: readonly string[]): void {
  const { id: companyId, announcedOn, stage } = company;
  const earlier = new Date(Date.parse(announcedOn) - Math.floor(random() * 700) * 86_400_000);
  const dates = random() < 0.3 ? [announcedOn, earlier.toISOString().slice(0, 10)] : [announcedOn];
  dates.forEach((on, at) => {
    const roundId = `r${at + 1}`;
    const amount = random() < 0.15 ? null : Math.round(10 ** (5.5 + random() * 3));
    run(
      cache,
      `INSERT INTO round (company_id, round_id, derived_id, detail_level, stage, stage_folded, amount_text,
         amount_value, amount_precision, amount_currency, announced_on, announced_text, source, fetched_at_ms, field_claims)
       VALUES (:companyId, :roundId, 0, 'full', :stage, :folded, :text, :amount, 'exact', :currency, :on, :on, 'fundings',
         1000, :claims)`,
      {
        companyId,
        roundId,
        stage,
        folded: fold(stage),
        text: amount === null ? null : String(amount),
        amount,
        currency: amount === null ? null : pick(random, CURRENCIES),
        on,
        claims: '{"stage":["fundings",1000],"amount":["fundings",1000],"announcedOn":["fundings",1000]}',
      },
    );
    const names = new Set(
      Array.from({ length: Math.floor(random() * 6) }, () => pickSkewed(random, investors)),
    );
    [...names].forEach((name, position) =>
      run(
        cache,
        `INSERT INTO round_investor (company_id, round_id, position, name, name_folded, role)
         VALUES (:companyId, :roundId, :position, :name, :folded, :role)`,
        {
          companyId,
          roundId,
          position,
          name,
          folded: fold(name),
          role: position === 0 ? 'lead' : 'participant',
        },
      ),
    );
  });
  run(
    cache,
    `INSERT INTO company_panel (company_id, panel, complete_at_ms) VALUES (:companyId, 'rounds', 1)`,
    {
      companyId,
    },
  );
  if (random() < 0.05) insertRoles(cache, companyId, random);
}

/** Picks the first values most often, so a few investors take part in many rounds. */
const pickSkewed = (random: Random, of: readonly string[]): string =>
  of[Math.floor(of.length * random() ** 3)] ?? '';

function insertRoles(cache: WriteDb, companyId: string, random: Random): void {
  run(
    cache,
    `INSERT INTO company_panel (company_id, panel, fetched_at_ms) VALUES (:companyId, 'open-roles', :atMs)`,
    { companyId, atMs: NOW },
  );
  for (let at = 0; at < 6; at += 1)
    run(
      cache,
      `INSERT INTO open_role (company_id, role_id, title, department, met_at_ms, source, fetched_at_ms, raw)
       VALUES (:companyId, :roleId, 'Account Executive', :department, 1, 'open-roles', :atMs, :raw)`,
      {
        companyId,
        roleId: String(at),
        department: pick(random, DEPARTMENTS),
        atMs: NOW,
        raw: `{"id":${at},"title":"Account Executive","location":"Remote","employmentType":"full-time"}`,
      },
    );
}

/**
 * Stores a market that about a third of the companies match, and a list that contains every tenth company.
 */
function fillYours(yours: WriteDb, companies: readonly MadeCompany[]): void {
  const market = marketSchema.parse({
    countries: [...new Set(companies.slice(0, 60).map(({ country }) => country))].slice(0, 20),
    stages: ['Seed', 'Series A', 'Series B'],
  });
  putPreference(yours, { name: 'market', value: JSON.stringify(market), setAtMs: NOW });
  transaction(yours, () => {
    run(
      yours,
      `INSERT INTO watchlist (list_id, name, name_folded, created_at_ms) VALUES (1, 'List', 'list', 1)`,
    );
    for (const { id, name, at } of companies)
      if (at % 10 === 0)
        run(
          yours,
          `INSERT INTO watchlist_entry (list_id, company_id, company_name, reason, added_at_ms, dropped)
           VALUES (1, :id, :name, 'manual', 1, 0)`,
          { id, name },
        );
  });
}

const searchIn = ({ cache, yours }: WorkspaceFiles): LibrarySearch =>
  createLibrarySearch({ cache, yours, clock, log, ...SEARCH_ALONE, contactNames: () => null });

interface InsightFigures {
  readonly rounds: number;
  readonly openedMs: readonly number[];
  readonly changedMs: readonly number[];
  readonly sqlMs: readonly number[];
  /** The longest turn of the event loop. */
  readonly stallMs: number;
  readonly memoryMb: number;
}

export async function measureInsights(
  folder: string,
  runs: { readonly opened: number; readonly changed: number; readonly sqlRuns: number },
): Promise<InsightFigures> {
  const files = openWorkspaceFiles(folder, { clock, log });
  const search = searchIn(files);
  search.warm();
  await search.settled();
  const openedMs: number[] = [];
  const question = insightQuestionSchema.parse({ period: { kind: 'weeks', weeks: 13 } });
  const stalls = createStallWatch();
  for (let at = 0; at < runs.opened; at += 1) {
    const reader = createInsightReader(files, search);
    const end = startTimes();
    await reader.read(question, NOW);
    openedMs.push(end().ms);
  }
  const before = process.memoryUsage().arrayBuffers;
  const reader = createInsightReader(files, search);
  await reader.read(question, NOW);
  await reader.prepare(NOW);
  const memoryMb = (process.memoryUsage().arrayBuffers - before) / 1e6;
  const changedMs: number[] = [];
  for (const changed of questions(runs.changed)) {
    const end = startTimes();
    await reader.read(changed, NOW);
    changedMs.push(end().ms);
  }
  const stallMs = stalls.end().maxMs;
  const sqlMs: number[] = [];
  for (let at = 0; at < runs.sqlRuns; at += 1) {
    const end = startTimes();
    inPlainSql(files.cache);
    sqlMs.push(end().ms);
  }
  const rounds = selectCount(files.cache, 'SELECT count(*) AS n FROM round');
  search.dispose();
  files.close();
  return { rounds, openedMs, changedMs, sqlMs, stallMs, memoryMb };
}

/** Returns a series of questions, each of which changes one filter of the previous question. */
function questions(count: number): InsightQuestion[] {
  const random = createRandom(5);
  let last = insightQuestionSchema.parse({ period: { kind: 'weeks', weeks: 13 } });
  return Array.from({ length: count }, () => {
    const changes: Partial<InsightQuestion>[] = [
      { period: { kind: 'weeks', weeks: pick(random, [4, 13, 52] as const) } },
      { market: !last.market },
      { listId: last.listId === null ? LIST : null },
      { currency: pick(random, CURRENCIES) },
    ];
    last = { ...last, ...pick(random, changes) };
    return last;
  });
}

/** Computes the figures of 13 weeks in plain SQL. */
function inPlainSql(cache: WriteDb): void {
  const now = { from: '2027-03-08', to: '2027-06-01', listed: null, market: null };
  const before = { ...now, from: '2026-12-07', to: '2027-03-07' };
  sql.roundsAndCompanies(cache, now);
  sql.roundsAndCompanies(cache, before);
  sql.stageWeeks(cache, now);
  sql.amountCounts(cache, now);
  sql.amountQuartiles(cache, now, 'USD');
  sql.countries(cache, now);
  sql.countries(cache, before);
  sql.industries(cache, now);
  sql.industries(cache, before);
  sql.investors(cache, now, {});
  sql.hiring(cache, now, NOW - 30 * 86_400_000);
  sql.closingWindows(cache, now, NOW);
}
