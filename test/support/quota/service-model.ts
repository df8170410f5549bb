/*
 * A model of the service's accounting, written from §7 and §8 of the specification without the app's code.
 * Where the specification leaves a question open, the model is strict. A list call is refused unless the
 * budget covers all requested rows. Every call about a company uses the budget for companies, and every list
 * call uses a page turn.
 */
export interface ModelLimits {
  readonly perMinute: number;
  readonly daily: number;
  readonly monthly: number;
  readonly records: number;
  readonly companies: number;
  readonly pageTurns: number;
}

export interface ModelCall {
  readonly kind: 'list' | 'company' | 'contacts' | 'stats';
  readonly companyId: string | null;
  /** The number of requested rows. `rowsFound` is the number of rows that exist. */
  readonly rowsRequested: number;
  readonly rowsFound: number;
}

export interface ModelAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly rows: number;
}

export interface ModelUsage {
  readonly day: number;
  readonly monthRequests: number;
  readonly records: number;
  readonly companies: number;
  readonly pageTurns: number;
}

export interface ModelRefusal {
  readonly type: string;
  readonly atMs: number;
}

export interface QuotaModel {
  answer(call: ModelCall, atMs: number): ModelAnswer;
  /**
   * Returns the limit because of which the service would refuse this call, or null if it would accept the
   * call.
   */
  refusalOf(call: ModelCall, atMs: number): string | null;
  usage(atMs: number): ModelUsage;
  minuteUsed(atMs: number): number;
  /** All 429 responses in order. */
  readonly refusals: ModelRefusal[];
  /** Spends from the account as another device would. Stops at the limits. */
  spendElsewhere(requests: number, records: number, atMs: number): void;
}

const DAY_MS = 86_400_000;
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
const monthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7);
const nextMonthMs = (atMs: number): number => {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
};

