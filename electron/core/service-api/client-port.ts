import type { Endpoint } from '../../../shared/model/budget.ts';
import type {
  CompaniesQuery,
  FundingsQuery,
  OpenRolesQuery,
  PricedCall,
} from '../../../shared/model/query.ts';
import type { Drift } from '../../../shared/model/workspace.ts';
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

/** Stores the received value durably before the ledger settles. */
export type Store<T> = (value: T, serverNowMs: number) => void;

/**
 * The Funding Signals client. Every method may spend and takes the displayed price in `context.accepted`.
 * @throws AppFailure as in Governor.run; also `not-available` for contacts (spec §4.6), tech-stack (spec
 * §4.4), highlights (spec §4.7), news (spec §4.9) and page (spec §4.8), and `not-found` for company (spec
 * §4.3)
 */
export interface Client {
  fundings(
    query: FundingsQuery,
    context: CallContext,
    store: Store<DecodedPage>,
  ): Promise<FetchedResponse<DecodedPage>>;
  companies(
    query: CompaniesQuery,
    context: CallContext,
    store: Store<DecodedPage>,
  ): Promise<FetchedResponse<DecodedPage>>;
  company(
    companyId: string,
    context: CallContext,
    store: Store<DecodedDetail>,
  ): Promise<FetchedResponse<DecodedDetail>>;
  contacts(
    companyId: string,
    context: CallContext,
    store: Store<DecodedContacts>,
  ): Promise<FetchedResponse<DecodedContacts>>;
  techStack(
    companyId: string,
    context: CallContext,
    store: Store<DecodedTechStack>,
  ): Promise<FetchedResponse<DecodedTechStack>>;
  /** All rounds of a company with their investors: `GET /companies/{id}/fundings`. */
  rounds(
    companyId: string,
    context: CallContext,
    store: Store<DecodedRounds>,
  ): Promise<FetchedResponse<DecodedRounds>>;
  highlights(
    companyId: string,
    context: CallContext,
    store: Store<DecodedHighlights>,
  ): Promise<FetchedResponse<DecodedHighlights>>;
  openRoles(
    companyId: string,
    query: OpenRolesQuery,
    context: CallContext,
    store: Store<DecodedRoles>,
  ): Promise<FetchedResponse<DecodedRoles>>;
  news(
    companyId: string,
    context: CallContext,
    store: Store<DecodedNews>,
  ): Promise<FetchedResponse<DecodedNews>>;
  filters(context: CallContext, store: Store<DecodedFilters>): Promise<FetchedResponse<DecodedFilters>>;
  stats(context: CallContext, store: Store<StatsReading>): Promise<FetchedResponse<StatsReading>>;
  health(
    context: CallContext,
    store: Store<{ status: string | null; version: string | null }>,
  ): Promise<FetchedResponse<{ status: string | null; version: string | null }>>;
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
