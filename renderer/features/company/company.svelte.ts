import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { CompanyView, ContactsOfCompany } from '../../../shared/model/company.ts';
import { Panels } from './panels.svelte.ts';
import { loadPrices, Price } from '../../session/price-preview.svelte.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** Whoever moves on sooner has not read the people. */
const REST_MS = 250;

/**
 * How a company comes: `now` to whoever stays, `hurried` to whoever may only be passing by, `ahead` to nobody yet. Its people
 * are asked for when it is stayed with, never sooner.
 */
export type LoadUrgency = 'now' | 'hurried' | 'ahead';

/** One company as this laptop knows it, and what more would cost. */
export class Company {
  readonly id: string;
  readonly profilePrice: Price;
  readonly peoplePrice: Price;
  readonly panels: Panels;
  view = $state.raw<CompanyView | null>(null);
  people = $state.raw<ContactsOfCompany | null>(null);
  /** The lists that hold it. */
  listIds = $state.raw<readonly string[]>([]);
  missing = $state(false);
  error = $state.raw<AppError | null>(null);
  peopleError = $state.raw<AppError | null>(null);
  /** Stayed with: what nobody looks at in passing is made from then on. */
  rested = $state(false);
  /** Settled once what this laptop knows was read. */
  readonly opened: Promise<void>;
  readonly #api: Api;
  readonly #stops: (() => void)[];
  /** What reading it, and its people, failed with: said until a later reading works. What was asked for in vain is not taken away. */
  #unread: AppError | null = null;
  #peopleUnread: AppError | null = null;
  readonly #latest = new LatestRequest();
  #coming: LoadUrgency;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api, id: string, coming: LoadUrgency = 'now') {
    this.#api = api;
    this.id = id;
    this.#coming = coming;
    this.rested = coming === 'now';
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
      api.quota.onChanged(() => void this.#loadPrices()),
    ];
    this.opened = this.load();
  }
  /** Somebody looks at it now. @returns settled once it can be painted, with its people where they are shown at once */
  async show(hurried: boolean): Promise<void> {
    if (!hurried && this.#coming !== 'now') {
      // Nobody is kept of it: that was told with the rest.
      if (this.view?.nobody) this.#stay();
      else await Promise.all([this.opened, this.#readPeople()]);
      return;
    }
    const isFirst = this.#coming === 'ahead';
    if (isFirst) this.#coming = 'hurried';
    const isLatest = this.#latest.follow();
    await this.opened;
    // Read before anybody looked: who looks now may be passing by. Let go or read again meanwhile, it is not for here.
    if (isFirst && isLatest()) this.#show(this.people);
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#later);
    // What is still being read is for nobody: its people are not asked for later either.
    this.#latest.cancel();
  }

  async load(): Promise<void> {
    const { id } = this;
    const isLatest = this.#latest.begin();
    try {
      // The prices are asked for first, so that they stand when the company does.
      const prices = this.#loadPrices();
      const [view, people] = await Promise.all([
        this.#api.companies.get({ id }),
        this.#coming === 'now' ? this.#api.companies.people({ id }) : undefined,
        this.readLists(),
        this.panels.read(),
        prices,
      ]);
      if (!isLatest()) return;
      this.view = view;
      this.missing = false;
      this.#wasRead(people !== undefined);
      // Who stays asked for them apart from the rest, and may have had the answer already.
      this.#show(people ?? view.nobody ?? this.people);
    } catch (error) {
      if (!isLatest()) return;
      const failure = problemOf(error);
      this.missing = failure.kind === 'not-found';
      if (!this.missing) this.error = this.#unread = failure;
      // Erased: nothing of it stays on the screen.
      else {
        [this.view, this.people] = [null, null];
        this.#wasRead(true);
      }
    }
  }
  #wasRead(withPeople: boolean): void {
    if (this.error === this.#unread) this.error = null;
    this.#unread = null;
    if (withPeople) this.#arePeopleRead();
  }
  #arePeopleRead(): void {
    if (this.error === this.#peopleUnread) this.error = null;
    this.#peopleUnread = null;
  }
  /** People that may not be seen yet are asked for once they may. */
  #show(people: ContactsOfCompany | null): void {
    this.people = people;
    const afterMs = this.#coming === 'hurried' ? REST_MS : people?.againAfterMs;
    clearTimeout(this.#later);
    if (afterMs !== undefined) this.#later = setTimeout(() => void this.#readPeople(), afterMs);
  }
  /** Stayed with. The rest of the company stands: nothing else is read again. */
  async #readPeople(): Promise<void> {
    this.#stay();
    const isLatest = this.#latest.follow();
    try {
      const people = await this.#api.companies.people({ id: this.id });
      if (!isLatest()) return;
      this.#arePeopleRead();
      this.#show(people);
    } catch (error) {
      if (isLatest()) this.error = this.#peopleUnread = problemOf(error);
    }
  }
  #stay(): void {
    clearTimeout(this.#later);
    this.#coming = 'now';
    this.rested = true;
  }
  async #loadPrices(): Promise<void> {
    const { id: companyId } = this;
    await loadPrices(this.#api, [
      [this.profilePrice, { endpoint: 'company', companyId }],
      [this.peoplePrice, { endpoint: 'contacts', companyId }],
      ...this.panels.prices,
    ]);
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
