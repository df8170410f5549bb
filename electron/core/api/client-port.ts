import type { CompaniesQuery, FundingsQuery, PricedCall } from '../../../shared/model/query.ts';
import type { StatsReading } from '../quota/stats-reading.ts';
import type { CallContext, Fetched, GovernedCall } from './exchange.ts';
import type { DecodedContacts, DecodedDetail, DecodedFilters, DecodedPage } from './decoded.ts';

/** Called with what came, before the ledger settles: store it, durably. */
export type Store<T> = (value: T, serverNowMs: number) => void;

/**
 * The Funding Signals client. Every method may spend and carries the price that was shown in `context.accepted`.
 * @throws AppFailure — see Governor.run; `not-available` contacts [§4.6], `not-found` company [§4.3]
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
  filters(context: CallContext, store: Store<DecodedFilters>): Promise<Fetched<DecodedFilters>>;
  stats(context: CallContext, store: Store<StatsReading>): Promise<Fetched<StatsReading>>;
  health(
    context: CallContext,
    store: Store<{ status: string; version: string | null }>,
  ): Promise<Fetched<{ status: string; version: string | null }>>;
}

/** What the library knows that makes a price better than the worst guess. */
export interface PriceHints {
  /** `total_contacts` of the newest detail [R-2-19]; null when never told. */
  totalContacts(companyId: string): number | null;
}

/** Turns a priced call into what the governor has to know of it; pure. */
export type DescribeCall = (call: PricedCall, hints: PriceHints) => GovernedCall;
