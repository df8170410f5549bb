import type { AppError } from '../../shared/app-error.ts';
import { AppFailure } from '../../shared/app-failure.ts';
import type { Api } from '../../shared/contract.ts';
import type { Receipt } from '../../shared/model/budget.ts';
import type { CompanyView, People } from '../../shared/model/company.ts';
import { Panels } from './panels.svelte.ts';
import { Price } from './price.svelte.ts';

/** One company as this laptop knows it, and what more would cost. */
export class Company {
  readonly id: string;
  readonly profilePrice: Price;
  readonly peoplePrice: Price;
  readonly panels: Panels;
  view = $state.raw<CompanyView | null>(null);
  people = $state.raw<People | null>(null);
  /** The lists that hold it. */
  listIds = $state.raw<readonly string[]>([]);
  missing = $state(false);
  error = $state.raw<AppError | null>(null);
  peopleError = $state.raw<AppError | null>(null);
  /** Settled once what this laptop knows was read. */
  readonly opened: Promise<void>;
  readonly #api: Api;
  readonly #stops: (() => void)[];
  #reading = 0;

  constructor(api: Api, id: string) {
    this.#api = api;
    this.id = id;
    this.profilePrice = new Price(api);
    this.peoplePrice = new Price(api);
    this.panels = new Panels(api, id);
    this.#stops = [
      api.companies.onChanged((changed) => {
        if (changed.id === id) void this.load();
      }),
      api.watchlists.onChanged(() => void this.readLists()),
      api.keys.onChanged(() => {
        // Locked perhaps: nobody stays on the screen until it is known.
        this.people = null;
        void this.load();
      }),
      api.quota.onChanged(() => void this.#priceAgain()),
    ];
    this.opened = this.load();
    void this.profilePrice.ask({ endpoint: 'company', companyId: id });
    void this.peoplePrice.ask({ endpoint: 'contacts', companyId: id });
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  async load(): Promise<void> {
    const { id } = this;
    const reading = ++this.#reading;
    try {
      const [view, people] = await Promise.all([
        this.#api.companies.get({ id }),
        this.#api.companies.people({ id }),
        this.readLists(),
        this.panels.load(),
      ]);
      if (reading !== this.#reading) return;
      this.view = view;
      this.people = people;
      this.missing = false;
    } catch (error) {
      if (reading !== this.#reading) return;
      const failure = problemOf(error);
      this.missing = failure.kind === 'not-found';
      if (!this.missing) this.error = failure;
      // Erased: nothing of it stays on the screen.
      else [this.view, this.people] = [null, null];
    }
  }
  async #priceAgain(): Promise<void> {
    await Promise.all([this.profilePrice.again(), this.peoplePrice.again(), this.panels.ask()]);
  }
  async readLists(): Promise<void> {
    const found = await this.#api.watchlists.of({ companyId: this.id }).catch(() => null);
    if (found !== null) this.listIds = found.ids;
  }

  /** @returns the receipt; null where it was not made, `error` says why */
  async fetchProfile(): Promise<Receipt | null> {
    this.error = null;
    try {
      const done = await this.profilePrice.spend((accepted) =>
        this.#api.companies.fetchProfile({ id: this.id, accepted, screen: 'company' }),
      );
      if (done) await this.load();
      return done?.receipt ?? null;
    } catch (error) {
      this.error = problemOf(error);
      return null;
    }
  }
  async fetchPeople(): Promise<Receipt | null> {
    this.peopleError = null;
    try {
      const done = await this.peoplePrice.spend((accepted) =>
        this.#api.companies.fetchPeople({ id: this.id, accepted, screen: 'company' }),
      );
      if (done) await this.load();
      return done?.receipt ?? null;
    } catch (error) {
      this.peopleError = problemOf(error);
      await this.load();
      return null;
    }
  }
}

const problemOf = (error: unknown): AppError =>
  error instanceof AppFailure ? error.appError : { kind: 'internal', ref: 'renderer' };
