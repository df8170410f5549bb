import { countText, percentText } from '../../lib/format.ts';

/** UI text about a company's fit: its score, its parts and their weights. */
export const fit = {
  title: 'Fit',
  of: (score: number) => `Fit ${countText(score)}`,
  unknown: 'Fit unknown',
  about: (score: number) => `Fit with your market: ${countText(score)} of 100`,
  sum: (points: number, outOf: number) =>
    `${countText(points)} of ${countText(outOf)} points. Unknown facts don’t count.`,
  nothingKnown: 'The fit is unknown, because none of the facts that count toward it are known.',
  parts: {
    stage: 'Stage',
    size: 'Amount',
    country: 'Country',
    industry: 'Industry',
    tech: 'Technology',
    hiring: 'Hiring',
  },
  points: (points: number, outOf: number) => `${countText(points)} of ${countText(outOf)}`,
  uncounted: 'not counted',
  reasons: {
    stage: {
      match: (fact: string) => `${fact} is in your market.`,
      miss: (fact: string) => `${fact} is not in your market.`,
      unknown: 'Stage unknown.',
      unasked: 'No stages set in your market.',
    },
    size: {
      match: (fact: string) => `${fact} is within your range.`,
      miss: (fact: string) => `${fact} is outside your range.`,
      unknown: 'Amount unknown or in another currency.',
      unasked: 'No amount range set in your market.',
    },
    country: {
      match: (fact: string) => `${fact} is in your market.`,
      miss: (fact: string) => `${fact} is not in your market.`,
      unknown: 'Country unknown.',
      unasked: 'No countries set in your market.',
    },
    industry: {
      match: (fact: string) => `${fact} is in your market.`,
      miss: (fact: string) => `${fact} is not in your market.`,
      unknown: 'Industry unknown.',
      unasked: 'No industries set in your market.',
    },
    tech: {
      match: (fact: string) => `Uses ${fact}.`,
      miss: () => 'Uses none of your market’s technologies.',
      unknown: 'Technologies unknown.',
      unasked: 'No technologies set in your market.',
    },
    hiring: {
      match: () => 'Has open roles.',
      miss: () => 'Has no open roles.',
      unknown: 'Open roles unknown.',
      unasked: 'Your market doesn’t prefer companies that are hiring.',
    },
  },
  icp: 'ICP match from the service',
  icpOf: (score: number) => `ICP match ${percentText(score)}`,
  icpUnknown: 'ICP match: no score',
  icpScore: percentText,
  icpNone: 'no score',
  icpAbout:
    'How well the company matches the ideal customer profile (ICP) in the service’s dashboard, according to the latest webhook event. It doesn’t affect the fit.',
  change: 'Change weights',
  weights: {
    title: 'Fit weights',
    about:
      'Give each factor 0 to 100 points. Only the proportions matter. A factor with 0 points is ignored.',
    needsMarket: 'The fit is calculated from your market. Set your market first.',
    issue: 'Enter a whole number from 0 to 100.',
    save: 'Save weights',
    reset: 'Reset weights',
    saved: 'Fit weights saved',
    wasReset: 'Fit weights reset to the defaults',
    unchanged: 'The fit weights haven’t changed',
    example: (name: string) => `${name}’s fit with these weights:`,
    noExample: 'Once your library has a company, its fit appears here as an example.',
    score: (score: number | null) => (score === null ? 'unknown' : `${countText(score)} of 100`),
    part: 'Factor',
    weight: 'Points',
    exampleColumn: 'Example',
  },
} as const;
