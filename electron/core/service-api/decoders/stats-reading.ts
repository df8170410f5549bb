/** A budget as reported by `/stats` (spec §4.12). */
export interface StatsBudget {
  readonly limit: number | null;
  readonly used: number | null;
  readonly remaining: number | null;
  /** Server time of the next reset, in milliseconds since the epoch. */
  readonly resetsAtMs: number | null;
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
}
