import type { Api } from '../../../shared/contract/index.ts';
import type { Cost, Screen } from '../../../shared/model/budget.ts';
import type { FundingsQuery, PricedCall } from '../../../shared/model/query.ts';
import { DAY_MS, type StoredWorld } from './stored-world.ts';

/** A workspace that is being filled, with the ids of its companies. */
export interface Filling {
  readonly world: StoredWorld;
  readonly api: Api;
  /** Ids of companies with a recent round, newest first. */
  readonly companies: readonly string[];
  /**
   * Companies whose contact window closes soon, but is still open when the product is opened again a week
   * later.
   */
  readonly closing: readonly string[];
  /** Companies whose contact window is closed. */
  readonly closed: readonly string[];
}

export const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/**
 * A price that covers every request in the fixture. It is far below the threshold above which the user must
 * confirm spending.
 */
export const ANY_PRICE: Cost = { requests: 20, records: 50, pageTurns: 10, companies: 50 };
export const paid = (screen: Screen): { readonly accepted: Cost; readonly screen: Screen } => ({
  accepted: ANY_PRICE,
  screen,
});

export const pricedAt = async ({ api }: Pick<Filling, 'api'>, call: PricedCall): Promise<Cost> =>
  (await api.quota.price({ call })).cost;

/** Returns a query for rounds announced between `fromDays` and `toDays` days before `nowMs`. */
export const roundsBetween = (
  nowMs: number,
  fromDays: number,
  toDays: number,
  limit: number,
): FundingsQuery => ({
  fundingDateStart: dateOf(nowMs - fromDays * DAY_MS),
  fundingDateEnd: dateOf(nowMs - toDays * DAY_MS),
  limit,
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

/** Returns the item at a position in a list, or throws if there is none. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`nothing at ${index} of ${list.length}`);
  return item;
}
