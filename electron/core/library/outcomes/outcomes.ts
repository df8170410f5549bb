import type {
  Outcomes,
  OutcomeQuestion,
  OutcomeSuggestions,
  RoleOutcomes,
  RoleQuestion,
} from '../../../../shared/model/outcomes/outcomes.ts';
import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import { watchlists } from '../../database/queries/yours/lists.ts';
import type { ContactKeyState } from '../../contacts/contact-encryption.ts';
import { hasCriteria } from '../../../../shared/fit.ts';
import { readBuyerRoles } from '../../market/buyer-roles.ts';
import { comparedFactsOf } from '../../market/fit-scores.ts';
import { readMarket, readWeights } from '../../market/market-settings.ts';
import { OUTCOME_DECIDED_MIN } from '../../../../shared/model/outcomes/outcome-values.ts';
import type { LibrarySearch } from '../index/library-search.ts';
import { membersOf } from '../insights/insights.ts';
import { STORED, type Columns } from '../index/columns.ts';
import { forEachRange, type YieldIfDue } from '../index/time-slices.ts';
import { CONTACTED, isDecided, levelOf, REPLIED, STEPS } from './company-steps.ts';
import {
  addCompany,
  addStepDays,
  createCompanyCounter,
  SLOTS_PAGE,
  STEPS_PAGE,
  type Counted,
} from './counted-companies.ts';
import { createTally, funnelOf, medianOf } from './funnel.ts';
import { createOutcomeLoader, type OutcomeFacts, type OutcomeFiles } from './outcome-facts.ts';
import { groupsBy } from './outcome-groups.ts';
import { cohortOf, localDay } from './outcome-period.ts';
import { roleOutcomes } from './role-outcomes.ts';
import { createSuggester } from './suggestions.ts';

/** Number of companies whose facts are read between two yields. */
const FACTS_PAGE = 100;

export interface OutcomeReader {
  /**
   * Computes the figures, in time slices.
   *
   * @param nowMs server time
   */
  read(question: OutcomeQuestion, nowMs: number): Promise<Outcomes>;
  /** Counts contacts by buyer role. Returns the state `locked` if contacts cannot be decrypted. */
  readRoles(question: RoleQuestion, nowMs: number, contactKey: ContactKeyState): Promise<RoleOutcomes>;
  /** Suggests changes to the market and the fit weights, based on all companies in the library. */
  readSuggestions(): Promise<OutcomeSuggestions>;
}

