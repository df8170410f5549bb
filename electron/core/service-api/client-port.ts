import type { Endpoint } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import type { Drift } from '../../../shared/model/workspace.ts';
import type { Health } from './decoders/stats.ts';
import type { StatsReading } from './decoders/stats-reading.ts';
import type { CallContext, FetchedResponse, GovernedCall } from './governed-request.ts';
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
} from './decoders/decoded-types.ts';

/** The decoded response of each endpoint. */
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

/** A priced call of one endpoint, or of one of several. */
export type CallOf<E extends Endpoint> = {
  [K in E]: Extract<PricedCall, { readonly endpoint: K }> & { readonly endpoint: K };
}[E];

/** Stores the received value durably before the ledger settles. */
export type Store<T> = (value: T, serverNowMs: number) => void;

/** The Funding Signals client. */
export interface Client {
  /**
   * Makes one request, which may spend at most the displayed price in `context.accepted`.
   * @throws AppFailure as in Governor.run; also `not-available` for contacts (spec §4.6), tech-stack (spec
   * §4.4), highlights (spec §4.7), news (spec §4.9) and page (spec §4.8), and `not-found` for company (spec
   * §4.3)
   */
  request<E extends Endpoint>(
    call: CallOf<E>,
    context: CallContext,
    store: Store<ValueOf<E>>,
  ): Promise<FetchedResponse<ValueOf<E>>>;
}

/** One difference between a response and the specification; never contains a value. */
export type DriftNote = Pick<Drift, 'kind' | 'field'>;

/** Receives every 2xx with its differences and the deprecation notices in its headers. */
export interface ServiceWatch {
  answered(answer: {
    readonly endpoint: Endpoint;
    readonly notes: readonly DriftNote[];
    readonly deprecation: string | null;
    readonly sunset: string | null;
  }): void;
}

/** Library facts that allow a better price than the default guess. */
export interface PriceHints {
  /** `total_contacts` of the newest detail; null if unknown. */
  totalContacts(companyId: string): number | null;
  /** `total_fundings` of the newest detail; null if unknown. */
  totalRounds(companyId: string): number | null;
  /**
   * Rows returned by earlier requests of this kind: the company's last count, otherwise the 95th percentile
   * of all companies.
   */
  rowsSeen(endpoint: 'rounds' | 'highlights' | 'news', companyId: string): number | null;
  /**
   * Whether the service ever returned this company; a 404 below it then does not mean the company is unknown.
   */
  isKnown(companyId: string): boolean;
}

/** Converts a priced call to the governor's description of it. Pure. */
export type DescribeCall = (call: PricedCall, hints: PriceHints) => GovernedCall;
