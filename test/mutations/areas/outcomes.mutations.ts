import type { Mutation } from '../mutation.ts';
import { planted } from '../planted.ts';

const CORE = 'electron/core/library/outcomes';
const TESTS = 'test/unit/library/outcomes';

export const OUTCOMES_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'funnel-of-zeros',
    guarantee:
      'Outcomes states what to do next while no company was contacted, instead of drawing empty steps',
    file: 'renderer/features/insights/outcomes/outcome-marks.ts',
    find: "OUTCOME_STEPS.indexOf('contacted')",
    replace: "OUTCOME_STEPS.indexOf('found')",
    test: [
      'test/renderer/features/insights/outcomes.test.ts',
      'name the step whose companies to show while none was contacted',
    ],
  }),
  planted({
    name: 'company-of-last-search',
    guarantee: 'a company belongs to the search that found it first',
    file: `${CORE}/found-by.ts`,
    find: ' && atS === foundAtS[slot])',
    replace: ' && atS >= (foundAtS[slot] ?? 0))',
    test: [`${TESTS}/funnel.test.ts`, 'belongs to the search that found it first, and to no other group'],
  }),
  planted({
    name: 'known-company-found-again',
    guarantee: 'a search does not find a company that is already in the library',
    file: 'electron/core/database/queries/cache/query-sets.ts',
    find: 'SELECT company_id FROM query_set_row WHERE set_id = :setId AND known = 0)',
    replace: 'SELECT company_id FROM query_set_row WHERE set_id = :setId)',
    test: [
      'test/unit/user-data/found-by.test.ts',
      'is not recorded for a company that was in the library before',
    ],
  }),
  planted({
    name: 'plan-without-its-search',
    guarantee: 'what a plan fetches for a saved search is credited to that search',
    file: 'electron/core/jobs/perform-planned.ts',
    find: '    ...searchOf(given, job),\n',
    replace: '',
    test: [
      'test/unit/jobs/plan-for-search.test.ts',
      'credits a saved search with the companies and the records of a request made for it',
    ],
  }),
  planted({
    name: 'records-without-their-search',
    guarantee: 'the records of a request belong to the saved search for which a plan made it',
    file: `${CORE}/found-by.ts`,
    find: 'sourceOf.get(searchId ?? facts.searchOf(call) ?? -1)',
    replace: 'sourceOf.get(facts.searchOf(call) ?? -1)',
    test: [
      `${TESTS}/outcomes.test.ts`,
      'equal direct SQL over random libraries, with any currencies, amounts and time zones',
    ],
  }),
  planted({
    name: 'other-dates-find-nothing',
    guarantee: 'a request with other dates belongs to the only saved search with its filters',
    file: `${CORE}/search-of-request.ts`,
    find: 'candidates.length === 1',
    replace: 'candidates.length === 0',
    test: [
      'test/unit/user-data/found-by.test.ts',
      'is the only one with these filters if the dates are not those of a saved search',
    ],
  }),
  planted({
    name: 'rates-of-few-cases',
    guarantee: 'fewer than ten cases are too few for a rate',
    file: `${CORE}/funnel.ts`,
    find: 'count(CONTACTED) < OUTCOME_CASES_MIN || records === 0',
    replace: 'count(CONTACTED) < 1 || records === 0',
    test: [`${TESTS}/funnel.test.ts`, 'have no share, no rate and no median'],
  }),
  planted({
    name: 'shares-of-few-cases',
    guarantee: 'fewer than ten cases are too few for a share',
    file: `${CORE}/funnel.ts`,
    find: 'whole < OUTCOME_CASES_MIN ? null',
    replace: 'whole < 1 ? null',
    test: [`${TESTS}/funnel.test.ts`, 'have no share, no rate and no median'],
  }),
  planted({
    name: 'roles-count-companies',
    guarantee: 'figures by buyer role count contacts, not companies',
    file: `${CORE}/role-outcomes.ts`,
    find: '      const own = levelOf(steps);',
    replace: '      const own = counted.levels[slot] ?? levelOf(steps);',
    test: [`${TESTS}/funnel.test.ts`, 'count contacts, while all other figures count companies'],
  }),
  planted({
    name: 'roles-while-locked',
    guarantee: 'nothing about contacts is counted while they are locked',
    file: `${CORE}/role-outcomes.ts`,
    find: "if (!canStoreContacts(contactKey)) return { state: 'locked' };",
    replace: "if (!canStoreContacts(contactKey)) return { state: 'counted', roles: [] };",
    test: [
      `${TESTS}/funnel.test.ts`,
      'are not counted while contacts are locked, and not before they are set',
    ],
  }),
  planted({
    name: 'roles-stay-after-lock',
    guarantee: 'figures by buyer role leave the screen when contacts are locked',
    file: 'renderer/features/insights/outcomes/outcomes.svelte.ts',
    find: '        this.roles = null;\n        stale();',
    replace: '        stale();',
    test: [
      'test/renderer/features/insights/outcomes.test.ts',
      'drops the figures by buyer role as soon as contacts are locked',
    ],
  }),
  planted({
    name: 'corrected-status-counts',
    guarantee: 'setting an earlier status removes the steps of later ones',
    file: `${CORE}/company-steps.ts`,
    find: '  steps.statusDays.fill(null, step + 1);\n',
    replace: '',
    test: [
      `${TESTS}/funnel.test.ts`,
      'counts for all steps up to the last one, and loses steps when an earlier status is set',
    ],
  }),
  planted({
    name: 'suggestion-without-undo',
    guarantee: 'an applied suggestion can be undone with one click',
    file: 'renderer/features/insights/outcomes/suggestion.ts',
    find: 'texts.applied(suggestionTitle(suggestion)), undo,',
    replace: 'texts.applied(suggestionTitle(suggestion)), undo === null ? undo : null,',
    test: [
      'test/renderer/features/insights/suggestion.test.ts',
      'a suggestion is applied with one click, and offers its undo',
    ],
  }),
  planted({
    name: 'suggestion-not-in-journal',
    guarantee: 'an undo restores a suggestion that changed the market',
    file: 'electron/core/user-data/market.ts',
    find: "    journal.touch({ part: 'preference', key: [name] });",
    replace: "    if (name !== 'market') journal.touch({ part: 'preference', key: [name] });",
    test: [
      `${TESTS}/suggestions.test.ts`,
      'counts won and lost companies, and one undo takes an applied change back',
    ],
  }),
  planted({
    name: 'suggestions-from-few-outcomes',
    guarantee: 'suggestions need 20 decided outcomes',
    file: `${CORE}/suggestions.ts`,
    find: 'if (decided < OUTCOME_DECIDED_MIN)',
    replace: 'if (decided < 1)',
    test: [`${TESTS}/suggestions.test.ts`, 'needs 20 decided outcomes'],
  }),
  planted({
    name: 'figures-share-a-turn',
    guarantee: 'figures that follow each other do not block one turn together',
    file: 'electron/core/library/index/time-slices.ts',
    find: "  await options.nextTurn('urgent');\n  return createYield(options, 'urgent');",
    replace: "  return createYield(options, 'urgent');",
    test: [
      'test/unit/library/index/time-slices.test.ts',
      'does not begin in a turn in which another one ended',
    ],
  }),
  planted({
    name: 'fit-without-usd-amount',
    guarantee: 'a fact that the market compares is read',
    file: 'electron/core/market/fit-scores.ts',
    find: "amountUsd: currency === 'USD' && (",
    replace: "amountUsd: currency === 'EUR' && (",
    test: [
      'test/unit/market/compared-facts.test.ts',
      'the facts that a market with amounts in US dollars compares give its fits',
    ],
  }),
  planted({
    name: 'opened-page-survives-erasure',
    guarantee: 'erasing a company removes the record that its page was opened',
    file: 'electron/core/privacy/erasure-records.ts',
    find: '  for (const id of opened) deleteOpenedOf(yours, id);\n',
    replace: '',
    test: ['test/unit/privacy/opened-pages.test.ts', 'is removed with its company, including from backups'],
  }),
  planted({
    name: 'opened-pages-survive-deletion',
    guarantee: 'deleting the downloaded data removes the records of opened pages',
    file: 'electron/core/privacy/delete-opened-pages.ts',
    find: '    if (deleteAllOpened(yours) > 0) checkpointWal(yours);\n',
    replace: '',
    test: [
      'test/unit/privacy/opened-pages.test.ts',
      'is removed when all downloaded data is deleted, also from backups',
    ],
  }),
  planted({
    name: 'rows-beyond-reply',
    guarantee: 'a reply has at most 50 rows, and no company is left out',
    file: `${CORE}/outcome-groups.ts`,
    find: '  return { groups, others: othersOf([...rest].map(({ tally }) => tally)) };',
    replace: '  return { groups, others: null };',
    test: [`${TESTS}/funnel.test.ts`, 'have the smallest ones counted together'],
  }),
];
