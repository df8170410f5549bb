import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { Panels as Kept, RolesPanel } from '../../../shared/model/company.ts';
import type { OpenRolesQuery, PricedCall } from '../../../shared/model/query.ts';
import type { OfflineAsk } from '../../../shared/model/offline.ts';
import { loadPrices, Price, type PriceRequest } from '../../session/price-preview.svelte.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** What fills a panel, each at its own price; `more-roles` goes on where the last fetch of roles ended. */
export const PANELS = ['tech-stack', 'rounds', 'highlights', 'news', 'open-roles', 'more-roles'] as const;
export type PanelName = (typeof PANELS)[number];

/** The service's own page size [§4.8]. */
const ROLES_PAGE = 25;
const ROLES_SHOWN = 50;

/** One panel's price and what became of its last fetch: a panel that fails leaves the others alone. */
export class Panel {
  readonly price: Price;
  error = $state.raw<AppError | null>(null);
  constructor(api: Api) {
    this.price = new Price(api);
  }
}

/** Roles, and whether only some were asked for. */
type ReadRoles = RolesPanel & { readonly isNarrowed: boolean };

/** The panels of one company that have an endpoint of their own. */
export class Panels {
  kept = $state.raw<Kept | null>(null);
  roles = $state.raw<RolesPanel | null>(null);
  department = $state<string | null>(null);
  seniority = $state<string | null>(null);
  /** The roles that stand are those of a department or a seniority: chosen a moment ago, they are still on their way. */
  isNarrowed = $state(false);
  /** What is kept could not be read; the rest of the company stands. */
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

  /** What more of it would cost. */
  get prices(): readonly PriceRequest[] {
    return PANELS.map((name) => [this.of[name].price, this.#callOf(name)]);
  }

  /** Reads what is kept, and what more would cost now. */
  async load(): Promise<void> {
    // Asked in the same breath, so that whoever waits for both waits for one answer.
    await Promise.all([loadPrices(this.#api, this.prices), this.read()]);
  }
  /** Reads what is kept. */
  async read(): Promise<void> {
    const isLatest = this.#latest.begin();
    const id = this.#id;
    try {
      const [kept, roles] = await Promise.all([this.#api.companies.panels({ id }), this.#readRoles()]);
      if (!isLatest()) return;
      this.kept = kept;
      this.#take(roles);
      this.readError = null;
    } catch (error) {
      if (isLatest()) this.readError = problemOf(error);
    }
    // Where the roles go on is known only now.
    await this.of['more-roles'].price.load(this.#callOf('more-roles'));
  }

  /** Narrows the roles that are kept; that costs nothing. */
  async narrow(by: 'department' | 'seniority', value: string | null): Promise<void> {
    this[by] = value;
    await this.#show(async () => this.#readRoles());
  }
  /** More of the roles that are kept. */
  async more(): Promise<void> {
    const shown = this.roles;
    if (shown === null) return;
    await this.#show(async () => {
      const next = await this.#readRoles(shown.roles.length);
      return { ...next, roles: [...shown.roles, ...next.roles] };
    });
  }

  /** The same fetch, for when the service can be reached again. */
  askOf(name: PanelName): OfflineAsk {
    const companyId = this.#id;
    return name === 'open-roles' || name === 'more-roles'
      ? { kind: 'roles', companyId, query: this.#rolesQuery(name) }
      : { kind: 'panel', companyId, panel: name };
  }

  /** @returns the receipt; null where it was not made, the panel's `error` says why */
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

  async #show(read: () => Promise<ReadRoles>): Promise<void> {
    await this.#latest.run(
      read,
      (roles) => this.#take(roles),
      (error) => (this.readError = problemOf(error)),
    );
  }
  #take({ isNarrowed, ...roles }: ReadRoles): void {
    this.roles = roles;
    this.isNarrowed = isNarrowed;
  }
  async #readRoles(offset = 0): Promise<ReadRoles> {
    const { department, seniority } = this;
    const isNarrowed = department !== null || seniority !== null;
    const read = await this.#api.companies.roles({
      id: this.#id,
      department,
      seniority,
      offset,
      limit: ROLES_SHOWN,
    });
    return { ...read, isNarrowed };
  }
  #rolesQuery(name: 'open-roles' | 'more-roles'): OpenRolesQuery {
    const next = name === 'more-roles' ? this.roles?.next : null;
    return { page: next?.page ?? 1, perPage: next?.perPage ?? ROLES_PAGE };
  }
  /** Null: there is nothing to go on with. */
  #callOf(name: PanelName): PricedCall | null {
    const companyId = this.#id;
    if (name === 'more-roles' && (this.roles?.next ?? null) === null) return null;
    return name === 'open-roles' || name === 'more-roles'
      ? { endpoint: 'open-roles', companyId, query: this.#rolesQuery(name) }
      : { endpoint: name, companyId };
  }
}
