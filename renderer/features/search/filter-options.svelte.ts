import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import { matchingCountries } from '../../lib/countries.ts';
import type { Suggestions } from '../../lib/suggestions.ts';
import { Price } from '../../session/price-preview.svelte.ts';
import { search as words } from './strings.ts';

export type SuggestField = Parameters<Api['search']['suggest']>[0]['field'];
type Found = Awaited<ReturnType<Api['search']['suggest']>>;

/** Currencies to choose from if the service lists none; the first six are its examples [§4.10]. */
const CURRENCIES = (
  'USD EUR GBP INR TRY JPY AED AUD BRL CAD CHF CLP CNY COP CZK DKK EGP HKD HUF IDR ILS KES KRW MXN MYR NGN NOK ' +
  'NZD PHP PLN RON SAR SEK SGD THB TWD UAH VND ZAR'
).split(' ');

/** Fields for which the screen tells whether the service lists values. */
const READ_FIELDS = ['industries', 'technologies', 'companySizes', 'tags', 'currencies'] as const;

/** Fields in which any text may be worth a request, even if the service lists other values. */
const FREE_TEXT: ReadonlySet<SuggestField> = new Set<SuggestField>(['investors', 'technologies', 'tags']);

/** The service's filter options from the last `/filters` response, and the price of fetching them again. */
export class FilterOptionsState {
  /** When the filter options were fetched; null if never, undefined until the stored options are loaded. */
  fetchedAtMs = $state<number | null | undefined>(undefined);
  industryCount = $state<number | null>(null);
  currencies = $state.raw<readonly string[]>(CURRENCIES);
  /** The fields for which the service lists values, among those that `read` checks. */
  listed = $state.raw<readonly SuggestField[]>([]);
  readonly price: Price;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.price = new Price(api);
  }

  /** Loads the stored filter options and the price of fetching them again. */
  async read(): Promise<void> {
    const read = async (field: SuggestField) => ({
      field,
      found: await this.#api.search.suggest({ field, text: '' }),
    });
    const fields = await Promise.all(READ_FIELDS.map(read));
    for (const { field, found } of fields) {
      if (field === 'industries') {
        this.fetchedAtMs = found.fetchedAtMs;
        this.industryCount = found.listed ? found.total : null;
      }
      if (field === 'currencies') this.currencies = currenciesOf(found);
    }
    this.listed = fields.filter(({ found }) => found.listed).map(({ field }) => field);
    await this.price.load({ endpoint: 'filters' });
  }
  /**
   * Fetches the filter options.
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
   * Suggests values for a field. Also suggests the typed text where it may be a value: for investors,
   * technologies and tags, and for every field for which the service lists no values. Countries are always
   * suggested from the ISO list.
   */
  async suggest(field: SuggestField, text: string): Promise<Suggestions> {
    const found = await this.#api.search.suggest({ field, text });
    if (field === 'countries') return withOtherCountries(found, text);
    const entered = text.trim();
    const isListed = found.values.some(({ value }) => value.toLowerCase() === entered.toLowerCase());
    if (entered === '' || isListed || (found.listed && !FREE_TEXT.has(field))) return found;
    // Without a list, nothing is known about the text. The service never lists investors.
    const isMarked = found.fetchedAtMs !== null && field !== 'investors';
    return {
      values: [
        ...found.values.slice(0, LIST_LIMIT_MAX - 1),
        { value: entered, label: isMarked ? words.unlisted.option(entered) : entered },
      ],
      total: found.total + 1,
    };
  }
}

function currenciesOf({ listed, values }: Found): readonly string[] {
  const known = values.map(({ value }) => value).filter((value) => /^[A-Z]{3}$/.test(value));
  return listed && known.length > 0 ? known : CURRENCIES;
}

/** Adds the countries that match the typed text but are not in the service's list, with a mark. */
function withOtherCountries(found: Found, text: string): Suggestions {
  if (!found.listed) return matchingCountries(text);
  // Unless all listed matches are known, it is unknown which countries are not listed.
  if (text.trim() === '' || found.total > found.values.length) return found;
  const listed = found.values.map(({ value }) => value);
  const others = matchingCountries(text)
    .values.filter(({ value }) => !listed.includes(value))
    .map(({ value, label }) => ({ value, label: words.unlisted.option(label) }));
  return {
    values: [...found.values, ...others].slice(0, LIST_LIMIT_MAX),
    total: found.total + others.length,
  };
}
