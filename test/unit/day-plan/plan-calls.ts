import type { PlanCall } from '../../../electron/core/day-plan/plan-inputs.ts';

/** The cost of a call that `contactsCallOf` returns. */
export const CONTACTS_COST = { requests: 1, records: 9, pageTurns: 0, companies: 1 };

/** Returns a plan call that fetches the contacts of a company named "Secret". */
export const contactsCallOf = (companyId: string): PlanCall => ({
  key: `contacts/${companyId}`,
  kind: 'contacts',
  lane: 'window-closing',
  companyId,
  companyName: 'Secret',
  searchId: null,
  searchName: null,
  priced: { endpoint: 'contacts', companyId },
  governed: {
    endpoint: 'contacts',
    canonical: `/companies/${companyId}/contacts`,
    worst: CONTACTS_COST,
    certainty: 'about',
    companyId,
    rowsRequested: null,
  },
  cost: CONTACTS_COST,
  certainty: 'about',
  expected: null,
  value: 20,
  matches: null,
  why: { why: 'listed' },
  saves: null,
  untilMs: null,
  byRule: false,
});
