import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import type { CompanyView, ContactsOfCompany, Round } from '../../../shared/model/company.ts';
import type { ListEntry, Marks } from '../../../shared/model/user-data.ts';
import type { WhyNow } from '../../../shared/model/why-now.ts';
import { readFurtherRows } from '../../lib/further-rows.ts';
import { byMatch } from '../../../shared/contact-order.ts';
import { countMatches } from './contacts/contact-match.ts';
import { Panels } from './panels.svelte.ts';
import { loadPrices, Price } from '../../session/price-preview.svelte.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** How long, in ms, a company opened as `hurried` must stay on screen before its contacts are loaded. */
const CONTACTS_DELAY_MS = 250;

/**
 * How urgently a company is needed. `now`: it is on screen. `hurried`: it is on screen, but only briefly,
 * while a key is held down. `ahead`: it is being preloaded. Contacts are loaded only for `now`.
 */
export type LoadUrgency = 'now' | 'hurried' | 'ahead';

/** The stored data of one company, and the prices of fetching more data. */
export class Company {
  readonly id: string;
  readonly profilePrice: Price;
  readonly peoplePrice: Price;
  readonly panels: Panels;
  view = $state.raw<CompanyView | null>(null);
  /** The contacts, sorted by how well they match the buyer roles. */
  people = $state.raw<ContactsOfCompany | null>(null);
  /** The facts behind the why-now line; null if there are none. */
  whyNow = $state.raw<WhyNow | null>(null);
  /** Number of contacts by match; null if the matches are unknown. */
  readonly matches = $derived(countMatches(this.people));
  /** Whether the user has chosen to see all parts of a company whose profile has not been fetched. */
  showsParts = $state(false);
  /** The lists that contain the company, with the user's reasons. */
  listEntries = $state.raw<readonly ListEntry[]>([]);
  readonly listIds = $derived(this.listEntries.map(({ id }) => id));
  /** The status set by the user; null if there is none, undefined while it is unknown. */
  status = $state.raw<Marks['status'] | undefined>(undefined);
  missing = $state(false);
  /**
   * The id of the stored company into which this company's data has been joined; null if it has not been
   * joined.
   */
  joinedInto = $state<string | null>(null);
  /**
   * A request that the user must confirm, because the company is marked as "do not contact"; null if there is
   * none.
   */
  fetchToConfirm = $state.raw<(() => void) | null>(null);
  error = $state.raw<AppError | null>(null);
  peopleError = $state.raw<AppError | null>(null);
  /**
   * Whether to render the less urgent parts: true if the company was opened with the urgency `now`, or once
   * the user has stayed on it for a while.
   */
  isRested = $state(false);
  /** Settles once the stored data has loaded or failed to load. */
  readonly opened: Promise<void>;
  readonly #api: Api;
  readonly #stops: (() => void)[];
  /**
   * The error from loading the stored company. A later successful load clears this error, but not errors from
   * paid requests.
   */
  #loadError: AppError | null = null;
  #contactsLoadError: AppError | null = null;
  readonly #latest = new LatestRequest();
  readonly #latestStatus = new LatestRequest();
  #urgency: LoadUrgency;
  #contactsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api, id: string, urgency: LoadUrgency = 'now') {
    this.#api = api;
    this.id = id;
    this.#urgency = urgency;
    this.isRested = urgency === 'now';
    this.profilePrice = new Price(api, 'company');
    this.peoplePrice = new Price(api, 'company');
    this.panels = new Panels(api, id);
    this.#stops = [
      api.companies.onChanged((changed) => {
        if (changed.id === id) void this.load();
      }),
      // Read the duplicates again, because the library may now contain another company with the same website.
      api.library.onChanged(() => void this.#readDuplicates()),
      // Reload the company, because it or its contacts may have been deleted in another window.
      api.privacy.onChanged(() => void this.load()),
      api.watchlists.onChanged(() => void this.readLists()),
      api.marks.onChanged(({ companyIds }) => {
        if (companyIds === null || companyIds.includes(id)) void this.#readStatus();
      }),
      api.ours.onChanged(() => void this.load()),
      api.keys.onChanged(() => {
        // The contacts may have been locked, so they are hidden until they have been reloaded.
        this.people = null;
        void this.load();
      }),
      api.quota.onChanged(() => void this.#loadPrices()),
      // The buyer roles may have changed. They determine which open roles the why-now line counts, and how
      // contacts are sorted.
      api.market.onChanged(() => {
        if (this.people === null) void this.#reloadWhyNow();
        else void this.load();
      }),
    ];
    this.opened = this.load();
  }
  /**
   * Whether the page hides all parts without stored data and offers only to fetch the profile. True until the
   * profile is fetched or the user chooses to see all parts.
   */
  get offersProfileOnly(): boolean {
    return this.view !== null && this.view.stamps.profile === null && !this.showsParts;
  }
  /**
   * Prepares a company that is about to appear on screen.
   *
   * @returns a promise that settles once the company can be painted. If `hurried` is false, the promise also
   *   waits for the company's contacts.
   */
  async show(hurried: boolean): Promise<void> {
    if (!hurried && this.#urgency !== 'now') {
      // A company without stored contacts needs no further data.
      if (this.view?.nobody) this.#markRested();
      else await Promise.all([this.opened, this.#loadContacts()]);
      return;
    }
    const isFirst = this.#urgency === 'ahead';
    if (isFirst) this.#urgency = 'hurried';
    const isLatest = this.#latest.follow();
    await this.opened;
    // Until now, the company was only preloaded. The delay before its contacts are loaded starts here, unless
    // the company has been disposed of or reloaded in the meantime.
    if (isFirst && isLatest()) this.#showContacts(this.people);
  }
  dispose(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#contactsTimer);
    // Cancels running loads. A load that finished later would schedule another load of the contacts.
    this.#latest.cancel();
  }

  async load(): Promise<void> {
    const isLatest = this.#latest.begin();
    try {
      // The price request starts first, so the prices arrive together with the company.
      const prices = this.#loadPrices();
      const [view, whyNow, people] = await Promise.all([
        this.#readView(),
        this.#readWhyNow(),
        this.#urgency === 'now' ? this.#readPeople() : undefined,
        this.readLists(),
        this.#readStatus(),
        this.panels.read(),
        prices,
      ]);
      if (!isLatest()) return;
      this.joinedInto = view.row.companyId === this.id ? null : view.row.companyId;
      // This company was merged into another company, which `OpenCompany` shows instead.
      if (this.joinedInto !== null) return;
      this.view = view;
      this.whyNow = whyNow;
      this.missing = false;
      this.#clearLoadErrors(people !== undefined);
      // If this load did not read the contacts, keep any contacts that `#loadContacts` has already loaded.
      this.#showContacts(people ?? view.nobody ?? this.people);
    } catch (error) {
      if (!isLatest()) return;
      const failure = problemOf(error);
      this.missing = failure.kind === 'not-found';
      if (!this.missing) this.error = this.#loadError = failure;
      // The company is no longer stored, perhaps because it was erased. Its data must disappear from the
      // screen.
      else {
        [this.view, this.people, this.whyNow] = [null, null, null];
        this.#clearLoadErrors(true);
      }
    }
  }
  /** Reads the company, including all its stored rounds, investors, industries and tags. */
  async #readView(): Promise<CompanyView> {
    const { id } = this;
    const view = await this.#api.companies.get({ id });
    const rounds = await readFurtherRows(
      view.rounds,
      view.storedRounds,
      async (offset) => (await this.#api.companies.rounds({ id, offset })).rounds,
    );
    const [withInvestors, industries, tags] = await Promise.all([
      Promise.all(rounds.map(async (round) => this.#withInvestors(round))),
      readFurtherRows(
        view.industries,
        view.storedIndustries,
        async (offset) => (await this.#api.companies.industries({ id, offset })).industries,
      ),
      readFurtherRows(
        view.tags,
        view.storedTags,
        async (offset) => (await this.#api.companies.tags({ id, offset })).tags,
      ),
    ]);
    return { ...view, rounds: withInvestors, industries, tags };
  }
  /**
   * Reads the facts of the why-now line. Returns null if reading fails, because the page is useful without
   * the line.
   */
  async #readWhyNow(): Promise<WhyNow | null> {
    const found = await this.#api.library.whyNow({ ids: [this.id] }).catch(() => null);
    return found?.companies[0] ?? null;
  }
  async #reloadWhyNow(): Promise<void> {
    const isLatest = this.#latest.follow();
    const whyNow = await this.#readWhyNow();
    if (isLatest()) this.whyNow = whyNow;
  }
  async #withInvestors(round: Round): Promise<Round> {
    if (round.investors === null || round.investors.length >= round.storedInvestors) return round;
    const { id } = this;
    const { roundId, storedInvestors } = round;
    const investors = await readFurtherRows(
      round.investors,
      storedInvestors,
      async (offset) => (await this.#api.companies.investors({ id, roundId, offset })).investors,
    );
    return { ...round, investors };
  }
  /**
   * Reads all stored contacts, because the user can choose any of them for a message or a contact log entry.
   */
  async #readPeople(): Promise<ContactsOfCompany> {
    const { id } = this;
    const first = await this.#api.companies.people({ id });
    const people = await readFurtherRows(
      first.people,
      first.stored,
      async (offset) => (await this.#api.companies.people({ id, offset })).people,
    );
    return { ...first, people: byMatch(people) };
  }
  async #readDuplicates(): Promise<void> {
    const isLatest = this.#latest.follow();
    const found = await this.#api.companies.get({ id: this.id }).catch(() => null);
    if (found === null || this.view === null || !isLatest()) return;
    const { duplicates } = found;
    if (JSON.stringify(duplicates) !== JSON.stringify(this.view.duplicates))
      this.view = { ...this.view, duplicates };
  }
  #clearLoadErrors(withPeople: boolean): void {
    if (this.error === this.#loadError) this.error = null;
    this.#loadError = null;
    if (withPeople) this.#clearContactsLoadError();
  }
  #clearContactsLoadError(): void {
    if (this.error === this.#contactsLoadError) this.error = null;
    this.#contactsLoadError = null;
  }
  /** Shows contacts, and starts a timer if the contacts must be loaded again later. */
  #showContacts(people: ContactsOfCompany | null): void {
    this.people = people;
    const afterMs = this.#urgency === 'hurried' ? CONTACTS_DELAY_MS : people?.againAfterMs;
    clearTimeout(this.#contactsTimer);
    if (afterMs !== undefined) this.#contactsTimer = setTimeout(() => void this.#loadContacts(), afterMs);
  }
  /**
   * Loads the contacts, and records that the user has stopped at this company instead of stepping past it.
   */
  async #loadContacts(): Promise<void> {
    this.#markRested();
    const isLatest = this.#latest.follow();
    try {
      const people = await this.#readPeople();
      if (!isLatest()) return;
      this.#clearContactsLoadError();
      this.#showContacts(people);
    } catch (error) {
      if (isLatest()) this.error = this.#contactsLoadError = problemOf(error);
    }
  }
  #markRested(): void {
    clearTimeout(this.#contactsTimer);
    this.#urgency = 'now';
    this.isRested = true;
  }
  async #loadPrices(): Promise<void> {
    const { id: companyId } = this;
    await loadPrices(this.#api, 'company', [
      [this.profilePrice, { endpoint: 'company', companyId }],
      [this.peoplePrice, { endpoint: 'contacts', companyId }],
      ...this.panels.prices,
    ]);
  }
  async readLists(): Promise<void> {
    const found = await this.#api.watchlists.reasons({ companyId: this.id }).catch(() => null);
    if (found !== null) this.listEntries = found.entries;
  }
  /** Keeps the known status if reading fails, because the page is useful without it. */
  async #readStatus(): Promise<void> {
    await this.#latestStatus.run(
      () => this.#api.marks.get({ companyId: this.id }),
      ({ status }) => (this.status = status),
    );
  }

  /**
   * Fetches the profile at the price shown.
   *
   * @returns the receipt, or null if the request was not sent or failed (see `error`)
   */
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
