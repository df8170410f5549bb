import type { Charge, Counters, Exceeded, LimitType } from './counters.ts';
import { FREE, LIMITS, MONTHLY_RECORDS } from './counters.ts';
import { contactsOf } from './people.ts';
import type { Profile } from './profile.ts';
import { parseListQuery, type ListQuery } from './query.ts';
import * as render from './render.ts';
import type { Json } from './render.ts';
import { isKnown, selectEvents, unknownValues } from './select.ts';
import { DAY_MS, type Company, type World } from './world.ts';

export type KeyType = 'live' | 'test';

export interface ServiceState {
  readonly world: World;
  readonly counters: Counters;
  readonly revealed: ReadonlySet<string>;
  readonly profile: Profile;
  readonly planLapsed: boolean;
  readonly keyName: string;
}
export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly params: URLSearchParams;
  /** Null: no key, or not one of this account. */
  readonly keyType: KeyType | null;
}
export interface ServiceReply {
  readonly status: number;
  readonly body: Json;
  readonly headers: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly charged: Charge;
  readonly limitType: LimitType | null;
  readonly unknownParams: readonly string[];
}

/** What an endpoint answers before budgets are looked at: charged only if it is a 2xx and every budget allows it. */
interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly rows: number;
  readonly charge: Charge;
  readonly companyId: string | null;
  readonly isList: boolean;
  readonly unknownParams: readonly string[];
}

const PREFIX = '/api/v1';

/** One request against the account's state at `nowMs`. Charges the counters; changes nothing else. */
export function handle(request: ServiceRequest, state: ServiceState, nowMs: number): ServiceReply {
  const refuse = (status: number, body: Json): ServiceReply => {
    state.counters.failed();
    return {
      status,
      body,
      headers: state.profile.headersOnErrors ? limitHeaders(request.keyType) : {},
      rows: 0,
      charged: FREE,
      limitType: null,
      unknownParams: [],
    };
  };
  if (request.method !== 'GET') return refuse(405, { error: 'Only GET is allowed' });
  if (request.keyType === null) return refuse(401, { error: 'Invalid or missing API key' });
  if (state.planLapsed) return refuse(403, { error: 'Your plan does not include API access' });
  const answer = route(request, state, nowMs);
  if (answer.status !== 200) return refuse(answer.status, answer.body);
  const { charge, companyId, isList, rows, unknownParams } = answer;
  const testKey = request.keyType === 'test';
  const exported =
    state.profile.exportCounts === 'records' || (state.profile.exportCounts === 'lists' && isList)
      ? charge.records
      : 0;
  const exceeded =
    state.counters.exceeded({ worst: charge, companyId, testKey, exported }, nowMs) ??
    recordsExceeded(charge, state, nowMs);
  if (exceeded !== null) return refused429(exceeded, request.keyType, state, nowMs);
  state.counters.charge(charge, { companyId, testKey, exported }, nowMs);
  return {
    status: 200,
    body: answer.body,
    headers: limitHeaders(request.keyType),
    rows,
    charged: charge,
    limitType: null,
    unknownParams,
  };
}

function recordsExceeded(
  { records }: Charge,
  { counters, profile }: ServiceState,
  nowMs: number,
): Exceeded | null {
  const used = counters.recordsUsed(nowMs);
  if (records === 0 || used + records <= MONTHLY_RECORDS) return null;
  return {
    type: profile.recordsLimitType,
    limit: MONTHLY_RECORDS,
    used,
    resetMs: counters.used('monthly', nowMs).resetMs,
  };
}

function refused429(
  { type, limit, used, resetMs }: Exceeded,
  keyType: KeyType | null,
  { counters }: ServiceState,
  nowMs: number,
): ServiceReply {
  counters.failed();
  const retryAfter = Math.max(1, Math.ceil((resetMs - nowMs) / 1_000));
  return {
    status: 429,
    body: {
      error: 'Rate limit exceeded',
      detail: type === 'per_minute' ? 'rate_limit_exceeded' : `${type}_limit_exceeded`,
      limit_type: type,
      limit,
      used,
      retry_after: retryAfter,
    },
    headers: {
      ...limitHeaders(keyType),
      'X-RateLimit-Limit-Type': type,
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Used': String(used),
      'X-RateLimit-Reset': String(Math.ceil(resetMs / 1_000)),
      'Retry-After': String(retryAfter),
    },
    rows: 0,
    charged: FREE,
    limitType: type,
    unknownParams: [],
  };
}

