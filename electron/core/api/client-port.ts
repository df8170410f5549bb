import type { Endpoint } from '../../../shared/model/budget.ts';
import type {
  CompaniesQuery,
  FundingsQuery,
  OpenRolesQuery,
  PricedCall,
} from '../../../shared/model/query.ts';
import type { Drift } from '../../../shared/model/workspace.ts';
import type { StatsReading } from '../quota/stats-reading.ts';
import type { CallContext, Fetched, GovernedCall } from './exchange.ts';
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
} from './decoded.ts';

/** Called with what came, before the ledger settles: store it, durably. */
export type Store<T> = (value: T, serverNowMs: number) => void;

/**
 * The Funding Signals client. Every method may spend and carries the price that was shown in `context.accepted`.
 * @throws AppFailure — see Governor.run; `not-available` contacts [§4.6], tech-stack [§4.4], highlights [§4.7], news [§4.9],
 * page [§4.8]; `not-found` company [§4.3]
 */
export interface Client {
  fundings(
    query: FundingsQuery,
    context: CallContext,
    store: Store<DecodedPage>,
  ): Promise<Fetched<DecodedPage>>;
  companies(
    query: CompaniesQuery,
    context: CallContext,
    store: Store<DecodedPage>,
  ): Promise<Fetched<DecodedPage>>;
  company(
    companyId: string,
    context: CallContext,
    store: Store<DecodedDetail>,
  ): Promise<Fetched<DecodedDetail>>;
  contacts(
    companyId: string,
    context: CallContext,
    store: Store<DecodedContacts>,
  ): Promise<Fetched<DecodedContacts>>;
  techStack(
    companyId: string,
    context: CallContext,
    store: Store<DecodedTechStack>,
  ): Promise<Fetched<DecodedTechStack>>;
  /** All rounds of a company with their investors: `GET /companies/{id}/fundings`. */
  rounds(
    companyId: string,
    context: CallContext,
    store: Store<DecodedRounds>,
  ): Promise<Fetched<DecodedRounds>>;
  highlights(
    companyId: string,
    context: CallContext,
    store: Store<DecodedHighlights>,
  ): Promise<Fetched<DecodedHighlights>>;
  openRoles(
    companyId: string,
    query: OpenRolesQuery,
    context: CallContext,
    store: Store<DecodedRoles>,
  ): Promise<Fetched<DecodedRoles>>;
  news(companyId: string, context: CallContext, store: Store<DecodedNews>): Promise<Fetched<DecodedNews>>;
  filters(context: CallContext, store: Store<DecodedFilters>): Promise<Fetched<DecodedFilters>>;
  stats(context: CallContext, store: Store<StatsReading>): Promise<Fetched<StatsReading>>;
  health(
    context: CallContext,
    store: Store<{ status: string | null; version: string | null }>,
  ): Promise<Fetched<{ status: string | null; version: string | null }>>;
}

/** One way in which an answer differs from the specification; never a value of it. */
export type DriftNote = Pick<Drift, 'kind' | 'field'>;

/** Told of every 2xx: how it differs, and what its headers announce [R-9-3]. */
export interface ServiceWatch {
  answered(answer: {
    readonly endpoint: Endpoint;
    readonly notes: readonly DriftNote[];
    readonly deprecation: string | null;
    readonly sunset: string | null;
  }): void;
}

/** What the library knows that makes a price better than the worst guess. */
export interface PriceHints {
  /** `total_contacts` of the newest detail [R-2-19]; null when never told. */
  totalContacts(companyId: string): number | null;
  /** `total_fundings` of the newest detail [R-2-20]; null when never told. */
  totalRounds(companyId: string): number | null;
  /** Rows that calls of this kind brought, as far as this laptop knows: for this company its last count, else the 95th percentile of all. */
  rowsSeen(endpoint: 'rounds' | 'highlights' | 'news', companyId: string): number | null;
  /** Whether the service ever told of this company: then a 404 below it does not mean that the company is unknown. */
  isKnown(companyId: string): boolean;
}

/** Turns a priced call into what the governor has to know of it; pure. */
export type DescribeCall = (call: PricedCall, hints: PriceHints) => GovernedCall;
