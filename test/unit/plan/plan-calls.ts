import type { PlanCall } from '../../../electron/core/plan/subjects.ts';

/** What a call of `contactsCallOf` takes. */
export const CONTACTS_COST = { requests: 1, records: 9, pageTurns: 0, companies: 1 };

/** A call for the contacts of a company that the service calls "Secret". */
export const contactsCallOf = (companyId: string): PlanCall => ({
  ...{
    key: `contacts/${companyId}`,
    kind: 'contacts',
    lane: 'window-closing',
    companyId,
    companyName: 'Secret',
  },
  ...{ searchId: null, searchName: null, priced: { endpoint: 'contacts', companyId } },
  governed: {
    ...{ endpoint: 'contacts', canonical: `/companies/${companyId}/contacts`, worst: CONTACTS_COST },
    ...{ certainty: 'about', companyId, rowsAsked: null },
  },
  ...{ cost: CONTACTS_COST, certainty: 'about', value: 20, why: { why: 'listed' } },
  ...{ saves: null, untilMs: null, byRule: false },
});