/** A refusal of each kind on request, for the fault script. */
export const forced429 = (
  type: LimitType,
  state: ServiceState,
  keyType: KeyType | null,
  nowMs: number,
): ServiceReply =>
  refused429({ type, ...state.counters.used(type, nowMs), used: LIMITS[type] }, keyType, state, nowMs);

export const limitHeaders = (keyType: KeyType | null): Record<string, string> => ({
  'X-RateLimit-Per-Minute-Limit': String(LIMITS.per_minute),
  'X-RateLimit-Daily-Limit': String(LIMITS.daily),
  'X-RateLimit-Monthly-Limit': String(LIMITS.monthly),
  'X-RateLimit-Monthly-Pagination-Limit': String(LIMITS.monthly_pagination),
  'X-RateLimit-Daily-Company-Detail-Limit': String(LIMITS.daily_company_detail),
  ...(keyType === 'test' ? { 'X-RateLimit-Test-Key-Monthly-Limit': String(LIMITS.test_key_monthly) } : {}),
});

const failed = (status: number, body: Json): Answer => ({
  status,
  body,
  rows: 0,
  charge: FREE,
  companyId: null,
  isList: false,
  unknownParams: [],
});
const single = (body: Json, records: number, companyId: string | null = null): Answer => ({
  status: 200,
  body,
  rows: 1,
  charge: { requests: 1, records, pageTurns: 0, companies: companyId === null ? 0 : 1 },
  companyId,
  isList: false,
  unknownParams: [],
});

function route(request: ServiceRequest, state: ServiceState, nowMs: number): Answer {
  const path = request.path.startsWith(PREFIX) ? request.path.slice(PREFIX.length) : '';
  switch (path) {
    case '/health': {
      const answer = single(
        {
          status: 'healthy',
          timestamp: Math.floor(nowMs / 1_000),
          message: 'Funding Signals API',
          version: '1.4.0',
        },
        0,
      );
      return state.profile.countsHealth ? answer : { ...answer, charge: FREE };
    }
    case '/filters':
      return single(render.filters(nowMs), state.profile.recordsOfFilters);
    case '/stats':
      return single(statsOf(request, state, nowMs), state.profile.recordsOfStats);
    case '/companies':
      return list(request, state, nowMs, ['min_funding', 'max_funding'], (event) =>
        render.companyItem(event, state.profile),
      );
    case '/fundings':
      return list(request, state, nowMs, ['min_amount', 'max_amount'], (event) =>
        render.eventItem(event, state.profile),
      );
    default:
      return companyRoute(path, state, nowMs);
  }
}

function list(
  { params }: ServiceRequest,
  { world, profile }: ServiceState,
  nowMs: number,
  amountNames: readonly [string, string],
  item: (event: Parameters<typeof render.eventItem>[0]) => Json,
): Answer {
  const parsed = parseListQuery(params, amountNames, profile.defaultLimit);
  if ('error' in parsed) return failed(parsed.dates ? profile.badDatesStatus : 400, { error: parsed.error });
  const { query } = parsed;
  if (query.limit > 50 && profile.limitAbove50 === 'refuse')
    return failed(400, { error: 'limit must be between 1 and 50' });
  if (query.offset > 499 && profile.offsetAbove499 === 'refuse')
    return failed(400, { error: 'offset must be between 0 and 499' });
  const strangers = unknownValues(query);
  if (profile.unknownValues === 'refuse' && strangers.length > 0)
    return failed(400, { error: `unknown value: ${strangers[0] ?? ''}` });
  const matching = inOrder(selectEvents(world, query, nowMs, profile.unknownValues === 'ignore'), profile);
  const limit = Math.min(query.limit, 50, Math.max(0, 500 - query.offset));
  const rows = matching.slice(query.offset, query.offset + limit).map(item);
  const reachable = Math.min(matching.length, 500);
  return {
    status: 200,
    body: {
      data: rows,
      pagination: {
        limit: query.limit,
        offset: query.offset,
        total: matching.length,
        has_more: query.offset + rows.length < reachable,
      },
    },
    rows: rows.length,
    charge: { requests: 1, records: rows.length, pageTurns: turnsOf(query, profile), companies: 0 },
    companyId: null,
    isList: true,
    unknownParams: query.unknown,
  };
}

const turnsOf = ({ offset }: ListQuery, { pageTurns }: Profile): number =>
  pageTurns === 'beyond-first' && offset === 0 ? 0 : 1;

