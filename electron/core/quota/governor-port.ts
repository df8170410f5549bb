import type {
  Allowance,
  AllowanceScope,
  Budget,
  BudgetStatus,
  Cost,
  DayUse,
  LearnedCost,
  LedgerFilter,
  LedgerRow,
  Preview,
  QueueEntry,
} from '../../../shared/model/budget.ts';
import type { CallContext, CallSteps, Fetched, GovernedCall } from '../api/exchange.ts';
import type { Room } from './room.ts';
import type { StatsReading } from './stats-reading.ts';

/**
 * By the same one (typed in again, or kept elsewhere), by another key of the account, which has a month of its own where it is a
 * test key, or by one of another account, whose balances start anew from the next reading.
 */
export type KeyReplacement = 'same-key' | 'same-account' | 'another-account';

/** The one door to the network: the client cannot be built without it. */
export interface Governor {
  /** The price of a call now, without reserving anything. */
  preview(call: GovernedCall): Preview;
  /** The price of each of several calls, made by itself, all on one reading of the budgets. */
  previewEach(calls: readonly GovernedCall[]): readonly Preview[];
  /** The worst case of a call now, as `preview` has it. */
  worst(call: GovernedCall): Cost;
  /** The same of any number of calls at this one moment, for whoever weighs hundreds: what they depend on is read once. */
  prices(): (call: GovernedCall) => Cost;
  /** The price of several calls, made one after the other. */
  previewAll(calls: readonly GovernedCall[]): Preview;
  /**
   * Reserve (ledger) → send → store (cache) → settle (ledger), each committed. Coalesces equal calls in flight. In the
   * interactive lane what failed free of charge is tried again, at most twice, each attempt a row of the ledger.
   * @throws AppFailure quota-exhausted, rate-limited, conflict price-changed, unauthorized, network, upstream, and
   * whatever `steps.fail` throws
   */
  run<T>(call: GovernedCall, context: CallContext, steps: CallSteps<T>): Promise<Fetched<T>>;
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
  /** Records by UTC day, oldest first: 30 days and today, or all of this month where that is more. */
  history(): DayUse[];
  /** The seller's own caps and what was used of them today, a row a scope. */
  allowances(): Allowance[];
  /** What work without the seller may take today and on the days to come. */
  room(): Room;
  /** A hard stop, records a UTC day; null lifts it. */
  setAllowance(scope: AllowanceScope, records: number | null): void;
  /** What calibration found out, newest first. */
  learned(): LearnedCost[];
  keepLearned(costs: readonly LearnedCost[]): void;
  /** Takes a waiting call out of the queue, or cuts one off that is under way; false where there is none. */
  cancel(id: number): boolean;
  /** Takes a `/stats` reading as the truth for every counter it reports [R-8-17]. */
  reconcile(reading: StatsReading, serverNowMs: number): void;
  /** Server time now, ms [R-8-18]. */
  serverNowMs(): number;
  /** The same for an answer that is kept: later than that of any answer before. */
  stampMs(): number;
  /** A key was set. */
  keyReplaced(by: KeyReplacement): void;
  /** Grows with every replaced key. A reading taken under another key must not be reconciled. */
  keyTurn(): number;
  /** Time was moved or the service started by hand (the demo): what waits is looked at again. */
  review(): void;
  dispose(): void;
}
