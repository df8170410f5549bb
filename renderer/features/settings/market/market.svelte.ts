import type { Api } from '../../../../shared/contract/index.ts';
import { DEFAULT_WEIGHTS, saysAnything } from '../../../../shared/fit.ts';
import type { FitFacts } from '../../../../shared/model/fit.ts';
import type { FitWeights, Market as MarketWords } from '../../../../shared/model/market.ts';
import { LatestRequest } from '../../../lib/latest-request.ts';
import { amountValue } from '../../../lib/parse-amount.ts';
import { market as words } from './strings.ts';

/** The seller's market and the weights of the fit, as kept. Every change replies with the token that takes it back. */
export class Market {
  /** False until it was read once. */
  known = $state(false);
  /** It could not be read; what was read before still stands. */
  failed = $state(false);
  words = $state.raw<MarketWords | null>(null);
  weights = $state.raw<FitWeights>(DEFAULT_WEIGHTS);
  skipped = $state(false);
  example = $state.raw<FitFacts | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.market.onChanged(() => void this.refresh());
    void this.refresh();
  }
  dispose(): void {
    this.#stop();
  }
  async refresh(): Promise<void> {
    await this.#latest.run(
      () => this.#api.market.get({}),
      ({ market, weights, skipped, example }) => {
        this.words = market;
        this.weights = weights;
        this.skipped = skipped;
        this.example = example;
        this.known = true;
        this.failed = false;
      },
      () => (this.failed = true),
    );
  }

  /** @param saveAs the name of the saved search that it becomes too; null: of none */
  async set(market: MarketWords, saveAs: string | null) {
    const done = await this.#api.market.set({ market, saveAs });
    await this.refresh();
    return done;
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
  /** Null: the defaults. */
  async setWeights(weights: FitWeights | null): Promise<string | null> {
    const { undo } = await this.#api.market.setWeights({ weights });
    await this.refresh();
    return undo;
  }
}

/** A market as it is being written. */
export class MarketForm {
  countries = $state.raw<readonly string[]>([]);
  stages = $state.raw<readonly string[]>([]);
  industries = $state.raw<readonly string[]>([]);
  technologies = $state.raw<readonly string[]>([]);
  minAmount = $state('');
  maxAmount = $state('');
  currency = $state('');
  hiring = $state(true);

  readonly issues = $derived.by(() => {
    const [low, high] = [amountValue(this.minAmount), amountValue(this.maxAmount)];
    const wrong = (text: string, value: number | null) => text.trim() !== '' && value === null;
    return {
      minAmount: wrong(this.minAmount, low) ? words.issues.amount : null,
      maxAmount: wrong(this.maxAmount, high)
        ? words.issues.amount
        : low !== null && high !== null && high < low
          ? words.issues.amountOrder
          : null,
    };
  });
  /** Null while something written does not make sense, or nothing is said. */
  readonly market = $derived.by((): MarketWords | null => {
    if (this.issues.minAmount !== null || this.issues.maxAmount !== null) return null;
    const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());
    const market: MarketWords = {
      countries: [...this.countries],
      stages: [...this.stages],
      industries: [...this.industries],
      technologies: [...this.technologies],
      minAmount: text(this.minAmount),
      maxAmount: text(this.maxAmount),
      currency: text(this.currency),
      hiring: this.hiring,
    };
    return saysAnything(market) ? market : null;
  });

  /** Null: nothing is chosen yet. */
  fill(market: MarketWords | null): void {
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