const inOrder = (events: ReturnType<typeof selectEvents>, { order }: Profile) =>
  order === 'date' ? events : [...events].sort((a, b) => (a.round.id < b.round.id ? -1 : 1));

function companyRoute(path: string, state: ServiceState, nowMs: number): Answer {
  const match = /^\/companies\/([^/]+)(?:\/([a-z-]+))?$/.exec(path);
  if (match?.[1] === undefined) return failed(404, { error: 'Not found' });
  const company = known(decode(match[1]), state, nowMs);
  const part = match[2];
  if (part === 'contacts') return contacts(company, state, nowMs);
  if (part !== undefined && part !== 'fundings') return failed(404, { error: 'Not found' });
  if (company === null)
    return failed(404, {
      error: 'Company not found',
      ...(part === undefined ? { message: 'No company with this id' } : {}),
    });
  const rounds = roundsKnown(company, nowMs);
  const seen = state.profile.repeatsFree && state.counters.sawToday(company.id, nowMs);
  const answer =
    part === 'fundings'
      ? rowsOf(rounds.map(render.fundingItem), company.id)
      : detail(company, rounds, state, nowMs);
  return seen ? { ...answer, charge: FREE } : answer;
}

function detail(company: Company, rounds: Company['rounds'], state: ServiceState, nowMs: number): Answer {
  const people = contactsOf(state.world.seed, company);
  const told = available(company, state, nowMs) ? people : null;
  return single(render.detail(company, rounds, told, people.length, state.profile), 1, company.id);
}

const rowsOf = (data: readonly Json[], companyId: string): Answer => ({
  status: 200,
  body: { data },
  rows: data.length,
  charge: { requests: 1, records: data.length, pageTurns: 0, companies: 1 },
  companyId,
  isList: false,
  unknownParams: [],
});

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const roundsKnown = (company: Company, nowMs: number) =>
  company.rounds.filter((round) => isKnown(round, nowMs)).reverse();

function known(id: string, { world }: ServiceState, nowMs: number): Company | null {
  const company = world.byId.get(id);
  return company !== undefined && roundsKnown(company, nowMs).length > 0 ? company : null;
}

/** Within 30 days of the announcement, or revealed in the dashboard [§4.6]. */
function available(company: Company, { revealed, profile }: ServiceState, nowMs: number): boolean {
  if (!company.hasContacts) return false;
  if (revealed.has(company.id)) return true;
  const latest = roundsKnown(company, nowMs)[0];
  if (latest === undefined) return false;
  const days = Math.floor((nowMs - latest.announcedMs) / DAY_MS);
  return profile.windowBoundary === 'inclusive' ? days <= 30 : days < 30;
}

function contacts(company: Company | null, state: ServiceState, nowMs: number): Answer {
  if (company === null || !available(company, state, nowMs))
    return failed(404, {
      code: 'CONTACTS_NOT_AVAILABLE',
      error: 'Contacts are not available for this company',
      hint: 'Contacts are available for 30 days after funding, or once revealed in the dashboard.',
    });
  return rowsOf(
    contactsOf(state.world.seed, company).map((contact) => render.contactItem(contact, state.profile)),
    company.id,
  );
}

function statsOf(
  { keyType }: ServiceRequest,
  { counters, keyName, world }: ServiceState,
  nowMs: number,
): Json {
  const { successful, failed: failures, perDay } = counters.totals();
  const types: readonly LimitType[] = [
    'per_minute',
    'daily',
    'monthly',
    'monthly_export',
    'daily_company_detail',
    'monthly_pagination',
  ];
  const rateLimits = Object.fromEntries(
    types.map((type) => {
      const { limit, used, resetMs } = counters.used(type, nowMs);
      return [
        type,
        { limit, used, remaining: Math.max(0, limit - used), reset_unix: Math.ceil(resetMs / 1_000) },
      ];
    }),
  );
  return {
    api_key: {
      created_at: Math.floor(world.epochMs / 1_000),
      last_used_at: Math.floor(nowMs / 1_000),
      name: keyName,
      type: keyType,
    },
    average_response_time: 41.5,
    daily_usage: Object.entries(perDay).map(([date, requests]) => ({ date, requests })),
    endpoints_used: ['fundings', 'companies', 'stats'],
    failed_requests: failures,
    successful_requests: successful,
    total_requests: successful + failures,
    user_rate_limit: LIMITS.per_minute,
    rate_limits: rateLimits,
  };
}
