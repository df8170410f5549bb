import { hasCriteria } from '../../../../shared/fit.ts';
import type { Insights, InsightQuestion } from '../../../../shared/model/insights/insights.ts';
import { INSIGHT_WEEKS } from '../../../../shared/model/insights/insight-values.ts';
import { companyNamesAmong } from '../../database/queries/cache/insight-rounds.ts';
import { investorNamesAmong } from '../../database/queries/cache/investor-rounds.ts';
import { rolesSinceMs } from '../../database/queries/cache/why-now-facts.ts';
import { distinctInvestors, investorWatches } from '../../database/queries/yours/investors.ts';
import type { ReadDb } from '../../database/sql.ts';
import { clip } from '../../foundation/clip-text.ts';
import { readBuyerRoles } from '../../market/buyer-roles.ts';
import { readMarket } from '../../market/market-settings.ts';
import { mergedNames } from '../investors/investor-names.ts';
import type { Columns } from '../index/columns.ts';
import type { CompanyFacts, LibrarySearch } from '../index/library-search.ts';
import { keyOf } from '../index/list-columns.ts';
import type { YieldIfDue } from '../index/time-slices.ts';
import { departmentsOf } from '../why-now.ts';
import { activeInvestors, similarAmong } from './active-investors.ts';
import { amountsByStage } from './amounts-by-stage.ts';
import { contactWindowDays } from './contact-window-days.ts';
import { companiesOf, createRoleLoader, hiringIn } from './hiring.ts';
import { countQuestion, coverageOf } from './insight-count.ts';
import { libraryFilters } from './library-filters.ts';
import { dateOf, dayOf, daysBefore, daysOfPeriod, mondayOf, weekOf, type Days } from './insight-period.ts';
import { createRoundLoader, type RoundFacts } from './round-facts.ts';
import { marketFilter, selectRounds, type InsightFilter } from './selected-rounds.ts';
import { countryShares, industryShares } from './shares.ts';
import { weeklyRounds } from './weekly-rounds.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';

interface Files {
  readonly cache: ReadDb;
  readonly yours: ReadDb;
}

export interface InsightReader {
  /**
   * Computes the figures, in time slices.
   *
   * @param nowMs server time
   */
  read(question: InsightQuestion, nowMs: number): Promise<Insights>;
  /** Reads the rounds of the longest period in the background, so changing the period is fast. */
  prepare(nowMs: number): Promise<void>;
}

/**
 * Number of weeks that are read in one background step. A search that starts during a step has to wait until
 * the step ends.
 */
const STEP_WEEKS = 13;

export function createInsightReader(files: Files, search: Pick<LibrarySearch, 'readFacts'>): InsightReader {
  const rounds = createRoundLoader(files.cache);
  const roles = createRoleLoader(files.cache);
  return {
    read: (question, nowMs) =>
      search.readFacts(async (company, yieldIfDue) => {
        const { columns } = company;
        const today = dayOf(utcDate(nowMs)) ?? 0;
        const days = daysOfPeriod(question.period, today);
        const before = daysBefore(question.period, days);
        const market = readMarket(files.yours);
        const hasMarket = market !== null && hasCriteria(market);
        const chosen = question.market && hasMarket ? market : null;
        const filter: InsightFilter = {
          market: chosen === null ? null : marketFilter(columns, chosen),
          members: membersOf(company, question.listId),
        };
        const facts = await rounds.load(
          { from: dateOf(before.from), investorsFrom: dateOf(days.from) },
          columns.slotOf,
          yieldIfDue,
        );
        const now = await selectRounds(facts, columns, days, filter, yieldIfDue);
        await yieldIfDue();
        const earlier = await selectRounds(facts, columns, before, filter, yieldIfDue);
        await yieldIfDue();
        const slots = companiesOf(facts, now, columns);
        await yieldIfDue();
        const roleFacts = await roles.load(slots, columns, rolesSinceMs(nowMs), yieldIfDue);
        const countable = question.listId === null;
        const figures = (of: Days, stored: Uint32Array): Insights['period'] => ({
          from: dateOf(of.from),
          to: dateOf(of.to),
          rounds: stored.length,
          coverage: coverageOf(files.cache, countable ? countQuestion(of, chosen) : null, stored.length),
        });
        const parts = { files, facts, columns, rounds: now, companies: slots };
        return {
          period: figures(days, now),
          before: figures(before, earlier),
          companies: slots.length,
          hasMarket,
          filters: libraryFilters(days, chosen, question.listId),
          count: countable ? countQuestion(days, chosen) : null,
          ...(await chartsOf(parts, { days, earlier, filter, question, nowMs }, yieldIfDue)),
          hiring: hiringIn(roleFacts, slots, departmentsOf(readBuyerRoles(files.yours))),
        };
      }),
    prepare: async (nowMs) => {
      const today = dayOf(utcDate(nowMs)) ?? 0;
      const longest = Math.max(...INSIGHT_WEEKS);
      const mondayBefore = (weeks: number): string => dateOf(mondayOf(weekOf(today) - weeks + 1));
      for (let weeks = STEP_WEEKS; weeks < longest * 2 + STEP_WEEKS; weeks += STEP_WEEKS) {
        const needed = {
          from: mondayBefore(Math.min(weeks, longest * 2)),
          investorsFrom: mondayBefore(longest),
        };
        await search.readFacts(({ columns }, yieldIfDue) => rounds.load(needed, columns.slotOf, yieldIfDue));
      }
    },
  };
}

