import type { ReviewSuggestion } from '../../../../shared/model/review/monthly-review.ts';
import { REVIEW_CASES_MIN, REVIEW_SUGGESTIONS_MAX } from '../../../../shared/model/review/review-values.ts';
import type { EndpointSpending, Refusals } from '../../database/queries/ledger/month-spending.ts';

/* Decides what to suggest for the next month. A suggestion is made only if there is enough evidence. Pure. */

export interface ReviewFacts {
  readonly refusals: readonly Refusals[];
  /**
   * A company whose contacts were fetched. `isContacted` states whether the user has contacted the company
   * since then.
   */
  readonly contacts: readonly { readonly records: number; readonly isContacted: boolean }[];
  readonly isOnlyMatches: boolean;
  readonly hasRoles: boolean;
  readonly records: { readonly expired: number; readonly limit: number };
  /**
   * Whether the app's data covers the whole month. True if the app was already in use before the month began.
   */
  readonly isWholeMonth: boolean;
  readonly expiredBefore: number | null;
  /**
   * For each saved search, the rounds and companies that no other source had found before, as counted on the
   * Outcomes screen.
   */
  readonly searches: readonly {
    readonly name: string;
    readonly rounds: number;
    readonly companies: number;
    readonly contacted: number;
  }[];
  readonly byEndpoint: readonly EndpointSpending[];
}

/** A suggestion about unused records is made only if at least this many records are unused. */
const RECORDS_MIN = 20;
/**
 * The minimum share for two suggestions. One suggestion uses the share of the record limit that expired
 * unused. The other uses the share of records that were spent on contacts of companies that the user has not
 * contacted.
 */
const SHARE_MIN = 0.1;
/** The minimum share of requests without results for which a suggestion is made. */
const EMPTY_MIN = 0.2;
/**
 * Endpoints whose responses contain charged rows. Responses of other endpoints, such as `/stats`, never do.
 */
const WITH_ROWS = new Set<string | null>([
  'fundings',
  'companies',
  'contacts',
  'tech-stack',
  'rounds',
  'highlights',
  'open-roles',
  'news',
]);

/** Returns the suggestions that the facts support, the most useful ones first. */
export const suggestionsFor = (facts: ReviewFacts): ReviewSuggestion[] =>
  [limitFirst(facts), unusedContacts(facts), expired(facts), idleSearch(facts), emptyRequests(facts)]
    .filter((each) => each !== null)
    .slice(0, REVIEW_SUGGESTIONS_MAX);

/** Returns a suggestion about the limit or cap that refused requests on the most days. */
function limitFirst({ refusals: [first] }: ReviewFacts): ReviewSuggestion | null {
  if (first === undefined) return null;
  const { budget, scope, requests, days } = first;
  return scope === null ? { kind: 'budget', budget, requests, days } : { kind: 'cap', scope, requests, days };
}

function unusedContacts({ contacts, isOnlyMatches, hasRoles }: ReviewFacts): ReviewSuggestion | null {
  const unused = contacts.filter(({ isContacted }) => !isContacted);
  const records = total(unused);
  if (records < RECORDS_MIN || records < SHARE_MIN * total(contacts)) return null;
  return { kind: 'unused-contacts', records, companies: unused.length, isOnlyMatches, hasRoles };
}

function expired({ records, isWholeMonth, expiredBefore }: ReviewFacts): ReviewSuggestion | null {
  if (!isWholeMonth || records.expired < RECORDS_MIN) return null;
  if (records.expired < SHARE_MIN * records.limit) return null;
  return { kind: 'expired', records: records.expired, limit: records.limit, before: expiredBefore };
}

/**
 * Considers the saved searches that found enough companies, none of which the user has contacted. Returns a
 * suggestion about the search that found the most rounds.
 */
function idleSearch({ searches }: ReviewFacts): ReviewSuggestion | null {
  const [most] = searches
    .filter(({ companies, contacted }) => companies >= REVIEW_CASES_MIN && contacted === 0)
    .toSorted((a, b) => b.rounds - a.rounds);
  return most === undefined
    ? null
    : { kind: 'search', name: most.name, rounds: most.rounds, companies: most.companies };
}

function emptyRequests({ byEndpoint }: ReviewFacts): ReviewSuggestion | null {
  const asked = byEndpoint.filter(({ endpoint }) => WITH_ROWS.has(endpoint));
  const all = asked.reduce((sum, { requests }) => sum + requests, 0);
  const empty = asked.reduce((sum, each) => sum + each.empty, 0);
  const [most] = asked.toSorted((a, b) => b.empty - a.empty);
  if (most?.endpoint == null || empty < REVIEW_CASES_MIN || empty < EMPTY_MIN * all) return null;
  return { kind: 'empty', endpoint: most.endpoint, requests: empty, ofEndpoint: most.empty, all };
}

const total = (contacts: readonly { readonly records: number }[]): number =>
  contacts.reduce((sum, { records }) => sum + records, 0);
