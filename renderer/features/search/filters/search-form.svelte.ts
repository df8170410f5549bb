import { LIST_LIMIT_MAX } from '../../../../shared/model/limits.ts';
import type { CompaniesQuery, FundingsQuery, ListQuery } from '../../../../shared/model/query.ts';
import type { ListName } from '../../../../shared/model/search.ts';
import { amountValue } from '../../../lib/parse-amount.ts';
import { lastDays } from '../../../../shared/search-date-ranges.ts';
import { rangeChoiceOf, isDate, type DateRange, type RangeChoice } from '../../../lib/date-ranges.ts';
import { roleStrings } from '../../../ui/text/role-strings.ts';
import { search as strings } from '../strings.ts';
import type { TypedSearch } from '../typed-search.ts';

/**
 * The filters that the searches for rounds and for companies share. Amounts are excluded, because their
 * parameter names differ (spec §4.2, §4.10).
 */
type Shared = Omit<FundingsQuery, 'minAmount' | 'maxAmount'>;
type Department = Shared['hiringDepartments'][number];
type Seniority = Shared['hiringSeniority'][number];
export type RoleType = 'any' | 'leadership' | 'ic';

export interface FormIssues {
  readonly start: string | null;
  readonly end: string | null;
  readonly minAmount: string | null;
  readonly maxAmount: string | null;
  readonly rows: string | null;
}

const ROWS_DEFAULT = 25;
const RANGE_DEFAULT = '7';
const LISTS = [
  'countries',
  'stages',
  'industries',
  'technologies',
  'investors',
  'companySizes',
  'tags',
] as const;

/** The state of the filter form. `question` returns the query built from the form. */
export class SearchForm {
  /**
   * Which list the form searches. Rounds are the default, because a row of this list costs the same as a
   * company but has more fields (spec §2.6, §2.1).
   */
  list = $state<ListName>('fundings');
  range = $state<RangeChoice>(RANGE_DEFAULT);
  start = $state('');
  end = $state('');
  countries = $state.raw<readonly string[]>([]);
  stages = $state.raw<readonly string[]>([]);
  industries = $state.raw<readonly string[]>([]);
  technologies = $state.raw<readonly string[]>([]);
  investors = $state.raw<readonly string[]>([]);
  companySizes = $state.raw<readonly string[]>([]);
  tags = $state.raw<readonly string[]>([]);
  text = $state('');
  minAmount = $state('');
  maxAmount = $state('');
  currency = $state('');
  validatedContacts = $state(false);
  hasOpenRoles = $state(false);
  departments = $state.raw<readonly string[]>([]);
  seniority = $state.raw<readonly string[]>([]);
  roleType = $state<RoleType>('any');
  rows = $state(String(ROWS_DEFAULT));

  /**
   * Names of the hiring filters that are set but not applied. Hiring filters apply only while the hiring
   * switch is on (spec §4.2).
   */
  readonly droppedHiring = $derived(
    this.hasOpenRoles
      ? []
      : [
          ...(this.departments.length > 0 ? [strings.departments] : []),
          ...(this.seniority.length > 0 ? [strings.seniority] : []),
          ...(this.roleType === 'any' ? [] : [strings.roleType]),
        ].map((name) => name.toLowerCase()),
  );
  /** The number of filters that are set in the collapsible section. */
  readonly moreCount = $derived(
    [this.investors, this.technologies, this.companySizes, this.tags].filter(({ length }) => length > 0)
      .length + (this.text.trim() === '' ? 0 : 1),
  );

  /** The number of filters that are set. The dates always count as one. */
  get filterCount(): number {
    const { countries, stages, industries, minAmount, maxAmount, currency } = this;
    const hasAmount = [minAmount, maxAmount, currency].some((value) => value.trim() !== '');
    const set = [countries, stages, industries].filter(({ length }) => length > 0).length;
    const switches = [hasAmount, this.validatedContacts, this.hasOpenRoles].filter(Boolean).length;
    return 1 + set + switches + this.moreCount;
  }

  /** Whether `clear` would change nothing. */
  get isClear(): boolean {
    return this.filterCount === 1 && this.range === RANGE_DEFAULT && this.droppedHiring.length === 0;
  }

  dates(nowMs: number): DateRange {
    return this.range === 'dates'
      ? { start: this.start, end: this.end }
      : lastDays(Number(this.range), nowMs);
  }
  /**
   * Selects a range. If the user switches to `dates`, the date fields are filled with the dates of the
   * previous range.
   */
  chooseRange(choice: RangeChoice, nowMs: number): void {
    if (choice === 'dates' && this.range !== 'dates') {
      const { start, end } = this.dates(nowMs);
      this.start = start;
      this.end = end;
    }
    this.range = choice;
  }
  setDates({ start, end }: DateRange): void {
    this.range = 'dates';
    this.start = start;
    this.end = end;
  }

  /** Sets the dates like `setDates`, but selects a choice such as `30 days` if it has the same dates. */
  selectDates(range: DateRange, nowMs: number): void {
    this.setDates(range);
    this.range = rangeChoiceOf(range, nowMs);
  }

  issues(nowMs: number): FormIssues {
    const { start, end } = this.dates(nowMs);
    const low = this.minAmount.trim() === '' ? null : amountValue(this.minAmount);
    const high = this.maxAmount.trim() === '' ? null : amountValue(this.maxAmount);
    return {
      start: isDate(start) ? null : strings.issues.date,
      end: !isDate(end)
        ? strings.issues.date
        : isDate(start) && start > end
          ? strings.issues.dateOrder
          : null,
      minAmount: this.minAmount.trim() !== '' && low === null ? strings.issues.amount : null,
      maxAmount:
        this.maxAmount.trim() !== '' && high === null
          ? strings.issues.amount
          : low !== null && high !== null && low > high
            ? strings.issues.amountOrder
            : null,
      rows: this.#limit() === null ? strings.issues.rows : null,
    };
  }

