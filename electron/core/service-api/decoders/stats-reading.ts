/** A budget as reported by `/stats` (spec §4.12). */
export interface StatsBudget {
  readonly limit: number | null;
  readonly used: number | null;
  readonly remaining: number | null;
  /** Server time of the next reset, in milliseconds since the epoch. */
  readonly resetsAtMs: number | null;
}

/** Requests made by the whole account on one UTC day (spec §4.12). */
export interface StatsDay {
  /** Start of the day, in milliseconds since the epoch. */
  readonly startMs: number;
  readonly requests: number;
}

/** The figures in `/stats` other than the budgets. A missing or malformed value is null, except `days`. */
export interface StatsAccount {
  readonly keyCreatedAtMs: number | null;
  readonly keyLastUsedAtMs: number | null;
  readonly successful: number | null;
  readonly failed: number | null;
  readonly total: number | null;
  /** The specification does not state the unit. */
  readonly averageResponseTime: number | null;
  readonly userRateLimit: number | null;
  /** Names of the operations that were used; null if the service does not list them. */
  readonly endpoints: readonly string[] | null;
  /** One entry for each reported day, oldest first; empty if the service reports no days. */
  readonly days: readonly StatsDay[];
}

/** A decoded `/stats` response. The governor reconciles the ledger with it. */
export interface StatsReading {
  readonly keyType: 'live' | 'test' | 'unknown';
  readonly keyName: string | null;
  readonly budgets: {
    readonly perMinute: StatsBudget | null;
    readonly daily: StatsBudget | null;
    readonly monthly: StatsBudget | null;
    readonly monthlyExport: StatsBudget | null;
    readonly dailyCompanyDetail: StatsBudget | null;
    readonly monthlyPagination: StatsBudget | null;
    readonly testKeyMonthly: StatsBudget | null;
  };
  readonly account: StatsAccount;
}
