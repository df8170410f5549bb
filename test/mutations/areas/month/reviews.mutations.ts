import { planted } from '../../planted.ts';
import type { Mutation } from '../../mutation.ts';

const CORE = 'electron/core/user-data/review';
const REVIEW = 'test/unit/user-data/review/monthly-review.test.ts';
const NOTES = 'test/unit/user-data/review/review-notes.test.ts';
const OFFER = 'test/unit/user-data/review/review-offer.test.ts';
const SUGGESTIONS = 'test/unit/user-data/review/suggestions.test.ts';
const EQUALS_SQL = 'equals direct SQL, in every time zone and at the borders of the month';

/** Defects in the monthly review, its note and the time when it is offered. */
export const REVIEW_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'own-month-in-utc',
    guarantee: 'what the user did counts by the user’s calendar',
    file: 'electron/core/library/outcomes/outcome-period.ts',
    find: 'new Date(ms).getTimezoneOffset() * 60_000',
    replace: '0 * new Date(ms).getTimezoneOffset()',
    test: [REVIEW, EQUALS_SQL],
  }),
  planted({
    name: 'requests-across-a-reset-counted-once',
    guarantee: 'the groups of a month add up to the counter of its limit',
    file: 'electron/core/database/queries/ledger/month-spending.ts',
    find: 'AND to_ms >= :fromMs AND from_ms < :untilMs`;',
    replace: 'AND to_ms >= :fromMs AND to_ms < :untilMs`;',
    test: [REVIEW, EQUALS_SQL],
  }),
  planted({
    name: 'unknown-results-free',
    guarantee: 'a request with an unknown result counts as spent',
    file: 'electron/core/database/queries/ledger/month-spending.ts',
    find: "CASE state WHEN 'unknown' THEN reserved_records ELSE cost_records END`;",
    replace: 'coalesce(cost_records, 0)`;',
    test: [REVIEW, EQUALS_SQL],
  }),
  planted({
    name: 'month-reviewed-before-the-reset',
    guarantee: 'a month is reviewed only after the service’s limits were reset',
    file: `${CORE}/review-month.ts`,
    find: 'nowMs >= own.untilMs && serverNowMs >=',
    replace: 'nowMs >= own.untilMs || serverNowMs >=',
    test: [REVIEW, 'is about the last month that has ended, and only about such months'],
  }),
  planted({
    name: 'review-without-passed-steps',
    guarantee: 'a company counts at each step that it has passed, in the review as in Outcomes',
    file: 'electron/core/library/outcomes/company-steps.ts',
    find: 'for (let each = step; each < STEPS; each += 1) {',
    replace: 'for (let each = step; each <= step; each += 1) {',
    test: [REVIEW, 'counts a company at a step that it has passed, once, as Outcomes does'],
  }),
  planted({
    name: 'matches-without-roles',
    guarantee: 'the rule about matches is suggested only once buyer roles are set',
    file: 'renderer/features/review/review-text.ts',
    find: '...(!suggestion.hasRoles',
    replace: '...(suggestion.hasRoles && !suggestion.hasRoles',
    test: ['test/renderer/features/review/review-text.test.ts', 'gives the evidence of each suggestion'],
  }),
  planted({
    name: 'review-rates-of-few-cases',
    guarantee: 'rates of too few cases are not shown',
    file: `${CORE}/month-results.ts`,
    find: 'daysToFirstContact: delays.length < REVIEW_CASES_MIN',
    replace: 'daysToFirstContact: delays.length < 0',
    test: [REVIEW, 'compares rates only with enough cases'],
  }),
  planted({
    name: 'contacted-since-ignored',
    guarantee: 'contacts that the user wrote to since are no waste',
    file: `${CORE}/monthly-review.ts`,
    find: 'isContacted: contacted.has(companyId)',
    replace: 'isContacted: false',
    test: [REVIEW, 'takes its evidence from what the user did since'],
  }),
  planted({
    name: 'blamed-for-the-first-month',
    guarantee: 'records that expired before the app was used are no reason to change anything',
    file: `${CORE}/suggestions.ts`,
    find: 'if (!isWholeMonth || records.expired < RECORDS_MIN) return null;',
    replace: 'if (records.expired < RECORDS_MIN) return null;',
    test: [SUGGESTIONS, 'does not blame the user for records that expired before the app was used'],
  }),
  planted({
    name: 'review-counts-companies-of-other-searches',
    guarantee: 'the review counts the companies of a saved search as Outcomes does',
    file: `${CORE}/search-results.ts`,
    find: 'stored.has(companyId) && found.has(companyId)',
    replace: 'stored.has(companyId)',
    test: [
      REVIEW,
      'counts the companies of a saved search as Outcomes does: the search that found them first has them',
    ],
  }),
  planted({
    name: 'windows-closed-before-stored',
    guarantee: 'a contact window that closed before its company was stored is not counted as unused',
    file: 'electron/core/database/queries/cache/figures/month-companies.ts',
    find: 'AND company.first_seen_at_ms < unixepoch(round.announced_on) * 1000 + :windowMs',
    replace: 'AND :windowMs > 0',
    test: [REVIEW, 'counts contact windows with a high fit that closed before contacts were fetched'],
  }),
  planted({
    name: 'review-note-overwritten',
    guarantee: 'the note about a month is never overwritten by a text that does not build on it',
    file: `${CORE}/review-notes.ts`,
    find: 'if (baseRevision !== (known?.revision ?? 0))',
    replace: 'if (baseRevision > (known?.revision ?? 0))',
    test: [NOTES, 'is not overwritten by a text that does not build on it'],
  }),
  planted({
    name: 'review-note-outside-the-journal',
    guarantee: 'each change of the note about a month can be undone',
    file: `${CORE}/review-notes.ts`,
    find: '      journal.touch(slot);\n',
    replace: '',
    test: [NOTES, 'is undone by writing session, and an undo is a new revision'],
  }),
  planted({
    name: 'review-offered-every-day',
    guarantee: 'the review is offered only on the first day on which the app is open in a month',
    file: `${CORE}/review-offer.ts`,
    find: 'localDate(firstMs) === localDate(now.nowMs) ? month : null',
    replace: 'month',
    test: [OFFER, 'is made on the whole first day on which the app is open in a month, and on no other'],
  }),
  planted({
    name: 'empty-month-offered',
    guarantee: 'a month without data is not offered',
    file: `${CORE}/review-offer.ts`,
    find: 'if (!hasDataIn({ yours, ledger }, epoch, reviewMonth(month, windows))) return null;',
    replace: 'if (hasDataIn({ yours, ledger }, epoch, reviewMonth(month, windows)) === null) return null;',
    test: [OFFER, 'is not made for a month without data, even if there is some later'],
  }),
  planted({
    name: 'review-written-again',
    guarantee: 'the app writes the note about a month only once',
    file: 'renderer/features/review/review.svelte.ts',
    find: 'if (review.hasData && note.revision === 0)',
    replace: "if (review.hasData && note.body === '')",
    test: [
      'test/renderer/features/review/review-state.test.ts',
      'does not write the note again after its text was deleted, unless the user asks for it',
    ],
  }),
];
