import type { Mutation } from '../mutation.ts';
import { planted } from '../planted.ts';

const CORE = 'electron/core/library/insights';
const TEST = 'test/unit/library/insights/insights.test.ts';

/** Defects in the figures of Insights. */
export const INSIGHTS_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'sentence-of-other-figures',
    guarantee: 'the sentence of Insights describes the figures that are shown',
    file: 'renderer/features/insights/insights.svelte.ts',
    find: '    this.question = { ...this.question, ...change };\n',
    replace: '    this.question = { ...this.question, ...change };\n    this.shown = this.question;\n',
    test: [
      'test/renderer/features/insights/insights-state.test.ts',
      'describes the figures on screen until those of the new filters have loaded',
    ],
  }),
  planted({
    name: 'currencies-in-one-chart',
    guarantee: 'amounts in different currencies are never in the same chart',
    file: `${CORE}/amounts-by-stage.ts`,
    find: 'rounds.filter((round) => facts.currency[round] === currency)',
    replace: 'rounds.filter((round) => (facts.currency[round] ?? 0) > 0 || currency === -1)',
    test: [TEST, 'show one currency and never add two, and count undisclosed amounts apart'],
  }),
  planted({
    name: 'undisclosed-as-zero',
    guarantee: 'undisclosed amounts are counted apart, not as zero',
    file: `${CORE}/amounts-by-stage.ts`,
    find: 'if (Number.isNaN(facts.amount[round] ?? NaN)) {',
    replace: 'if (Number.isNaN(facts.amount[round] ?? NaN) && at < 0) {',
    test: [TEST, 'show one currency and never add two, and count undisclosed amounts apart'],
  }),
  planted({
    name: 'counts-of-periods-compared',
    guarantee: 'only shares are compared between periods, as the library may hold different parts of each',
    file: `${CORE}/shares.ts`,
    find: 'isCompared ? pointsBetween(earlier / before.known, share) : null',
    replace: 'isCompared ? pointsBetween(earlier / now.known, share) : null',
    test: [TEST, 'change in points of the share, however many rounds of each period are stored'],
  }),
  planted({
    name: 'few-rounds-compared',
    guarantee: 'shares of too few rounds are not compared',
    file: `${CORE}/shares.ts`,
    find: 'now.known >= INSIGHT_COMPARED_MIN && before.known >= INSIGHT_COMPARED_MIN',
    replace: 'now.known >= INSIGHT_COMPARED_MIN && before.known > 0',
    test: [TEST, 'are not compared if one of the periods has too few rounds'],
  }),
  planted({
    name: 'coverage-of-other-filters',
    guarantee: 'coverage is stated only if the service counted exactly these dates and filters',
    file: `${CORE}/insights.ts`,
    find: 'coverageOf(files.cache, countable ? countQuestion(of, chosen) : null, stored.length)',
    replace: 'coverageOf(files.cache, countQuestion(of, market), stored.length)',
    test: [TEST, 'is stated only for the dates and filters that the service counted'],
  }),
  planted({
    name: 'more-stored-than-counted',
    guarantee: 'coverage is not stated if the library holds more rounds than were counted',
    file: `${CORE}/insight-count.ts`,
    find: 'counted === null || counted.total < stored',
    replace: 'counted === null || stored < 0',
    test: [TEST, 'is not stated if the library holds more rounds than were counted'],
  }),
  planted({
    name: 'rounds-counted-as-companies',
    guarantee: 'a bar that counts rounds also counts the companies that it opens, each once',
    file: `${CORE}/weekly-rounds.ts`,
    find: '      if (seenAtStage.has(atStage)) continue;\n',
    replace: '',
    test: [TEST, 'also count the companies that they open, each once'],
  }),
  planted({
    name: 'rest-of-values-left-out',
    guarantee: 'values that are not listed are counted together',
    file: `${CORE}/shares.ts`,
    find: 'rest: await together(listed),',
    replace: 'rest: null,',
    test: [TEST, 'are listed up to the 50 most frequent, and the rest is counted together'],
  }),
  planted({
    name: 'rounds-in-file-order',
    guarantee: 'rounds are sorted by day, although they are read in the order of the file',
    file: `${CORE}/round-facts.ts`,
    find: 'order[index] = at;',
    replace: 'order[at] = at;',
    test: [TEST, 'are sorted by day, in whatever order they were stored'],
  }),
  planted({
    name: 'failed-read-skipped',
    guarantee: 'rounds that a failed read did not return are read again',
    file: `${CORE}/round-facts.ts`,
    find: '      last = page.at(-1) ?? last;',
    replace: '      position = last = page.at(-1) ?? last;',
    test: [TEST, 'are all read after a read failed'],
  }),
  planted({
    name: 'investor-of-another-round',
    guarantee: 'an investor opens the companies whose round in the period has the investor',
    file: 'electron/core/library/index/selected-slots.ts',
    find: 'if (hasInvestor) select(',
    replace: 'if (hasInvestor || investorsFolded.length > 0) select(',
    test: [TEST, 'equal a direct SQL computation for any library, period, market, list and time zone'],
  }),
  planted({
    name: 'finished-period-so-far',
    guarantee: 'the last week of a finished period is not marked as unfinished',
    file: 'renderer/features/insights/marks.ts',
    find: 'today < last.from || today > last.to',
    replace: 'today < last.from',
    test: [
      'test/renderer/features/insights/marks.test.ts',
      'outline the last week only while it is the current one and has not ended',
    ],
  }),
  planted({
    name: 'hidden-insights-load',
    guarantee: 'a change of the library costs nothing while Insights is not shown',
    file: 'renderer/features/insights/load-while-shown.ts',
    find: 'if (this.#isShown && !this.#isLoading) void this.#load();',
    replace: 'if (!this.#isLoading) void this.#load();',
    test: [
      'test/renderer/features/insights/insights-state.test.ts',
      'loads the figures when it is shown, and not while it is hidden',
    ],
  }),
  planted({
    name: 'marks-without-filters',
    guarantee: 'a mark opens the library with the filters of the screen',
    file: 'renderer/features/insights/marks.ts',
    find: 'change({ ...filters, round: filters.round })',
    replace: 'change({ ...filters, countries: [], round: filters.round })',
    test: [
      'test/renderer/features/insights/marks.test.ts',
      'opens the library with the filters of the screen and its own',
    ],
  }),
];
