import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { countriesLike } from '../../lib/countries.ts';
import type { Suggestions } from '../../lib/suggestions.ts';
import { Price } from '../../session/price-preview.svelte.ts';

export type SuggestField = Parameters<Api['search']['suggest']>[0]['field'];

/** The specification's examples, used until `/filters` was fetched [§4.10]. */
const CURRENCIES = ['USD', 'EUR', 'GBP', 'INR', 'TRY', 'JPY'];

/** The service's filter values from the last `/filters` response, and the price of fetching them again. */
export class SearchValues {
  /** Null before the first fetch; undefined until loaded. */
  atMs = $state<number | null | undefined>(undefined);
  industryCount = $state<number | null>(null);
  currencies = $state.raw<readonly string[]>(CURRENCIES);
  readonly price: Price;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.price = new Price(api);
  }

  /** Loads the stored values and the price of a fetch. */
  async read(): Promise<void> {
    const { fetchedAtMs, total } = await this.#api.search.suggest({ field: 'industries', text: '' });
    this.atMs = fetchedAtMs;
    this.industryCount = fetchedAtMs === null ? null : total;
    const { values } = await this.#api.search.suggest({ field: 'currencies', text: '' });
    const known = values.map(({ value }) => value).filter((value) => /^[A-Z]{3}$/.test(value));
    this.currencies = known.length > 0 ? known : CURRENCIES;
    await this.price.load({ endpoint: 'filters' });
  }
  /** Fetches the values. @throws AppFailure of the request */
  async load(): Promise<Receipt | null> {
    const done = await this.price.spend((accepted) =>
      this.#api.search.refreshFilters({ accepted, screen: 'search' }),
    );
    if (done) await this.read();
    return done?.receipt ?? null;
  }

  /** Suggests values of a field. Fields without a list of the service also accept the typed text. */
  async suggest(field: SuggestField, text: string): Promise<Suggestions> {
    const found = await this.#api.search.suggest({ field, text });
    if (field === 'countries' && found.fetchedAtMs === null) return countriesLike(text);
    const own = text.trim();
    const typed = field === 'investors' || (found.fetchedAtMs === null && field !== 'stages');
    if (!typed || own === '' || found.values.some(({ value }) => value.toLowerCase() === own.toLowerCase()))
      return found;
    return {
      values: [...found.values.slice(0, LIST_LIMIT_MAX - 1), { value: own, label: own }],
      total: found.total + 1,
    };
  }
}
