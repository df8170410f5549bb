import type { AppError } from '../../../../shared/app-error.ts';
import type { Api } from '../../../../shared/contract/index.ts';
import type { Receipt } from '../../../../shared/model/budget.ts';
import type { RoleRequest as KnownRequest } from '../../../../shared/model/company.ts';
import { ROLE_PAGE_SIZES, type DEPARTMENTS, type SENIORITIES } from '../../../../shared/model/limits.ts';
import type { OfflineRequest } from '../../../../shared/model/offline.ts';
import type { OpenRolesQuery } from '../../../../shared/model/query.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { problemOf } from '../../../lib/to-app-error.ts';
import { loadPrices, Price } from '../../../session/price-preview.svelte.ts';

export type Department = (typeof DEPARTMENTS)[number] | '';
export type Seniority = (typeof SENIORITIES)[number] | '';

/** One way to fetch roles: the first page in one of several page sizes, or the next page. */
export interface RoleWay {
  readonly price: Price;
  /** The request's query; null if there is no next page. */
  readonly query: OpenRolesQuery | null;
}

/** The form that requests a company's open roles with the service's filters (spec §4.8). */
export class RoleRequest {
  department = $state<Department>('');
  seniority = $state<Seniority>('');
  search = $state('');
  error = $state.raw<AppError | null>(null);
  known = $state.raw<KnownRequest | null>(null);
  readonly #api: Api;
  readonly #id: string;
  readonly #latest = new LatestRequest();
  readonly #sizes: readonly { readonly perPage: number; readonly price: Price }[];
  readonly #more: Price;

  constructor(api: Api, id: string) {
    this.#api = api;
    this.#id = id;
    this.#sizes = ROLE_PAGE_SIZES.map((perPage) => ({ perPage, price: new Price(api, 'company') }));
    this.#more = new Price(api, 'company');
  }

  /** The possible requests for the first page: one for each page size, with the largest page size first. */
  get ways(): readonly (RoleWay & { readonly query: OpenRolesQuery })[] {
    return this.#sizes.map(({ perPage, price }) => ({ price, query: this.#query(1, perPage) })).toReversed();
  }
  get next(): RoleWay {
    const next = this.known?.next ?? null;
    return { price: this.#more, query: next === null ? null : this.#query(next.page, next.perPage) };
  }
  get isBusy(): boolean {
    return this.#more.busy || this.#sizes.some(({ price }) => price.busy);
  }
  get filter() {
    const search = this.search.trim();
    return { department: this.department || null, seniority: this.seniority || null, search };
  }

  /**
   * Loads the stored state of the filtered roles, and the price of each request that the form offers. Sends
   * none of these requests.
   */
  async load(): Promise<void> {
    const filter = this.filter;
    await this.#latest.run(
      () => this.#api.companies.roleRequest({ id: this.#id, ...filter }),
      (known) => (this.known = known),
      (error) => (this.error = problemOf(error)),
    );
    await loadPrices(
      this.#api,
      'company',
      [...this.ways, this.next].map(({ price, query }) => [
        price,
        query && { endpoint: 'open-roles', companyId: this.#id, query },
      ]),
    );
  }
  offlineRequest(query: OpenRolesQuery): OfflineRequest {
    return { kind: 'roles', companyId: this.#id, query };
  }
  /**
   * Fetches a page at the price shown.
   *
   * @returns the receipt, or null if the request was not sent or failed (see `error`)
   */
  async fetch({ price, query }: RoleWay): Promise<Receipt | null> {
    if (query === null) return null;
    this.error = null;
    try {
      const done = await price.spend((accepted) =>
        this.#api.companies.fetchRoles({ id: this.#id, accepted, screen: 'company', query }),
      );
      return done?.receipt ?? null;
    } catch (error) {
      this.error = problemOf(error);
      return null;
    }
  }

  #query(page: number, perPage: number): OpenRolesQuery {
    const { department, seniority, search } = this.filter;
    return {
      page,
      perPage,
      ...(department && { department }),
      ...(seniority && { seniority }),
      ...(search && { search }),
    };
  }
}
