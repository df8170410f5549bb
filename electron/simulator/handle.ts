import {
  LIMITS,
  refusalOf,
  resetUnix,
  retryAfterSeconds,
  usageOf,
  type LimitType,
  type Price,
  type Refusal,
} from './budgets.ts';
import { charge, NO_CHARGE, tally, type Charge } from './counters.ts';
import { matchOperation, type Operation } from './operations.ts';
import { failure, type Call, type Failure, type Success } from './outcome.ts';
import type { Profile } from './profile.ts';
import { unknownParameters } from './query.ts';
import type { ApiRequest, KeyType, ServiceState } from './state.ts';

export const BASE_PATH = '/api/v1';

export interface ApiReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly rows: number;
  /** Zero in everything unless the status is 2xx. */
  readonly charge: Charge;
  readonly keyType: KeyType | null;
  readonly operation: string | null;
  readonly limitType: LimitType | null;
  readonly unknownParameters: readonly string[];
}

/** Answers a request without changing anything; `settle` books what the reply says. */
export function handle(request: ApiRequest, state: ServiceState, nowMs: number): ApiReply {
  const keyType = authenticate(request.authorization, state);
  const reply = (answer: Partial<ApiReply> & Pick<ApiReply, 'status' | 'body'>): ApiReply => ({
    ...{ rows: 0, charge: NO_CHARGE, keyType, operation: null, limitType: null, unknownParameters: [] },
    ...answer,
    headers: { ...limitHeaders(answer.status, keyType, state, nowMs), ...answer.headers },
  });
  const isBelowBase = request.path === BASE_PATH || request.path.startsWith(`${BASE_PATH}/`);
  if (!isBelowBase) return reply({ status: 404, body: { error: 'Not found' } });
  if (request.method !== 'GET')
    return reply({ status: 405, body: { error: 'Method not allowed' }, headers: { Allow: 'GET' } });
  if (keyType === null) return reply({ status: 401, body: { error: 'Missing or invalid API key' } });
  if (state.isPlanLapsed)
    return reply({
      status: state.profile.planLapsedStatus,
      body: { error: 'The subscription plan is not active' },
    });
  const match = matchOperation(request.path.slice(BASE_PATH.length));
  if (!match) return reply({ status: 404, body: { error: 'Not found' } });
  const params = new URLSearchParams(request.query);
  const call: Call = { state, nowMs, params, keyType, companyId: match.companyId };
  const named = {
    operation: match.operation.name,
    unknownParameters: unknownParameters(params, match.operation.parameters),
  };
  const answer = runWithinBudgets(match.operation, call);
  if ('limitType' in answer) return reply({ ...named, ...describeRefusal(answer, state.profile, nowMs) });
  if (!answer.ok) return reply({ ...named, status: answer.status, body: answer.body });
  return reply({ ...named, status: 200, body: answer.body, rows: answer.rows, charge: answer.price });
}

/** Books a reply. Called in the same turn as `handle`, which makes the two atomic. */
export function settle(state: ServiceState, reply: ApiReply, nowMs: number): void {
  const isSuccess = reply.status >= 200 && reply.status < 300;
  if (isSuccess) state.counters = charge(state.counters, reply.charge, nowMs);
  if (reply.keyType !== null) state.counters = tally(state.counters, reply.operation, isSuccess, nowMs);
}

/** The exact scheme, and only in the header: a key in the address is no key [§5]. */
function authenticate(authorization: string | undefined, state: ServiceState): KeyType | null {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  const types: readonly KeyType[] = ['live', 'test'];
  return types.find((type) => state.keys[type] === key && !state.revokedKeys.has(type)) ?? null;
}

type Answer = (Success & { readonly price: Price }) | Failure | Refusal;

