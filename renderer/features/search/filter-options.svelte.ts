import type { Api } from '../../../shared/contract/index.ts';
import type { Receipt, Screen } from '../../../shared/model/budget.ts';
import { LIST_LIMIT_MAX } from '../../../shared/model/limits.ts';
import type { UnlistedValue } from '../../../shared/model/search.ts';
import { relatedIndustries } from './filters/related-industries.ts';
import { matchingCountries } from '../../lib/countries.ts';
import type { Suggestions } from '../../lib/suggestions.ts';
import { Price } from '../../session/price-preview.svelte.ts';
import { search as strings } from './strings.ts';

export type SuggestField = Parameters<Api['search']['suggest']>[0]['field'];
type Found = Awaited<ReturnType<Api['search']['suggest']>>;

/**
 * Currencies to offer if the service lists none. The first six are the examples in the documentation (spec
 * §4.10).
 */
const CURRENCIES = (
  'USD EUR GBP INR TRY JPY AED AUD BRL CAD CHF CLP CNY COP CZK DKK EGP HKD HUF IDR ILS KES KRW MXN MYR NGN NOK ' +
  'NZD PHP PLN RON SAR SEK SGD THB TWD UAH VND ZAR'
).split(' ');

/** The fields whose values the form compares with the values that the service lists. */
const READ_FIELDS = ['industries', 'technologies', 'companySizes', 'tags', 'currencies'] as const;

/**
 * Fields that accept any text even if the service lists values, because a search for an unlisted value may
 * also find results.
 */
const FREE_TEXT: ReadonlySet<SuggestField> = new Set<SuggestField>(['investors', 'technologies', 'tags']);

/** Offers to replace the filter value `from`, which the service does not list, with the listed value `to`. */
export interface Replacement {
  readonly field: SuggestField;
  readonly from: string;
  readonly to: string;
}
const REPLACEMENTS_MAX = 10;

/**
 * The service's filter options, as stored from the last `/filters` response, and the price of fetching them
 * again.
 */
export class FilterOptionsState {
  /**
   * When the filter options were fetched (Unix ms); null if never, undefined until the stored options have
   * loaded.
   */
  fetchedAtMs = $state<number | null | undefined>(undefined);
  industryCount = $state<number | null>(null);
  currencies = $state.raw<readonly string[]>(CURRENCIES);
  /** The fields in `READ_FIELDS` for which the service lists values. */
  listed = $state.raw<readonly SuggestField[]>([]);
  /** Suggested replacements for values in the current filters that the service does not list. */
  replacements = $state.raw<readonly Replacement[]>([]);
  readonly price: Price;
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
    this.price = new Price(api, 'search');
  }

  /** Loads the stored filter options, and the price of fetching them again. */
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
   * @param screen the screen to which the request history attributes the request
   * @throws AppFailure if the request fails
   */
  async fetch(screen: Screen): Promise<Receipt | null> {
    const reply = await this.price.spend((accepted) => this.#api.search.refreshFilters({ accepted, screen }));
    if (reply) await this.read();
    return reply?.receipt ?? null;
  }

  /**
   * Suggests values for a field. The typed text itself is suggested too if the field accepts any text or if
   * the service lists no values for the field. Countries are also suggested from the ISO list.
   */
  async suggest(field: SuggestField, text: string): Promise<Suggestions> {
    const found = await this.#api.search.suggest({ field, text });
    if (field === 'countries') return withOtherCountries(found, text);
    const entered = text.trim();
    if (field === 'industries' && found.listed) return this.#withRelated(found, entered);
    const isListed = found.values.some(({ value }) => value.toLowerCase() === entered.toLowerCase());
    if (entered === '' || isListed || (found.listed && !FREE_TEXT.has(field))) return found;
    // The text is marked as unlisted only if filter options have been fetched. Investors are never marked,
    // because the service never lists any.
    const isMarked = found.fetchedAtMs !== null && field !== 'investors';
    return {
      values: [
        ...found.values.slice(0, LIST_LIMIT_MAX - 1),
        isMarked
          ? { value: entered, label: strings.unlisted.option(entered), isUnlisted: true }
          : { value: entered, label: entered },
      ],
      total: found.total + 1,
    };
  }

  /**
   * For each unlisted value, finds the listed value that the user probably means, such as `Financial
   * Services` for `fintech`.
   */
  async findReplacements(unlisted: readonly UnlistedValue[]): Promise<void> {
    const found = await Promise.all(
      unlisted.slice(0, REPLACEMENTS_MAX).map(async ({ field, value }) => {
        const { values } = await this.suggest(field, value).catch((): Suggestions => ({
          values: [],
          total: 0,
        }));
        const to = values.find((each) => each.value !== value && each.isUnlisted !== true)?.value;
        return to === undefined ? [] : [{ field, from: value, to }];
      }),
    );
    this.replacements = found.flat();
  }

  /** Adds the listed industries for which the typed text, such as `fintech`, is another name. */
  async #withRelated(found: Found, entered: string): Promise<Suggestions> {
    const texts = relatedIndustries(entered);
    const related = await Promise.all(
      texts.map((each) => this.#api.search.suggest({ field: 'industries', text: each })),
    );
    const others = related
      .flatMap(({ values }) => values)
      .filter(
        ({ value }, at, all) =>
          all.findIndex((each) => each.value === value) === at &&
          !found.values.some((each) => each.value === value),
      );
    return {
      values: [...found.values, ...others].slice(0, LIST_LIMIT_MAX),
      total: found.total + others.length,
    };
  }
}

function currenciesOf({ listed, values }: Found): readonly string[] {
  const known = values.map(({ value }) => value).filter((value) => /^[A-Z]{3}$/.test(value));
  return listed && known.length > 0 ? known : CURRENCIES;
}

/** Adds matching countries that the service does not list, and marks them as unlisted. */
function withOtherCountries(found: Found, text: string): Suggestions {
  if (!found.listed) return matchingCountries(text);
  // If the reply omits some of the listed matches, the app cannot know which countries are unlisted, so it
  // adds none.
  if (text.trim() === '' || found.total > found.values.length) return found;
  const listed = found.values.map(({ value }) => value);
  const others = matchingCountries(text)
    .values.filter(({ value }) => !listed.includes(value))
    .map(({ value, label }) => ({ value, label: strings.unlisted.option(label), isUnlisted: true }));
  return {
    values: [...found.values, ...others].slice(0, LIST_LIMIT_MAX),
    total: found.total + others.length,
  };
}
