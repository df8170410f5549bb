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
import { factsOf } from '../../market/fit-scores.ts';
import { readMarket, readWeights } from '../../market/market-settings.ts';
import { OUTCOME_DECIDED_MIN } from '../../../../shared/model/outcomes/outcome-values.ts';
import type { LibrarySearch } from '../index/library-search.ts';
import { membersOf } from '../insights/insights.ts';
import { CONTACTED, isDecided, REPLIED, STEPS } from './company-steps.ts';
import { addCompany, addStepDays, countCompanies, type Counted } from './counted-companies.ts';
import { createTally, funnelOf, medianOf } from './funnel.ts';
import { createOutcomeLoader, type OutcomeFacts, type OutcomeFiles } from './outcome-facts.ts';
import { groupsBy } from './outcome-groups.ts';
import { cohortOf, localDay } from './outcome-period.ts';
import { roleOutcomes } from './role-outcomes.ts';
import { suggestChanges, type ContactedCompany } from './suggestions.ts';

/** Number of companies whose facts are read between two yields. */
const FACTS_PAGE = 100;
/** Number of companies that are counted between two yields. */
const SLOTS_PAGE = 5_000;

export interface OutcomeReader {
  /**
   * Computes the figures, in time slices.
   *
   * @param nowMs server time
   */
  read(question: OutcomeQuestion, nowMs: number): Promise<Outcomes>;
  /** Counts contacts by buyer role. While contacts are locked, counts nothing. */
  readRoles(question: RoleQuestion, nowMs: number, contactKey: ContactKeyState): Promise<RoleOutcomes>;
  /** Suggests changes of the market and the weights from all companies in the library. */
  readSuggestions(): Promise<OutcomeSuggestions>;
}

export function createOutcomeReader(
  files: OutcomeFiles,
  search: Pick<LibrarySearch, 'readFacts'>,
): OutcomeReader {
  const load = createOutcomeLoader(files);
  return {
    read: ({ period, listId, by }, nowMs) =>
      search.readFacts(async (company, yieldIfDue) => {
        const { columns, hasFits } = company;
        const facts = await load(columns, yieldIfDue);
        const market = readMarket(files.yours);
        const cohort = cohortOf(period, nowMs);
        const counted = countCompanies(company, facts, cohort, membersOf(company, listId));
        await yieldIfDue();
        const total = createTally();
        const stepDays = Array.from({ length: STEPS }, (): number[] => []);
        for (const [at, slot] of counted.slots.entries()) {
          if (at % SLOTS_PAGE === 0) await yieldIfDue();
          addCompany(total, counted, facts, slot);
          if ((counted.levels[slot] ?? 0) > 0) addStepDays(columns, facts, slot, stepDays);
        }
        if (listId === null) total.records += recordsOfNothing(counted);
        await yieldIfDue();
        const lists = watchlists(files.yours)
          .slice(0, LIST_LIMIT_MAX)
          .map(({ listId: id, name }) => ({ id: String(id), name }));
        return {
          from: cohort.from,
          to: cohort.to,
          total: funnelOf(total),
          stepDays: stepDays.map((days, step) => (step === 0 ? null : medianOf(days))),
          ...groupsBy(by, { company, facts, counted, lists, isListed: listId !== null }),
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
        const counted = countCompanies(company, facts, cohortOf(question.period, nowMs), members);
        return roleOutcomes(files, { facts, counted, roles, contactKey }, yieldIfDue);
      }),
    readSuggestions: () =>
      search.readFacts(async ({ columns }, yieldIfDue) => {
        const market = readMarket(files.yours);
        const facts = await load(columns, yieldIfDue);
        const { slots, levels } = countCompanies({ columns }, facts, { fromMs: 0 }, null);
        const decided = slots.reduce((sum, slot) => sum + (hasOutcome(facts, slot) ? 1 : 0), 0);
        const companies = slots.length;
        if (market === null || !hasCriteria(market))
          return { hasMarket: false, decided, suggestions: [], pending: [], companies };
        // Without enough outcomes, nothing is suggested, whatever the companies are.
        if (decided < OUTCOME_DECIDED_MIN)
          return { hasMarket: true, decided, suggestions: [], pending: [], companies };
        const contacted = slots.filter((slot) => (levels[slot] ?? 0) >= CONTACTED);
        const judged: ContactedCompany[] = [];
        for (let from = 0; from < contacted.length; from += FACTS_PAGE) {
          const page = Array.from(
            contacted.slice(from, from + FACTS_PAGE),
            (slot) => columns.ids[slot] ?? '',
          );
          for (const company of factsOf(files.cache, page, market)) {
            const level = levels[columns.slotOf.get(company.companyId) ?? -1] ?? 0;
            judged.push({ facts: company, hasReplied: level >= REPLIED });
          }
          await yieldIfDue();
        }
        const settings = { market, weights: readWeights(files.yours) };
        return { hasMarket: true, decided, ...suggestChanges(judged, settings, decided), companies };
      }),
  };
}

const hasOutcome = ({ steps }: OutcomeFacts, slot: number): boolean => {
  const of = steps.get(slot);
  return of !== undefined && isDecided(of);
};

/** Records of list requests of sources that found no company in the period. */
const recordsOfNothing = ({ pools, foundBySource }: Counted): number =>
  pools.reduce((sum, records, source) => sum + (foundBySource[source] === 0 ? records : 0), 0);

/** Whether a company was found on a day before pages were recorded. */
const isBefore = (foundAtS: number | null, sinceMs: number | null): boolean =>
  foundAtS !== null && (sinceMs === null || localDay(foundAtS * 1000) < localDay(sinceMs));