/** Budgets that the call surely needs come before validation, those that depend on the answer after it. */
function runWithinBudgets(operation: Operation, call: Call): Answer {
  const { state, nowMs } = call;
  const isExempt = operation.name === 'stats' && state.profile.statsWhenExhausted === 'allowed';
  const least: Price = {
    ...NO_CHARGE,
    requests: operation.requests(state.profile),
    isTestKey: call.keyType === 'test',
    carriesRecords: operation.carriesRecords,
  };
  const early = isExempt ? null : refusalOf(state.counters, least, state.profile, nowMs);
  if (early) return early;
  const outcome = operation.run(call);
  if (!outcome.ok) return failure(outcome.status, outcome.body);
  const price: Price = {
    ...least,
    records: outcome.records,
    exported: exportedOf(operation, outcome.records, state.profile),
    pageTurns: outcome.isPageTurn ? 1 : 0,
    companyId: outcome.companyId,
  };
  const late = isExempt ? null : refusalOf(state.counters, price, state.profile, nowMs);
  return late ?? { ...outcome, price };
}

function exportedOf(operation: Operation, records: number, profile: Profile): number {
  if (profile.exportCounts === 'none') return 0;
  const isList = operation.name.startsWith('list_');
  return profile.exportCounts === 'records' || isList ? records : 0;
}

const DETAIL_TEXTS: Readonly<Partial<Record<LimitType, string>>> = { per_minute: 'rate_limit_exceeded' };

/** Body and headers of a 429 [§7, §8]. */
export function describeRefusal(
  { limitType, usage }: Refusal,
  profile: Profile,
  nowMs: number,
): Pick<ApiReply, 'status' | 'body' | 'headers' | 'limitType'> {
  const hasRetryAfter =
    profile.retryAfter === 'always' || (profile.retryAfter === 'per-minute' && limitType === 'per_minute');
  const retryAfter = retryAfterSeconds(usage, nowMs);
  return {
    status: 429,
    limitType,
    body: {
      error: `The ${limitType.replaceAll('_', ' ')} limit of ${usage.limit} is used up`,
      detail: DETAIL_TEXTS[limitType] ?? `${limitType}_limit_exceeded`,
      limit_type: limitType,
      limit: usage.limit,
      used: usage.used,
      ...(hasRetryAfter ? { retry_after: retryAfter } : {}),
    },
    headers: {
      'X-RateLimit-Limit-Type': limitType,
      'X-RateLimit-Limit': String(usage.limit),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Used': String(usage.used),
      'X-RateLimit-Reset': String(resetUnix(usage)),
      ...(hasRetryAfter ? { 'Retry-After': String(retryAfter) } : {}),
    },
  };
}

/** Limits, never usage: that is only in /stats and on a 429 [§8]. */
function limitHeaders(
  status: number,
  keyType: KeyType | null,
  state: ServiceState,
  nowMs: number,
): Record<string, string> {
  const { profile } = state;
  const isDocumented = status === 429 || (status >= 200 && status < 300);
  if (profile.limitHeaders === 'none' || (!isDocumented && !profile.headersOnErrors)) return {};
  if (profile.limitHeaders === 'legacy') {
    const usage = usageOf(state.counters, nowMs).per_minute;
    return {
      'X-RateLimit-Limit': String(usage.limit),
      'X-RateLimit-Remaining': String(Math.max(0, usage.limit - usage.used)),
      'X-RateLimit-Reset': String(resetUnix(usage)),
    };
  }
  return {
    'X-RateLimit-Per-Minute-Limit': String(LIMITS.perMinute),
    'X-RateLimit-Daily-Limit': String(LIMITS.daily),
    'X-RateLimit-Monthly-Limit': String(LIMITS.monthly),
    'X-RateLimit-Monthly-Pagination-Limit': String(LIMITS.monthlyPagination),
    'X-RateLimit-Daily-Company-Detail-Limit': String(LIMITS.dailyCompanyDetail),
    ...(keyType === 'test' ? { 'X-RateLimit-Test-Key-Monthly-Limit': String(LIMITS.testKeyMonthly) } : {}),
  };
}
