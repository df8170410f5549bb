import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { matchingCountries } from '../../lib/countries.ts';
import type { Suggestions } from '../../lib/suggestions.ts';
import { Price } from '../../session/price-preview.svelte.ts';

export type SuggestField = Parameters<Api['search']['suggest']>[0]['field'];

/** Those that the specification names, until `/filters` tells which there are [§4.10]. */
const CURRENCIES = ['USD', 'EUR', 'GBP', 'INR', 'TRY', 'JPY'];

/** What the filters can be filled with: the newest `/filters` that is kept, and what another one would cost. */
export class SearchValues {
  /** Time of the snapshot; null: there is none; undefined: not asked yet. */
  atMs = $state<number | null | undefined>(undefined);
  industryCount = $state<number | null>(null);
  currencies = $state.raw<readonly string[]>(CURRENCIES);
  readonly price: Price;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.price = new Price(api);
  }

  /** What `/filters` told is known here, or what it would cost to learn it. */
  async read(): Promise<void> {
    const { fetchedAtMs, total } = await this.#api.search.suggest({ field: 'industries', text: '' });
    this.atMs = fetchedAtMs;
    this.industryCount = fetchedAtMs === null ? null : total;
    const { values } = await this.#api.search.suggest({ field: 'currencies', text: '' });
    const known = values.map(({ value }) => value).filter((value) => /^[A-Z]{3}$/.test(value));
    this.currencies = known.length > 0 ? known : CURRENCIES;
    await this.price.ask({ endpoint: 'filters' });
  }
  /** @throws AppFailure whatever the call throws */
  async load(): Promise<Receipt | null> {
    const done = await this.price.spend((accepted) =>
      this.#api.search.refreshFilters({ accepted, screen: 'search' }),
    );
    if (done) await this.read();
    return done?.receipt ?? null;
  }

  /** Where the service lists nothing, what is typed can be chosen as it is. */
  async suggest(field: SuggestField, text: string): Promise<Suggestions> {
    const found = await this.#api.search.suggest({ field, text });
    if (field === 'countries' && found.fetchedAtMs === null) return matchingCountries(text);
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
