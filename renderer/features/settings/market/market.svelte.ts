import type { Api } from '../../../../shared/contract/index.ts';
import { DEFAULT_WEIGHTS, hasCriteria } from '../../../../shared/fit.ts';
import type { BuyerRoles } from '../../../../shared/model/buyer-roles.ts';
import type { FitFacts } from '../../../../shared/model/fit.ts';
import type { FitWeights, Market as MarketCriteria } from '../../../../shared/model/market.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { amountValue } from '../../../lib/parse-amount.ts';
import { market as strings } from './strings.ts';

/**
 * The user's saved market, fit weights and buyer roles. Every method that changes one of them returns an
 * undo token, except `skip`.
 */
export class Market {
  /** Whether the market has been loaded at least once. */
  known = $state(false);
  /** Whether the last load failed. If so, the previously loaded values remain available. */
  failed = $state(false);
  criteria = $state.raw<MarketCriteria | null>(null);
  weights = $state.raw<FitWeights>(DEFAULT_WEIGHTS);
  buyerRoles = $state.raw<BuyerRoles | null>(null);
  skipped = $state(false);
  example = $state.raw<FitFacts | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();
  #refreshing: Promise<void> = Promise.resolve();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.market.onChanged(() => void this.refresh());
    void this.refresh();
  }
  dispose(): void {
    this.#stop();
  }
  /**
   * Loads the saved values. If a change starts another load in the meantime, the reply to the earlier load is
   * discarded. The promise therefore resolves only once the last load has ended.
   */
  async refresh(): Promise<void> {
    let awaited: Promise<void> | null = null;
    this.#refreshing = this.#load();
    while (awaited !== this.#refreshing) {
      awaited = this.#refreshing;
      await awaited;
    }
  }
  #load(): Promise<void> {
    return this.#latest.run(
      () => this.#api.market.get({}),
      ({ market, weights, buyerRoles, skipped, example }) => {
        this.criteria = market;
        this.weights = weights;
        this.buyerRoles = buyerRoles;
        this.skipped = skipped;
        this.example = example;
        this.known = true;
        this.failed = false;
      },
      () => (this.failed = true),
    );
  }

  /**
   * Saves the market.
   *
   * @param saveAs the name of the saved search to create from the market; null to create none
   */
  async set(market: MarketCriteria, saveAs: string | null) {
    const done = await this.#api.market.set({ market, saveAs });
    await this.refresh();
    return done;
  }
  /** Returns the number of companies whose fit depends on the market. Returns 0 if it cannot be read. */
  companiesInLibrary(): Promise<number> {
    return this.#api.library.find({}).then(
      ({ libraryTotal }) => libraryTotal,
      () => 0,
    );
  }
  async clear(): Promise<string | null> {
    const { undo } = await this.#api.market.clear({});
    await this.refresh();
    return undo;
  }
  async skip(): Promise<void> {
    await this.#api.market.skip({});
    await this.refresh();
  }
  /**
   * Saves the fit weights.
   *
   * @param weights null restores the default weights
   */
  async setWeights(weights: FitWeights | null): Promise<string | null> {
    const { undo } = await this.#api.market.setWeights({ weights });
    await this.refresh();
    return undo;
  }
  /**
   * Saves the buyer roles.
   *
   * @param buyerRoles null removes them
   */
  async setBuyerRoles(buyerRoles: BuyerRoles | null): Promise<string | null> {
    const { undo } = await this.#api.market.setBuyerRoles({ buyerRoles });
    await this.refresh();
    return undo;
  }
}

/** The form in which the user edits the market. */
export class MarketForm {
  countries = $state.raw<readonly string[]>([]);
  stages = $state.raw<readonly string[]>([]);
  industries = $state.raw<readonly string[]>([]);
  technologies = $state.raw<readonly string[]>([]);
  minAmount = $state('');
  maxAmount = $state('');
  currency = $state('');
  hiring = $state(true);

  #savedText = $state<string | null>(null);
  readonly #text = $derived(
    JSON.stringify([
      ...[this.countries, this.stages, this.industries, this.technologies],
      ...[this.minAmount.trim(), this.maxAmount.trim(), this.currency, this.hiring],
    ]),
  );
  /** The market that the form was last filled with. */
  #followed: string | null = null;
  /** Whether the user has changed the form since it was filled with the market. */
  readonly isEdited = $derived(this.#savedText !== null && this.#savedText !== this.#text);

  readonly issues = $derived.by(() => {
    const [low, high] = [amountValue(this.minAmount), amountValue(this.maxAmount)];
    const isInvalid = (text: string, value: number | null) => text.trim() !== '' && value === null;
    return {
      minAmount: isInvalid(this.minAmount, low) ? strings.issues.amount : null,
      maxAmount: isInvalid(this.maxAmount, high)
        ? strings.issues.amount
        : low !== null && high !== null && high < low
          ? strings.issues.amountOrder
          : null,
    };
  });
  readonly #isValid = $derived(this.issues.minAmount === null && this.issues.maxAmount === null);
  /** The market that the form describes; null while a field is invalid or all criteria are empty. */
  readonly market = $derived.by((): MarketCriteria | null => {
    if (!this.#isValid) return null;
    const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());
    const market: MarketCriteria = {
      countries: [...this.countries],
      stages: [...this.stages],
      industries: [...this.industries],
      technologies: [...this.technologies],
      minAmount: text(this.minAmount),
      maxAmount: text(this.maxAmount),
      currency: text(this.currency),
      hiring: this.hiring,
    };
    return hasCriteria(market) ? market : null;
  });
  /** What the user must do before the form describes a market; undefined if it describes one. */
  readonly needed = $derived.by((): string | undefined => {
    if (this.market !== null) return undefined;
    return this.#isValid ? strings.needsSomething : strings.needsCorrection;
  });

  /** Fills the form if the saved market has changed since it was last filled. */
  follow(market: MarketCriteria | null): void {
    if (JSON.stringify(market) !== this.#followed) this.reset(market);
  }
  /** Fills the form with the saved market. The form then has no unsaved changes. */
  reset(market: MarketCriteria | null): void {
    this.#followed = JSON.stringify(market);
    this.fill(market);
    this.#savedText = this.#text;
  }
  /**
   * Fills the form.
   *
   * @param market null clears the form
   */
  fill(market: MarketCriteria | null): void {
    this.countries = market?.countries ?? [];
    this.stages = market?.stages ?? [];
    this.industries = market?.industries ?? [];
    this.technologies = market?.technologies ?? [];
    this.minAmount = market?.minAmount ?? '';
    this.maxAmount = market?.maxAmount ?? '';
    this.currency = market?.currency ?? '';
    this.hiring = market?.hiring ?? true;
  }
}
