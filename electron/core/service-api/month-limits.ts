import type { Cost, Lane } from '../../../shared/model/budget.ts';

/** A limit that background requests must respect on the coming days, in one unit. */
export interface MonthLimit {
  readonly unit: keyof Cost;
  /** The lane whose requests count; null if all requests count. */
  readonly lane: Lane | null;
  /** Whether the user's own requests count, too. */
  readonly isShared: boolean;
  /**
   * The amount left on each day, starting with today. Days after the last entry have the same amount as that
   * entry.
   */
  readonly aDay: readonly number[];
  /** The amount left for all days together. */
  readonly total: number;
  /** For each day, the part that approved requests will use. A day without an entry has none. */
  readonly approved: readonly number[];
  /** Set if background requests may use only an even share of `total` a day. */
  readonly paced: Pace | null;
}

interface Pace {
  /** The amount used today; it counts towards the share of today. */
  readonly usedToday: number;
  /** Days until this limit resets, including today; at least 1. */
  readonly daysLeft: number;
  /** The even share of a day after this reset. */
  readonly aDayAfter: number;
}

/** The days until the records of the month reset, and what background requests may use on them. */
export interface MonthOutlook {
  /** Days until the reset, including today; at least 1. */
  readonly days: number;
  readonly resetsAtMs: number;
  readonly limits: readonly MonthLimit[];
}

/** What the account uses on an average day; not whole numbers. */
export interface UsualUse {
  /** Everything, including the requests of plans and of other devices. */
  readonly all: Cost;
  /** Without the background requests of this app. */
  readonly own: Cost;
}
