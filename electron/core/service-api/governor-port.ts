import type {
  Allowance,
  AllowancePeriod,
  AllowanceScope,
  Budget,
  BudgetStatus,
  Cost,
  DayUse,
  Lane,
  LastReceipt,
  LearnedCost,
  LedgerFilter,
  LedgerRow,
  Preview,
  QueueEntry,
  Screen,
} from '../../../shared/model/budget.ts';
import type { PageFilter } from '../database/queries/ledger/entry-pages.ts';
import type { CallContext, CallSteps, FetchedResponse, GovernedCall } from './governed-request.ts';
import type { StatsReading } from './decoders/decoded-types.ts';
import type { MonthOutlook, UsualUse } from './month-limits.ts';

/**
 * Whether the current date is reliable enough to delete expired data (ADR 51). `laptopMs` is the time
 * according to this computer's clock. `serviceMs` is the server time, or null while it is uncertain. `lastMs`
 * is the server time at the end of the last run, if known.
 */
export type TimeTrust =
  | {
      readonly isTrusted: true;
      /**
       * A time that has certainly passed, even if one of the two clocks, the server's or this computer's, is
       * wrong.
       */
      readonly safeMs: number;
    }
  | {
      readonly isTrusted: false;
      /**
       * `unconfirmed`: the server time has not been confirmed in this run. `differs`: the server time and
       * this computer's clock are more than a day apart. `jumped`: the date has changed by more than a day
       * without an explanation.
       */
      readonly why: 'unconfirmed' | 'differs' | 'jumped';
      readonly laptopMs: number;
      readonly serviceMs: number | null;
      readonly lastMs: number | null;
    };

/**
 * How the new API key relates to the old one: the same key entered or stored again, another key of the same
 * account, or a key of another account. In the last case, the usage of the new account is unknown until its
 * first `/stats` response.
 */
export type KeyReplacement = 'same-key' | 'same-account' | 'another-account';

/**
 * A filter for the request history. `words` lists, for each search word, the companies whose names contain
 * that word.
 */
export interface LedgerQuery
  extends Pick<LedgerFilter, 'period' | 'screen' | 'result'>, Pick<PageFilter, 'words' | 'sort'> {}

/** The unreserved budget that background requests may still use, today and on later days. */
export interface RemainingBudget {
  /** Maximum cost that can be spent today. */
  readonly today: Cost;
  /**
   * For each lane that has a spending cap set by the user: the records left today, and the records available
   * on each later day.
   */
  readonly lanes: ReadonlyMap<Lane, { readonly today: number; readonly aDay: number }>;
  /**
   * Number of records available on each day after today until the monthly reset: an even share of the
   * remaining records, or fewer if the user's spending caps allow fewer.
   */
  readonly recordsADay: number;
  /** Days until the monthly reset, including today; at least 1. */
  readonly daysLeft: number;
  /** Like `recordsADay`, but for the days after the monthly reset. */
  readonly recordsADayAfter: number;
}

/**
 * Decides whether and when each request is sent, and records its cost. The client sends every request through
 * the governor.
 */
export interface Governor {
  /**
   * Returns the current price of a request without reserving anything. `screen` is the screen from which the
   * user would send the request; that screen's spending cap may refuse the request. If `screen` is omitted,
   * only the other caps apply.
   */
  preview(call: GovernedCall, screen?: Screen): Preview;
  /** Returns the price of each request as if it were made alone. Reads the budgets only once. */
  previewEach(calls: readonly GovernedCall[], screen?: Screen): readonly Preview[];
  /** Returns only the worst-case cost that `preview` would return. */
  worst(call: GovernedCall): Cost;
  /**
   * Returns a function like `worst` for pricing many requests. The budgets are read only once, when `prices`
   * is called.
   */
  prices(): (call: GovernedCall) => Cost;
  /** Returns the total price of requests made one after another. */
  previewAll(calls: readonly GovernedCall[], screen?: Screen): Preview;
  /**
   * Makes a request: reserves its worst-case cost in the ledger, sends it, stores the response and settles
   * the ledger row. Each of these writes is a separate transaction. If an identical call is already in
   * flight, this call shares its response.
   * In the interactive lane, a failure that cost nothing is retried at most twice; each attempt has its own
   * ledger row.
   * @throws AppFailure `quota-exhausted`, `rate-limited`, `price-changed`, `unauthorized`, `network`,
   * `upstream`, and any failure of `steps.fail`
   */
  run<T>(call: GovernedCall, context: CallContext, steps: CallSteps<T>): Promise<FetchedResponse<T>>;
  status(): {
    budgets: BudgetStatus[];
    binding: Budget;
    confirmedAtMs: number | null;
    serverNowMs: number;
    clockSkewMs: number;
    inFlight: number;
    queue: QueueEntry[];
    lastReceipt: LastReceipt | null;
  };
  /**
   * Returns a page of the ledger rows that match `filter`, newest first; without `filter`, all rows match.
   */
  ledger(offset: number, limit: number, filter?: LedgerQuery): { rows: LedgerRow[]; total: number };
  /**
   * Returns the records used on each UTC day, oldest first. Covers at least the last 30 days and this month.
   */
  history(): DayUse[];
  /** Returns the spending caps and the usage in each scope, today and this month. */
  allowances(): Allowance[];
  room(): RemainingBudget;
  /** Returns the budget that background requests may use on each day until the monthly records reset. */
  monthOutlook(): MonthOutlook;
  /** Returns the account's average daily usage; null if the account was used on too few days. */
  usualUse(): UsualUse | null;
  /** Limits a scope to `records` per UTC day or month; null removes the limit. */
  setAllowance(scope: AllowanceScope, records: number | null, period?: AllowancePeriod): void;
  /** Sets the monthly record limit of the account's plan; null for the documented limit (spec §8). */
  setRecordLimit(records: number | null): void;
  /** Returns the costs learned by calibration, newest first. */
  learned(): LearnedCost[];
  storeMeasuredCosts(costs: readonly LearnedCost[]): void;
  /**
   * Removes a waiting request from the queue or aborts a running one.
   * @returns false if no request has this id
   */
  cancel(id: number): boolean;
  /** Adjusts the ledger to match the budgets in a `/stats` response. */
  reconcile(reading: StatsReading, serverNowMs: number): void;
  /** Returns the current time at the service, in milliseconds since the epoch. */
  serverNowMs(): number;
  /**
   * Returns the latest possible current time, on the assumption that at least one of the two clocks, this
   * computer's or the service's, is correct.
   */
  latestPossibleMs(): number;
  /** Returns whether the current date is reliable enough to delete expired data. */
  timeTrust(): TimeTrust;
  /** Returns a unique server timestamp for a stored response: no two calls return the same value. */
  stampMs(): number;
  /** Must be called after each change of the API key. */
  keyReplaced(by: KeyReplacement): void;
  /**
   * Returns a number that increases whenever the key is replaced. If the number has changed since a `/stats`
   * request was sent, its response belongs to another key and must not be passed to `reconcile`.
   */
  keyTurn(): number;
  /**
   * Resumes waiting requests that can be sent now. Called when the user changes the demo's clock or service.
   */
  review(): void;
  dispose(): void;
}
