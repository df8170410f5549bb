import type { Cost, Lane } from '../../../shared/model/budget.ts';

/** A limit that background requests must respect on the coming days. It applies to one unit of cost. */
export interface MonthLimit {
  readonly unit: keyof Cost;
  /** The lane whose requests count; null if all requests count. */
  readonly lane: Lane | null;
  /** Whether the user's own requests also count. */
  readonly isShared: boolean;
  /** The amount left for each day, starting with today. The last entry also applies to all later days. */
  readonly aDay: readonly number[];
  /** The amount left for all days together. */
  readonly total: number;
  /** For each day, the part of the limit that approved requests will use; 0 for a day without an entry. */
  readonly approved: readonly number[];
  /** Set if background requests may use only an even share of `total` a day. */
  readonly paced: Pace | null;
}

interface Pace {
  /** The amount used today, which counts toward today's share. */
  readonly usedToday: number;
  /** Days until this limit resets, including today; at least 1. */
  readonly daysLeft: number;
  /** The amount that may be used per day after this limit has reset, if it is spread evenly. */
  readonly aDayAfter: number;
}

/** The days until the monthly records reset, and the limits on background requests until then. */
export interface MonthOutlook {
  /** Days until the reset, including today; at least 1. */
  readonly days: number;
  readonly resetsAtMs: number;
  readonly limits: readonly MonthLimit[];
}

/** The account's average use per day. The numbers may be fractional. */
export interface UsualUse {
  /** All use, including plans and other devices. */
  readonly all: Cost;
  /** Use without this app's background requests. */
  readonly own: Cost;
}
