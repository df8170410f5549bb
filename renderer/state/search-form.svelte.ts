import { LIST_LIMIT_MAX } from '../../shared/model/limits.ts';
import type { FundingsQuery } from '../../shared/model/query.ts';
import { amountValue } from '../lib/amount-input.ts';
import { choiceOf, isDate, lastDays, type DateRange, type RangeChoice } from '../lib/search-dates.ts';
import { search as words } from '../lib/words/search.ts';

type Department = FundingsQuery['hiringDepartments'][number];
type Seniority = FundingsQuery['hiringSeniority'][number];
export type RoleType = 'any' | 'leadership' | 'ic';

export interface FormIssues {
  readonly start: string | null;
  readonly end: string | null;
  readonly minAmount: string | null;
  readonly maxAmount: string | null;
  readonly rows: string | null;
}

export const ROWS_DEFAULT = 25;

/** The filters as they are being written; `query` is what they ask for, once they make sense. */
export class SearchForm {
  range = $state<RangeChoice>('7');
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

  /** How many of the filters behind the disclosure are set. */
  readonly moreCount = $derived(
    [this.investors, this.technologies, this.companySizes, this.tags].filter(({ length }) => length > 0)
      .length + (this.text.trim() === '' ? 0 : 1),
  );

  dates(nowMs: number): DateRange {
    return this.range === 'dates'
      ? { start: this.start, end: this.end }
      : lastDays(Number(this.range), nowMs);
  }
  /** Choosing `Dates` begins with the dates that were meant so far. */
  chooseRange(choice: RangeChoice, nowMs: number): void {
    if (choice === 'dates' && this.range !== 'dates') {
      const { start, end } = this.dates(nowMs);
      this.start = start;
      this.end = end;
    }
    this.range = choice;
  }

  issues(nowMs: number): FormIssues {
    const { start, end } = this.dates(nowMs);
    const low = this.minAmount.trim() === '' ? null : amountValue(this.minAmount);
    const high = this.maxAmount.trim() === '' ? null : amountValue(this.maxAmount);
    return {
      start: isDate(start) ? null : words.issues.date,
      end: !isDate(end) ? words.issues.date : isDate(start) && start > end ? words.issues.dateOrder : null,
      minAmount: this.minAmount.trim() !== '' && low === null ? words.issues.amount : null,
      maxAmount:
        this.maxAmount.trim() !== '' && high === null
          ? words.issues.amount
          : low !== null && high !== null && low > high
            ? words.issues.amountOrder
            : null,
      rows: this.#limit() === null ? words.issues.rows : null,
    };
  }

  /** Null while something written does not make sense. */
  query(nowMs: number): FundingsQuery | null {
    const limit = this.#limit();
    if (limit === null || Object.values(this.issues(nowMs)).some((issue) => issue !== null)) return null;
    const { start, end } = this.dates(nowMs);
    return {
      fundingDateStart: start,
      fundingDateEnd: end,
      limit,
      offset: 0,
      ...this.#lists(),
      ...this.#optional(),
      ...this.#hiring(),
      validatedContacts: this.validatedContacts,
    };
  }

  /** Shows the filters of a search made before. */
  fill(query: FundingsQuery, askedAtMs: number): void {
    const range = { start: query.fundingDateStart, end: query.fundingDateEnd };
    this.range = choiceOf(range, askedAtMs);
    this.start = range.start;
    this.end = range.end;
    for (const field of [
      'countries',
      'stages',
      'industries',
      'technologies',
      'investors',
      'companySizes',
      'tags',
    ] as const)
      this[field] = query[field];
    this.text = query.search ?? '';
    this.minAmount = query.minAmount ?? '';
    this.maxAmount = query.maxAmount ?? '';
    this.currency = query.currency ?? '';
    this.validatedContacts = query.validatedContacts;
    this.hasOpenRoles = query.hasOpenRoles;
    this.departments = query.hiringDepartments;
    this.seniority = query.hiringSeniority;
    this.roleType = query.hiringRoleType ?? 'any';
    this.rows = String(query.limit);
  }

  /** Back to the last 7 days, everything else open; the number of rows stays. */
  clear(): void {
    const rows = this.rows;
    const { start, end } = lastDays(7, 0);
    this.fill(emptyQuery({ start, end }), 0);
    this.range = '7';
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
  #optional() {
    const text = (key: string, value: string) => (value.trim() === '' ? {} : { [key]: value.trim() });
    return {
      ...text('search', this.text),
      ...text('minAmount', this.minAmount),
      ...text('maxAmount', this.maxAmount),
      ...text('currency', this.currency),
    };
  }
  /** These three count only together with `Only hiring` [§4.10]. */
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

const isDepartment = (value: string): value is Department => Object.hasOwn(words.departmentsByValue, value);
const isSeniority = (value: string): value is Seniority => Object.hasOwn(words.seniorityByValue, value);

const emptyQuery = ({ start, end }: DateRange): FundingsQuery => ({
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