export function createOutcomeReader(
  files: OutcomeFiles,
  search: Pick<LibrarySearch, 'readFacts'>,
): OutcomeReader {
  const load = createOutcomeLoader(files);
  const countCompanies = createCompanyCounter();
  return {
    read: ({ period, listId, by }, nowMs) =>
      search.readFacts(async (company, yieldIfDue) => {
        const { columns, hasFits } = company;
        const facts = await load(columns, yieldIfDue);
        const market = readMarket(files.yours);
        const cohort = cohortOf(period, nowMs);
        const members = membersOf(company, listId);
        const counted = await countCompanies(company, facts, cohort, members, yieldIfDue);
        const total = createTally();
        const stepDays = Array.from({ length: STEPS }, (): number[] => []);
        const { slots, levels } = counted;
        const countRange = (from: number, to: number): void => {
          for (let at = from; at < to; at += 1) {
            const slot = slots[at] ?? 0;
            addCompany(total, counted, facts, slot);
            if ((levels[slot] ?? 0) > 0) addStepDays(columns, facts, slot, stepDays);
          }
        };
        await forEachRange(slots.length, SLOTS_PAGE, countRange, yieldIfDue);
        if (listId === null) total.records += recordsOfNothing(counted);
        const lists = watchlists(files.yours)
          .slice(0, LIST_LIMIT_MAX)
          .map(({ listId: id, name }) => ({ id: String(id), name }));
        await yieldIfDue();
        const isListed = listId !== null;
        return {
          from: cohort.from,
          to: cohort.to,
          total: funnelOf(total),
          stepDays: stepDays.map((days, step) => (step === 0 ? null : medianOf(days))),
          ...(await groupsBy(by, { company, facts, counted, lists, isListed, yieldIfDue })),
          hasMarket: market !== null && hasCriteria(market),
          hasFits,
          openedSinceMs: facts.openedSinceMs,
          isOpenedPartial: isBefore(counted.firstFoundAtS, facts.openedSinceMs),
        };
      }),
    readRoles: (question, nowMs, contactKey) =>
      search.readFacts(async (company, yieldIfDue) => {
        const roles = readBuyerRoles(files.yours);
        if (roles === null) return { state: 'none' };
        const facts = await load(company.columns, yieldIfDue);
        const members = membersOf(company, question.listId);
        const cohort = cohortOf(question.period, nowMs);
        const counted = await countCompanies(company, facts, cohort, members, yieldIfDue);
        return roleOutcomes(files, { facts, counted, roles, contactKey }, yieldIfDue);
      }),
    readSuggestions: () =>
      search.readFacts(async ({ columns }, yieldIfDue) => {
        const market = readMarket(files.yours);
        const facts = await load(columns, yieldIfDue);
        const companies = columns.state.subarray(0, columns.size).reduce(addStored, 0);
        const { decided, contacted } = await judgedCompanies(columns, facts, yieldIfDue);
        if (market === null || !hasCriteria(market))
          return { hasMarket: false, decided, suggestions: [], pending: [], companies };
        if (decided < OUTCOME_DECIDED_MIN)
          return { hasMarket: true, decided, suggestions: [], pending: [], companies };
        const suggester = createSuggester({ market, weights: readWeights(files.yours) });
        for (let from = 0; from < contacted.length; from += FACTS_PAGE) {
          const page = contacted.slice(from, from + FACTS_PAGE);
          const hasReplied = new Map(page.map((each) => [columns.ids[each.slot] ?? '', each.hasReplied]));
          for (const each of comparedFactsOf(files.cache, [...hasReplied.keys()], market))
            suggester.add({ facts: each, hasReplied: hasReplied.get(each.companyId) === true });
          await yieldIfDue();
        }
        return { hasMarket: true, decided, ...suggester.suggest(decided), companies };
      }),
  };
}

const addStored = (sum: number, state: number): number => sum + (state === STORED ? 1 : 0);

/** Counts the companies with a decided outcome. Also returns the contacted companies, ordered by slot. */
async function judgedCompanies(
  { state }: Columns,
  { steps }: OutcomeFacts,
  yieldIfDue: YieldIfDue,
): Promise<{ decided: number; contacted: { slot: number; hasReplied: boolean }[] }> {
  let [decided, judged] = [0, 0];
  const contacted: { slot: number; hasReplied: boolean }[] = [];
  for (const [slot, of] of steps) {
    judged += 1;
    if (judged % STEPS_PAGE === 0) await yieldIfDue();
    if (state[slot] !== STORED) continue;
    if (isDecided(of)) decided += 1;
    const level = levelOf(of);
    if (level >= CONTACTED) contacted.push({ slot, hasReplied: level >= REPLIED });
  }
  return { decided, contacted: contacted.sort((a, b) => a.slot - b.slot) };
}

/**
 * Returns the number of records spent on the list requests of all sources that found no company in the
 * period.
 */
const recordsOfNothing = ({ pools, foundBySource }: Counted): number =>
  pools.reduce((sum, records, source) => sum + (foundBySource[source] === 0 ? records : 0), 0);

/**
 * Returns whether the company was found before the day on which the app began to record the opening of
 * company pages.
 */
const isBefore = (foundAtS: number | null, sinceMs: number | null): boolean =>
  foundAtS !== null && (sinceMs === null || localDay(foundAtS * 1000) < localDay(sinceMs));
