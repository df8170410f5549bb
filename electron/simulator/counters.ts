/** The account's budgets as the service counts them [§8]: shared by all keys, charged for 2xx only [§7]. */
export const LIMITS = {
  per_minute: 20,
  daily: 300,
  monthly: 3_000,
  monthly_export: 3_000,
  daily_company_detail: 100,
  monthly_pagination: 200,
  test_key_monthly: 300,
} as const;
export type LimitType = keyof typeof LIMITS;
export const MONTHLY_RECORDS = 3_000;

export interface Charge {
  readonly requests: number;
  readonly records: number;
  readonly pageTurns: number;
  readonly companies: number;
}
export const FREE: Charge = { requests: 0, records: 0, pageTurns: 0, companies: 0 };

export interface CountersSnapshot {
  readonly day: string;
  readonly month: string;
  readonly daily: number;
  readonly monthly: number;
  readonly records: number;
  readonly exported: number;
  readonly pageTurns: number;
  readonly testKey: number;
  readonly companies: string[];
  readonly successful: number;
  readonly failed: number;
  readonly perDay: Record<string, number>;
}

export interface Exceeded {
  readonly type: LimitType;
  readonly limit: number;
  readonly used: number;
  readonly resetMs: number;
}

const EMPTY = { daily: 0, monthly: 0, records: 0, exported: 0, pageTurns: 0, testKey: 0 };
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const monthOf = (ms: number): string => dayOf(ms).slice(0, 7);
const nextDayMs = (ms: number): number =>
  Date.UTC(new Date(ms).getUTCFullYear(), new Date(ms).getUTCMonth(), new Date(ms).getUTCDate() + 1);
const nextMonthMs = (ms: number): number =>
  Date.UTC(new Date(ms).getUTCFullYear(), new Date(ms).getUTCMonth() + 1, 1);

export interface Counters {
  /** The first budget that this call would exceed, or null. */
  exceeded(
    call: {
      readonly worst: Charge;
      readonly companyId: string | null;
      readonly testKey: boolean;
      readonly exported: number;
    },
    nowMs: number,
  ): Exceeded | null;
  charge(
    charge: Charge,
    call: { readonly companyId: string | null; readonly testKey: boolean; readonly exported: number },
    nowMs: number,
  ): void;
  failed(): void;
  used(
    type: LimitType,
    nowMs: number,
  ): { readonly limit: number; readonly used: number; readonly resetMs: number };
  recordsUsed(nowMs: number): number;
  sawToday(companyId: string, nowMs: number): boolean;
  totals(): {
    readonly successful: number;
    readonly failed: number;
    readonly perDay: Readonly<Record<string, number>>;
  };
  /** Another device of the account spends. */
  spend(charge: Charge, nowMs: number): void;
  snapshot(nowMs: number): CountersSnapshot;
}

export function createCounters(restored: CountersSnapshot | null): Counters {
  let day = restored?.day ?? '';
  let month = restored?.month ?? '';
  const sums = {
    ...EMPTY,
    ...(restored === null
      ? {}
      : {
          daily: restored.daily,
          monthly: restored.monthly,
          records: restored.records,
          exported: restored.exported,
          pageTurns: restored.pageTurns,
          testKey: restored.testKey,
        }),
  };
  const companies = new Set(restored?.companies ?? []);
  const minute: number[] = [];
  const perDay: Record<string, number> = { ...restored?.perDay };
  let successful = restored?.successful ?? 0;
  let failed = restored?.failed ?? 0;

  const roll = (nowMs: number): void => {
    while (minute[0] !== undefined && minute[0] <= nowMs - 60_000) minute.shift();
    if (dayOf(nowMs) !== day) {
      day = dayOf(nowMs);
      sums.daily = 0;
      companies.clear();
    }
    if (monthOf(nowMs) !== month) {
      month = monthOf(nowMs);
      Object.assign(sums, { ...EMPTY, daily: sums.daily });
    }
  };
  const used: Counters['used'] = (type, nowMs) => {
    roll(nowMs);
    const counts: Readonly<Record<LimitType, readonly [number, number]>> = {
      per_minute: [minute.length, (minute[0] ?? nowMs) + 60_000],
      daily: [sums.daily, nextDayMs(nowMs)],
      monthly: [sums.monthly, nextMonthMs(nowMs)],
      monthly_export: [sums.exported, nextMonthMs(nowMs)],
      daily_company_detail: [companies.size, nextDayMs(nowMs)],
      monthly_pagination: [sums.pageTurns, nextMonthMs(nowMs)],
      test_key_monthly: [sums.testKey, nextMonthMs(nowMs)],
    };
    const [count, resetMs] = counts[type];
    return { limit: LIMITS[type], used: count, resetMs };
  };
  const add = (charge: Charge, nowMs: number): void => {
    roll(nowMs);
    sums.daily += charge.requests;
    sums.monthly += charge.requests;
    sums.records += charge.records;
    sums.pageTurns += charge.pageTurns;
    perDay[day] = (perDay[day] ?? 0) + charge.requests;
  };
  return {
    used,
    exceeded: ({ worst, companyId, testKey, exported }, nowMs) => {
      const wants: readonly (readonly [LimitType, number])[] = [
        ['per_minute', 1],
        ['daily', worst.requests],
        ['monthly', worst.requests],
        ['monthly_pagination', worst.pageTurns],
        ['daily_company_detail', companyId !== null && !companies.has(companyId) ? 1 : 0],
        ['monthly_export', exported],
        ['test_key_monthly', testKey ? 1 : 0],
      ];
      for (const [type, wanted] of wants) {
        const state = used(type, nowMs);
        if (wanted > 0 && state.used + wanted > state.limit) return { type, ...state };
      }
      return null;
    },
    charge: (charge, { companyId, testKey, exported }, nowMs) => {
      add(charge, nowMs);
      minute.push(nowMs);
      sums.exported += exported;
      if (companyId !== null) companies.add(companyId);
      if (testKey) sums.testKey += charge.requests;
      successful += 1;
    },
    failed: () => {
      failed += 1;
    },
    recordsUsed: (nowMs) => {
      roll(nowMs);
      return sums.records;
    },
    sawToday: (companyId, nowMs) => {
      roll(nowMs);
      return companies.has(companyId);
    },
    totals: () => ({ successful, failed, perDay }),
    spend: (charge, nowMs) => {
      add(charge, nowMs);
      sums.exported += charge.records;
    },
    snapshot: (nowMs) => {
      roll(nowMs);
      return { day, month, ...sums, companies: [...companies], successful, failed, perDay: { ...perDay } };
    },
  };
}
