import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { Panels as Kept, RolesPanel } from '../../../shared/model/company.ts';
import type { OpenRolesQuery, PricedCall } from '../../../shared/model/query.ts';
import type { OfflineRequest } from '../../../shared/model/offline.ts';
import { loadPrices, Price, type PriceRequest } from '../../session/price-preview.svelte.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';
import { cheapestRolesPerPage } from '../../../shared/model/role-pages.ts';
import { readFurtherRows } from '../../lib/further-rows.ts';

/**
 * The parts of a company that are fetched separately, each at its own price. `more-roles` is the next page of
 * roles.
 */
export const PANELS = ['tech-stack', 'rounds', 'highlights', 'news', 'open-roles', 'more-roles'] as const;
export type PanelName = (typeof PANELS)[number];

const ROLES_SHOWN = 50;

/** One panel's price and last error. */
export class Panel {
  readonly price: Price;
  error = $state.raw<AppError | null>(null);
  constructor(api: Api) {
    this.price = new Price(api, 'company');
  }
}

type LoadedRoles = RolesPanel & { readonly isNarrowed: boolean };

/** The panels of one company that are fetched from their own endpoints. */
export class Panels {
  stored = $state.raw<Kept | null>(null);
  roles = $state.raw<RolesPanel | null>(null);
  department = $state<string | null>(null);
  seniority = $state<string | null>(null);
  /** The text that role titles must contain; empty to show all roles. */
  search = $state('');
  /**
   * Whether `roles` are filtered. If the user selects another filter, this changes only after the roles for
   * that filter have loaded.
   */
  isNarrowed = $state(false);
  /** The error from loading the stored panels. */
  readError = $state.raw<AppError | null>(null);
  readonly of: Readonly<Record<PanelName, Panel>>;
  readonly #api: Api;
  readonly #id: string;
  readonly #latest = new LatestRequest();

  constructor(api: Api, id: string) {
    this.#api = api;
    this.#id = id;
    const panel = (): Panel => new Panel(api);
    this.of = {
      'tech-stack': panel(),
      rounds: panel(),
      highlights: panel(),
      news: panel(),
      'open-roles': panel(),
      'more-roles': panel(),
    };
  }

