import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { matchingCountries } from '../../lib/countries.ts';
import type { Suggestions } from '../../lib/suggestions.ts';
import { Price } from '../../session/price-preview.svelte.ts';

export type SuggestField = Parameters<Api['search']['suggest']>[0]['field'];

/** The specification's examples, used until the filter options are fetched [§4.10]. */
const CURRENCIES = ['USD', 'EUR', 'GBP', 'INR', 'TRY', 'JPY'];

/** The service's filter values from the last `/filters` response, and the price of fetching them again. */
export class FilterOptionsState {
  /** When the filter values were fetched; null if never, undefined until the stored values are loaded. */
  fetchedAtMs = $state<number | null | undefined>(undefined);
  industryCount = $state<number | null>(null);
  currencies = $state.raw<readonly string[]>(CURRENCIES);
  readonly price: Price;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.price = new Price(api);
  }

  /** Loads the stored filter values and the price of fetching them again. */
  async read(): Promise<void> {
    const { fetchedAtMs, total } = await this.#api.search.suggest({ field: 'industries', text: '' });
    this.fetchedAtMs = fetchedAtMs;
    this.industryCount = fetchedAtMs === null ? null : total;
    const { values } = await this.#api.search.suggest({ field: 'currencies', text: '' });
    const known = values.map(({ value }) => value).filter((value) => /^[A-Z]{3}$/.test(value));
    this.currencies = known.length > 0 ? known : CURRENCIES;
    await this.price.load({ endpoint: 'filters' });
  }
  /**
   * Fetches the filter values.
   *
   * @throws AppFailure if the request fails
   */
  async fetch(): Promise<Receipt | null> {
    const reply = await this.price.spend((accepted) =>
      this.#api.search.refreshFilters({ accepted, screen: 'search' }),
    );
    if (reply) await this.read();
    return reply?.receipt ?? null;
  }

  /**
   * Suggests values for a field. For investors, also suggests the typed text. Until the filter options are
   * fetched, does the same for most other fields.
   */
  async suggest(field: SuggestField, text: string): Promise<Suggestions> {
    const found = await this.#api.search.suggest({ field, text });
    if (field === 'countries' && found.fetchedAtMs === null) return matchingCountries(text);
    const entered = text.trim();
    const acceptsEntered = field === 'investors' || (found.fetchedAtMs === null && field !== 'stages');
    if (
      !acceptsEntered ||
      entered === '' ||
      found.values.some(({ value }) => value.toLowerCase() === entered.toLowerCase())
    )
      return found;
    return {
      values: [...found.values.slice(0, LIST_LIMIT_MAX - 1), { value: entered, label: entered }],
      total: found.total + 1,
    };
  }
}