export function createQuotaModel(
  limits: ModelLimits,
  options: { readonly countsItself: boolean },
): QuotaModel {
  const sums = new Map<string, number>();
  const companies = new Set<string>();
  const minute: number[] = [];
  const refusals: ModelRefusal[] = [];
  const get = (key: string): number => sums.get(key) ?? 0;
  const add = (key: string, amount: number): void => void sums.set(key, get(key) + amount);

  const usage = (atMs: number): ModelUsage => ({
    day: get(`day ${dayOf(atMs)}`),
    monthRequests: get(`requests ${monthOf(atMs)}`),
    records: get(`records ${monthOf(atMs)}`),
    companies: get(`companies ${dayOf(atMs)}`),
    pageTurns: get(`turns ${monthOf(atMs)}`),
  });
  const minuteUsed = (atMs: number): number => minute.filter((chargedMs) => chargedMs > atMs - 60_000).length;
  const isNewCompany = (id: string | null, atMs: number): boolean =>
    id !== null && !companies.has(`${dayOf(atMs)} ${id}`);

  const charge = (call: ModelCall, rows: number, atMs: number): void => {
    minute.push(atMs);
    add(`day ${dayOf(atMs)}`, 1);
    add(`requests ${monthOf(atMs)}`, 1);
    add(`records ${monthOf(atMs)}`, rows);
    if (call.kind === 'list') add(`turns ${monthOf(atMs)}`, 1);
    if (isNewCompany(call.companyId, atMs)) {
      companies.add(`${dayOf(atMs)} ${call.companyId}`);
      add(`companies ${dayOf(atMs)}`, 1);
    }
  };
  const exceeded = (call: ModelCall, atMs: number): { type: string; limit: number; used: number } | null => {
    const now = usage(atMs);
    const checks = [
      { type: 'per_minute', limit: limits.perMinute, used: minuteUsed(atMs), takes: 1 },
      { type: 'daily', limit: limits.daily, used: now.day, takes: 1 },
      { type: 'monthly', limit: limits.monthly, used: now.monthRequests, takes: 1 },
      { type: 'monthly_export', limit: limits.records, used: now.records, takes: call.rowsRequested },
      {
        type: 'monthly_pagination',
        limit: limits.pageTurns,
        used: now.pageTurns,
        takes: call.kind === 'list' ? 1 : 0,
      },
      {
        type: 'daily_company_detail',
        limit: limits.companies,
        used: now.companies,
        takes: isNewCompany(call.companyId, atMs) ? 1 : 0,
      },
    ];
    return checks.find(({ limit, used, takes }) => takes > 0 && used + takes > limit) ?? null;
  };
  const statsBody = (atMs: number): unknown => {
    const now = usage(atMs);
    const day = Math.floor((Math.floor(atMs / DAY_MS) + 1) * DAY_MS) / 1_000;
    const month = nextMonthMs(atMs) / 1_000;
    const of = (limit: number, used: number, reset_unix: number) => ({
      limit,
      used,
      remaining: limit - used,
      reset_unix,
    });
    return {
      api_key: { name: 'model', type: 'live' },
      rate_limits: {
        per_minute: of(limits.perMinute, minuteUsed(atMs), Math.ceil(atMs / 1_000) + 60),
        daily: of(limits.daily, now.day, day),
        monthly: of(limits.monthly, now.monthRequests, month),
        monthly_export: of(limits.records, now.records, month),
        daily_company_detail: of(limits.companies, now.companies, day),
        monthly_pagination: of(limits.pageTurns, now.pageTurns, month),
      },
    };
  };
  const headersAt = (atMs: number): Record<string, string> => ({
    date: new Date(atMs).toUTCString(),
    'x-ratelimit-per-minute-limit': String(limits.perMinute),
    'x-ratelimit-daily-limit': String(limits.daily),
    'x-ratelimit-monthly-limit': String(limits.monthly),
    'x-ratelimit-monthly-pagination-limit': String(limits.pageTurns),
    'x-ratelimit-daily-company-detail-limit': String(limits.companies),
  });
  return {
    refusals,
    usage,
    minuteUsed,
    refusalOf: (call, atMs) => exceeded(call, atMs)?.type ?? null,
    answer: (call, atMs) => {
      const over = exceeded(call, atMs);
      const headers = headersAt(atMs);
      if (over !== null) {
        refusals.push({ type: over.type, atMs });
        const isDaily = over.type.startsWith('daily');
        const resetMs = isDaily ? (Math.floor(atMs / DAY_MS) + 1) * DAY_MS : nextMonthMs(atMs);
        const body = { error: 'limit', limit_type: over.type, limit: over.limit, used: over.used };
        return over.type === 'per_minute'
          ? {
              status: 429,
              headers: { ...headers, 'retry-after': '60' },
              body: { ...body, retry_after: 60 },
              rows: 0,
            }
          : {
              status: 429,
              headers: { ...headers, 'x-ratelimit-reset': String(resetMs / 1_000) },
              body,
              rows: 0,
            };
      }
      const rows =
        call.kind === 'list'
          ? Math.min(call.rowsRequested, call.rowsFound)
          : Math.max(1, Math.min(call.rowsRequested, call.rowsFound));
      const before = call.kind === 'stats' && !options.countsItself ? statsBody(atMs) : null;
      charge(call, rows, atMs);
      return {
        status: 200,
        headers,
        body: call.kind === 'stats' ? (before ?? statsBody(atMs)) : { rows },
        rows,
      };
    },
    spendElsewhere: (requests, records, atMs) => {
      for (let made = 0; made < requests; made += 1)
        if (exceeded({ kind: 'list', companyId: null, rowsRequested: 0, rowsFound: 0 }, atMs) === null)
          charge({ kind: 'list', companyId: null, rowsRequested: 0, rowsFound: 0 }, 0, atMs);
      const now = usage(atMs);
      add(`records ${monthOf(atMs)}`, Math.min(records, limits.records - now.records));
    },
  };
}
