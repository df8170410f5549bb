import type {
  Allowance,
  AllowanceScope,
  Budget,
  BudgetStatus,
  Cost,
  DayUse,
  Lane,
  LearnedCost,
  LedgerFilter,
  LedgerRow,
  Preview,
  QueueEntry,
} from '../../../shared/model/budget.ts';
import type { CallContext, CallSteps, FetchedResponse, GovernedCall } from './governed-request.ts';
import type { StatsReading } from './decoders/stats-reading.ts';

/**
 * How the new key relates to the old one: the same key entered or stored again, another key of the account (a
 * test key has its own monthly budget), or a key of another account, whose balances start with the next
 * reading.
 */
export type KeyReplacement = 'same-key' | 'same-account' | 'another-account';

/** What background work may still use, today and on later days; nothing of it is reserved. */
export interface RemainingBudget {
  /** The most of every unit that is left today. */
  readonly today: Cost;
  /** Records per lane, today and on each later day; holds only lanes for which the user set an allowance. */
  readonly lanes: ReadonlyMap<Lane, { readonly today: number; readonly aDay: number }>;
  /** The even share of records on each later day until the month's reset. */
  readonly recordsADay: number;
  /** Days until the reset, today included; at least 1. */
  readonly daysLeft: number;
  /** The even share in the following month. */
  readonly recordsADayAfter: number;
}

/** The only way to the network; the client cannot be created without it. */
export interface Governor {
  /** Price of a request now, without reserving anything. */
  preview(call: GovernedCall): Preview;
  /** Price of each request on its own, based on one reading of the budgets. */
  previewEach(calls: readonly GovernedCall[]): readonly Preview[];
  /** Worst case of a request now, as used by `preview`. */
  worst(call: GovernedCall): Cost;
  /** Like `worst` for many requests at this moment; reads the shared state once. */
  prices(): (call: GovernedCall) => Cost;
  /** Price of several requests made one after another. */
  previewAll(calls: readonly GovernedCall[]): Preview;
  /**
   * Reserve (ledger) → send → store (cache) → settle (ledger), each committed. Coalesces equal requests in
   * flight; in the interactive lane, failures that cost nothing are retried at most twice, each attempt with
   * its own ledger row.
   * @throws AppFailure quota-exhausted, rate-limited, price-changed, unauthorized, network,
   * upstream, and any failure of `steps.fail`
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
  };
  /** Newest first. */
  ledger(offset: number, limit: number, filter?: LedgerFilter): { rows: LedgerRow[]; total: number };
  /** Records per UTC day, oldest first: 30 days and today, or the whole month if longer. */
  history(): DayUse[];
  /** The user's allowances and their usage today, one row per scope. */
  allowances(): Allowance[];
  /** What background work may use today and on the following days. */
  room(): RemainingBudget;
  /** Sets a hard limit in records per UTC day; null removes it. */
  setAllowance(scope: AllowanceScope, records: number | null): void;
  /** Costs learned by calibration, newest first. */
  learned(): LearnedCost[];
  keepLearned(costs: readonly LearnedCost[]): void;
  /**
   * Removes a waiting request from the queue or aborts a running one.
   * @returns false if there is none
   */
  cancel(id: number): boolean;
  /** Adjusts the ledger to a `/stats` reading for every counter it reports. */
  reconcile(reading: StatsReading, serverNowMs: number): void;
  /** Server time now, ms. */
  serverNowMs(): number;
  /** Timestamp for a stored response; strictly increasing. */
  stampMs(): number;
  /** Called after a key was set. */
  keyReplaced(by: KeyReplacement): void;
  /** Increases with every key replacement. A reading taken under another key must not be reconciled. */
  keyTurn(): number;
  /** Reconsiders waiting requests after the demo's clock moved or its service was started by hand. */
  review(): void;
  dispose(): void;
}