  /** Returns the query that the form describes; null while a field is invalid. */
  question(nowMs: number): ListQuery | null {
    const limit = this.#limit();
    if (limit === null || Object.values(this.issues(nowMs)).some((issue) => issue !== null)) return null;
    const { start, end } = this.dates(nowMs);
    const [search, currency] = [textOf(this.text), textOf(this.currency)];
    const [low, high] = [textOf(this.minAmount), textOf(this.maxAmount)];
    const shared: Shared = {
      fundingDateStart: start,
      fundingDateEnd: end,
      limit,
      offset: 0,
      ...this.#lists(),
      ...(search === undefined ? {} : { search }),
      ...(currency === undefined ? {} : { currency }),
      ...this.#hiring(),
      validatedContacts: this.validatedContacts,
    };
    return this.list === 'fundings'
      ? {
          list: 'fundings',
          query: {
            ...shared,
            ...(low === undefined ? {} : { minAmount: low }),
            ...(high === undefined ? {} : { maxAmount: high }),
          },
        }
      : {
          list: 'companies',
          query: {
            ...shared,
            ...(low === undefined ? {} : { minFunding: low }),
            ...(high === undefined ? {} : { maxFunding: high }),
          },
        };
  }

  /**
   * Sets the filters found in a typed line. If the line contains no amounts, the amounts in the form stay. If
   * it contains no period, the dates stay.
   */
  showTyped(typed: TypedSearch, nowMs: number): void {
    const { countries, stages, industries, days, minAmount, maxAmount, currency } = typed;
    [this.countries, this.stages, this.industries] = [countries, stages, industries];
    if (minAmount !== null || maxAmount !== null) {
      [this.minAmount, this.maxAmount, this.currency] = [minAmount ?? '', maxAmount ?? '', currency ?? ''];
    }
    if (days === null) return;
    this.selectDates(lastDays(days, nowMs), nowMs);
  }

  /** Fills the form with the filters from an earlier search. */
  fill(question: ListQuery, requestedAtMs: number): void {
    const { list, query } = question;
    const range = { start: query.fundingDateStart, end: query.fundingDateEnd };
    this.list = list;
    this.range = rangeChoiceOf(range, requestedAtMs);
    this.start = range.start;
    this.end = range.end;
    for (const field of LISTS) this[field] = query[field];
    this.text = query.search ?? '';
    const [low, high] = amountsOf(question);
    this.minAmount = low ?? '';
    this.maxAmount = high ?? '';
    this.currency = query.currency ?? '';
    this.validatedContacts = query.validatedContacts;
    this.hasOpenRoles = query.hasOpenRoles;
    this.departments = query.hiringDepartments;
    this.seniority = query.hiringSeniority;
    this.roleType = query.hiringRoleType ?? 'any';
    this.rows = String(query.limit);
  }

  /**
   * Clears all filters and resets the range to the last 7 days. The list (rounds or companies) and the number
   * of rows do not change.
   */
  clear(): void {
    const { rows, list } = this;
    const query = emptyQuery(lastDays(7, 0));
    this.fill(list === 'fundings' ? { list, query } : { list, query }, 0);
    this.range = RANGE_DEFAULT;
    this.rows = rows;
  }
  #limit(): number | null {
    const rows = this.rows.trim();
    return /^\d{1,2}$/.test(rows) && Number(rows) >= 1 && Number(rows) <= LIST_LIMIT_MAX
      ? Number(rows)
      : null;
  }
  #lists() {
    return {
      countries: [...this.countries],
      stages: [...this.stages],
      industries: [...this.industries],
      technologies: [...this.technologies],
      investors: [...this.investors],
      companySizes: [...this.companySizes],
      tags: [...this.tags],
    };
  }
  /**
   * Returns the hiring filters. The service ignores departments, seniority and role type while the hiring
   * switch is off, so they are omitted in that case (spec §4.10).
   */
  #hiring() {
    const on = this.hasOpenRoles;
    return {
      hasOpenRoles: on,
      hiringDepartments: on ? this.departments.filter(isDepartment) : [],
      hiringSeniority: on ? this.seniority.filter(isSeniority) : [],
      ...(on && this.roleType !== 'any' ? { hiringRoleType: this.roleType } : {}),
    };
  }
}

const textOf = (value: string): string | undefined => (value.trim() === '' ? undefined : value.trim());
const amountsOf = ({ list, query }: ListQuery): readonly [string | undefined, string | undefined] =>
  list === 'fundings' ? [query.minAmount, query.maxAmount] : [query.minFunding, query.maxFunding];

const isDepartment = (value: string): value is Department => Object.hasOwn(roleStrings.departments, value);
const isSeniority = (value: string): value is Seniority => Object.hasOwn(roleStrings.seniorities, value);

const emptyQuery = ({ start, end }: DateRange): FundingsQuery & CompaniesQuery => ({
  fundingDateStart: start,
  fundingDateEnd: end,
  limit: ROWS_DEFAULT,
  offset: 0,
  countries: [],
  stages: [],
  industries: [],
  technologies: [],
  investors: [],
  companySizes: [],
  tags: [],
  validatedContacts: false,
  hasOpenRoles: false,
  hiringDepartments: [],
  hiringSeniority: [],
});