/**
 * Returns an array with the value 1 at the slots of the list's companies. Returns null if no list is chosen.
 * A deleted list counts as empty.
 */
export function membersOf({ columns, lists }: CompanyFacts, listId: string | null): Uint8Array | null {
  if (listId === null) return null;
  const members = new Uint8Array(columns.size);
  for (const slot of lists.get(listId) ?? []) members[slot] = 1;
  return members;
}

interface Parts {
  readonly files: Files;
  readonly facts: RoundFacts;
  readonly columns: Columns;
  readonly rounds: Uint32Array;
  /** Slots of the companies that raised these rounds, without duplicates. */
  readonly companies: Uint32Array;
}

async function chartsOf(
  parts: Parts,
  asked: {
    readonly days: Days;
    readonly earlier: Uint32Array;
    readonly filter: InsightFilter;
    readonly question: InsightQuestion;
    readonly nowMs: number;
  },
  yieldIfDue: YieldIfDue,
): Promise<Omit<Insights, 'period' | 'before' | 'companies' | 'hasMarket' | 'filters' | 'count' | 'hiring'>> {
  const { facts, columns, rounds } = parts;
  const weeks = await weeklyRounds(facts, rounds, asked.days, yieldIfDue);
  await yieldIfDue();
  const amounts = amountsByStage(facts, rounds, asked.question.currency);
  await yieldIfDue();
  const slotsOf = (of: Uint32Array): Uint32Array => of.map((round) => facts.slot[round] ?? 0);
  const slots = { now: slotsOf(rounds), before: slotsOf(asked.earlier), companies: parts.companies };
  await yieldIfDue();
  const countries = await countryShares(columns, slots, yieldIfDue);
  await yieldIfDue();
  const industries = await industryShares(columns, slots, yieldIfDue);
  await yieldIfDue();
  const investors = await investorsOf(parts, yieldIfDue);
  await yieldIfDue();
  return {
    weeks,
    amounts,
    countries,
    industries,
    investors,
    windows: await contactWindowDays(columns, asked.filter, asked.nowMs, yieldIfDue),
  };
}

async function investorsOf(
  { files, facts, columns, rounds }: Parts,
  yieldIfDue: YieldIfDue,
): Promise<Insights['investors']> {
  const { cache, yours } = files;
  const merged = mergedNames(yours);
  const rootOf = (name: string): string => merged.get(name) ?? name;
  const { known, investors } = await activeInvestors(facts, rounds, merged, yieldIfDue);
  const keys = investors.map(({ key }) => key);
  const names = investorNamesAmong(cache, keys);
  const watched = new Set(investorWatches(yours).map(({ nameFolded }) => rootOf(nameFolded)));
  const shown = investors.flatMap(({ slots }) => slots.slice(0, 2).map((slot) => columns.ids[slot] ?? ''));
  const companies = companyNamesAmong(cache, shown);
  const nameOf = (key: string): string => clip(names.get(key) ?? key, 500);
  const distinct = new Map(keys.map((key) => [key, distinctInvestors(yours, key)]));
  const similar = similarAmong(keys, (a, b) => distinct.get(a)?.has(b) === true);
  return {
    known,
    investors: investors.map(({ key, slots, stages, ...counts }) => ({
      name: nameOf(key),
      filterValue: keyOf(key),
      rounds: counts.rounds,
      led: counts.led,
      stages: stages.slice(0, 2).map((number) => clip(facts.stages.labels[number] ?? '', 200)),
      companies: slots.slice(0, 2).map((slot) => {
        const id = columns.ids[slot] ?? '';
        return clip(companies.get(id) ?? id, 500);
      }),
      otherCompanies: Math.max(0, slots.length - 2),
      watched: watched.has(key),
    })),
    similar: similar === null ? null : { name: nameOf(similar[0]), other: nameOf(similar[1]) },
  };
}
