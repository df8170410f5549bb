import type { HeaderNote } from '../../../shared/model/account/account-check.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import type { Drift } from '../../../shared/model/workspace.ts';
import type { Health } from './decoders/stats.ts';
import type {
  DecodedContacts,
  DecodedDetail,
  DecodedFilters,
  DecodedHighlights,
  DecodedNews,
  DecodedPage,
  DecodedRoles,
  DecodedRounds,
  DecodedTechStack,
  StatsReading,
} from './decoders/decoded-types.ts';
import type { CallContext, FetchedResponse, GovernedCall } from './governed-request.ts';

interface Values {
  readonly fundings: DecodedPage;
  readonly companies: DecodedPage;
  readonly company: DecodedDetail;
  readonly 'tech-stack': DecodedTechStack;
  /** All rounds of a company with their investors: `GET /companies/{id}/fundings`. */
  readonly rounds: DecodedRounds;
  readonly contacts: DecodedContacts;
  readonly highlights: DecodedHighlights;
  readonly 'open-roles': DecodedRoles;
  readonly news: DecodedNews;
  readonly filters: DecodedFilters;
  readonly stats: StatsReading;
  readonly health: Health;
}
export type ValueOf<E extends Endpoint> = Values[E];

/** A priced call to one of the endpoints `E`. */
export type CallOf<E extends Endpoint> = {
  [K in E]: Extract<PricedCall, { readonly endpoint: K }> & { readonly endpoint: K };
}[E];

/** Writes the decoded response to disk. Called before the governor settles the request in the ledger. */
export type Store<T> = (value: T, serverNowMs: number) => void;

export interface Client {
  /**
   * Makes one request, which may cost at most `context.accepted`, the price shown to the user.
   * @throws AppFailure any failure of `Governor.run`; `not-found` if the service does not know the company
   * (spec §4.3); `not-available` if the company has no contacts (spec §4.6), tech stack (§4.4), highlights
   * (§4.7) or news (§4.9), or if the page of open roles does not exist (§4.8)
   */
  request<E extends Endpoint>(
    call: CallOf<E>,
    context: CallContext,
    store: Store<ValueOf<E>>,
  ): Promise<FetchedResponse<ValueOf<E>>>;
}

/** One difference between a response and the specification. Contains no values from the response. */
export type DriftNote = Pick<Drift, 'kind' | 'field'>;

/** Receives, for each 2xx response, its differences from the specification and its deprecation headers. */
export interface ServiceWatch {
  answered(answer: {
    readonly endpoint: Endpoint;
    readonly notes: readonly DriftNote[];
    readonly deprecation: string | null;
    readonly sunset: string | null;
    /** How the headers differ from the specification. */
    readonly headers: readonly HeaderNote[];
  }): void;
}

/** Facts from the library that make the price of a request more precise. */
export interface PriceHints {
  /**
   * Number of contacts to expect: the number in the company's last `/contacts` response, or `total_contacts`
   * from its latest detail response. Null if both are unknown.
   */
  totalContacts(companyId: string): number | null;
  /** `total_fundings` from the company's latest detail response; null if unknown. */
  totalRounds(companyId: string): number | null;
  /**
   * Number of rows to expect from this endpoint: the number in the company's last response. If there was no
   * such response, the 95th percentile over all companies. Null if there has been no response for any company
   * yet.
   */
  rowsSeen(endpoint: 'rounds' | 'highlights' | 'news', companyId: string): number | null;
  /**
   * Whether the service has ever returned this company. If true, a 404 for news or highlights means that the
   * company has none. If false, the 404 may also mean that the service does not have the company.
   */
  isKnown(companyId: string): boolean;
}

/** Converts a priced call to the description that the governor needs. Pure. */
export type DescribeCall = (call: PricedCall, hints: PriceHints) => GovernedCall;