  /** Returns each panel's price object together with the request that it prices. */
  get prices(): readonly PriceRequest[] {
    return PANELS.map((name) => this.#priceRequest(name));
  }

  /** Loads the stored panels and the current prices. */
  async load(): Promise<void> {
    await Promise.all([loadPrices(this.#api, 'company', this.prices), this.read()]);
  }
  async read(): Promise<void> {
    const isLatest = this.#latest.begin();
    try {
      const [stored, roles] = await Promise.all([this.#readKept(), this.#readRoles()]);
      if (!isLatest()) return;
      this.stored = stored;
      this.#setRoles(roles);
      this.readError = null;
    } catch (error) {
      if (isLatest()) this.readError = problemOf(error);
    }
    // The prices of roles are loaded after the panels, because they depend on the page size and the next
    // page.
    await loadPrices(this.#api, 'company', [
      ...(this.roles?.reportedTotal == null ? [] : [this.#priceRequest('open-roles')]),
      this.#priceRequest('more-roles'),
    ]);
  }

  /** Reads the panels, including all their stored rows. */
  async #readKept(): Promise<Kept> {
    const id = this.#id;
    const { companies } = this.#api;
    const stored = await companies.panels({ id });
    const [technologies, otherCategories, highlights, articles] = await Promise.all([
      readFurtherRows(
        stored.tech.technologies,
        stored.tech.total,
        async (offset) => (await companies.technologies({ id, offset })).technologies,
      ),
      readFurtherRows(
        stored.tech.otherCategories,
        stored.tech.storedOtherCategories,
        async (offset) => (await companies.techCategories({ id, offset })).categories,
      ),
      readFurtherRows(
        stored.highlights.highlights,
        stored.highlights.total,
        async (offset) => (await companies.highlights({ id, offset })).highlights,
      ),
      readFurtherRows(
        stored.news.articles,
        stored.news.total,
        async (offset) => (await companies.news({ id, offset })).articles,
      ),
    ]);
    return {
      tech: { ...stored.tech, technologies, otherCategories },
      highlights: { ...stored.highlights, highlights },
      news: { ...stored.news, articles },
    };
  }

  /**
   * Replaces all filters of the stored roles on screen, for example with the filters of a finished request.
   * Sends no request.
   */
  async narrowTo(filter: {
    department: string | null;
    seniority: string | null;
    search: string;
  }): Promise<void> {
    ({ department: this.department, seniority: this.seniority, search: this.search } = filter);
    await this.#updateRoles(async () => this.#readRoles());
  }
  /** Filters the stored roles. Sends no request. */
  async narrow(by: 'department' | 'seniority', value: string | null): Promise<void> {
    this[by] = value;
    await this.#updateRoles(async () => this.#readRoles());
  }
  /** Loads more of the stored roles. */
  async more(): Promise<void> {
    const shown = this.roles;
    if (shown === null) return;
    await this.#updateRoles(async () => {
      const next = await this.#readRoles(shown.roles.length);
      return { ...next, roles: [...shown.roles, ...next.roles] };
    });
  }

  /** Returns a panel's request in the offline queue's format. */
  offlineRequest(name: PanelName): OfflineRequest {
    const companyId = this.#id;
    return name === 'open-roles' || name === 'more-roles'
      ? { kind: 'roles', companyId, query: this.#rolesQuery(name) }
      : { kind: 'panel', companyId, panel: name };
  }

  /**
   * Fetches a panel at the price shown.
   *
   * @returns the receipt, or null if the request was not sent or failed (see the panel's `error`)
   */
  async fetch(name: PanelName): Promise<Receipt | null> {
    const panel = this.of[name];
    panel.error = null;
    try {
      const done = await panel.price.spend((accepted) => {
        const paid = { id: this.#id, accepted, screen: 'company' as const };
        return name === 'open-roles' || name === 'more-roles'
          ? this.#api.companies.fetchRoles({ ...paid, query: this.#rolesQuery(name) })
          : this.#api.companies.fetchPanel({ ...paid, panel: name });
      });
      return done?.receipt ?? null;
    } catch (error) {
      panel.error = problemOf(error);
      return null;
    } finally {
      await this.load();
    }
  }

  async #updateRoles(read: () => Promise<LoadedRoles>): Promise<void> {
    await this.#latest.run(
      read,
      (roles) => this.#setRoles(roles),
      (error) => (this.readError = problemOf(error)),
    );
  }
  #setRoles({ isNarrowed, ...roles }: LoadedRoles): void {
    this.roles = roles;
    this.isNarrowed = isNarrowed;
  }
  async #readRoles(offset = 0): Promise<LoadedRoles> {
    const { department, seniority, search } = this;
    const isNarrowed = department !== null || seniority !== null || search !== '';
    const read = await this.#api.companies.roles({
      id: this.#id,
      department,
      seniority,
      search,
      offset,
      limit: ROLES_SHOWN,
    });
    return { ...read, isNarrowed };
  }
  #rolesQuery(name: 'open-roles' | 'more-roles'): OpenRolesQuery {
    const next = name === 'more-roles' ? this.roles?.next : null;
    return {
      page: next?.page ?? 1,
      perPage: next?.perPage ?? cheapestRolesPerPage(this.roles?.reportedTotal ?? null),
    };
  }
  #priceRequest(name: PanelName): PriceRequest {
    return [this.of[name].price, this.#pricedCall(name)];
  }
  /** Returns the request whose price a panel shows; null if there are no further roles to fetch. */
  #pricedCall(name: PanelName): PricedCall | null {
    const companyId = this.#id;
    if (name === 'more-roles' && (this.roles?.next ?? null) === null) return null;
    return name === 'open-roles' || name === 'more-roles'
      ? { endpoint: 'open-roles', companyId, query: this.#rolesQuery(name) }
      : { endpoint: name, companyId };
  }
}
