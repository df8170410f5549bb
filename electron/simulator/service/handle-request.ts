import { createHash } from 'node:crypto';
import { abuseRefusal, refusalOf, type Price, type Refusal } from './budgets.ts';
import { DAY_MS } from '../data/calendar.ts';
import { charge, dayCount, NO_CHARGE, recordFreeFailure, countResponse } from './counters.ts';
import { matchOperation, type Operation } from './operations.ts';
import { failure, type ApiReply, type Call, type Failure, type Success } from './outcome.ts';
import { unknownParameters } from './query-parameters.ts';
import type { Profile } from '../profile/profile-options.ts';
import { describeRefusal, limitHeaders } from './rate-limit-reply.ts';
import type { ApiRequest, KeyType, ServiceState } from './state.ts';

export { describeRefusal } from './rate-limit-reply.ts';

export const BASE_PATH = '/api/v1';

type Draft = Partial<ApiReply> & Pick<ApiReply, 'status' | 'body'>;

/** Handles a request. Does not change the state; call `chargeReply` to charge for the response. */
export function handle(request: ApiRequest, state: ServiceState, nowMs: number): ApiReply {
  const { profile } = state;
  const keyType = authenticate(request, state);
  const draft = answerTo(request, keyType, state, nowMs);
  const reply: ApiReply = {
    rows: 0,
    charge: NO_CHARGE,
    keyType,
    operation: null,
    limitType: null,
    unknownParameters: [],
    ...draft,
    body: draft.status >= 400 && profile.errorBody === 'object' ? withErrorObject(draft.body) : draft.body,
    headers: {
      ...limitHeaders(draft.status, keyType, state, nowMs),
      ...(profile.deprecation ? deprecationHeaders(state) : {}),
      ...draft.headers,
    },
  };
  return withEtag(reply, request.ifNoneMatch, profile);
}

function answerTo(request: ApiRequest, keyType: KeyType | null, state: ServiceState, nowMs: number): Draft {
  const isBelowBase = request.path === BASE_PATH || request.path.startsWith(`${BASE_PATH}/`);
  if (!isBelowBase) return { status: 404, ...OUTSIDE[state.profile.outsideBase] };
  if (request.method !== 'GET')
    return { status: 405, body: { error: 'Method not allowed' }, headers: { Allow: 'GET' } };
  if (keyType === null) return { status: 401, body: { error: 'Missing or invalid API key' } };
  if (state.isPlanLapsed)
    return {
      status: state.profile.planLapsedStatus,
      body: { error: 'The subscription plan is not active' },
    };
  const match = matchOperation(request.path.slice(BASE_PATH.length));
  if (!match) return { status: 404, body: { error: 'Not found' } };
  const params = new URLSearchParams(request.query);
  const call: Call = { state, nowMs, params, keyType, companyId: match.companyId };
  const named = {
    operation: match.operation.name,
    unknownParameters: unknownParameters(params, match.operation.parameters),
  };
  const answer = runWithinBudgets(match.operation, call);
  if ('limitType' in answer) return { ...named, ...describeRefusal(answer, state.profile, nowMs) };
  if (!answer.ok) return { ...named, status: answer.status, body: answer.body };
  return { ...named, status: 200, body: answer.body, rows: answer.rows, charge: answer.price };
}

/** Responses for paths outside the base path. They look like those of an unrelated server. */
const OUTSIDE: Readonly<Record<Profile['outsideBase'], Pick<Draft, 'body' | 'headers'>>> = {
  json: { body: { error: 'Not found' } },
  html: {
    body: '<!doctype html><html><head><title>404</title></head><body><h1>Not Found</h1></body></html>',
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  },
  empty: { body: '', headers: { 'Content-Type': 'text/plain' } },
};

/**
 * Charges for a response. Must be called synchronously after `handle`, so no other request is processed
 * before this one is charged.
 */
export function chargeReply(state: ServiceState, reply: ApiReply, nowMs: number): void {
  const isSuccess = (reply.status >= 200 && reply.status < 300) || reply.status === 304;
  if (isSuccess) state.counters = charge(state.counters, reply.charge, nowMs);
  if (reply.keyType === null) return;
  state.counters = countResponse(state.counters, reply.operation, isSuccess, nowMs);
  // A 429 does not count as a failure. Otherwise, an account that retries too early would stay blocked.
  const isFreeFailure = reply.status >= 400 && reply.status < 500 && reply.status !== 429;
  if (isFreeFailure) state.counters = recordFreeFailure(state.counters, nowMs);
}

/**
 * Returns the type of the key; null if the key is missing or invalid. Also null if the URL contains a key,
 * even if the header contains a valid one (spec §5).
 */
function authenticate({ authorization, query }: ApiRequest, state: ServiceState): KeyType | null {
  const types: readonly KeyType[] = ['live', 'test'];
  if (types.some((type) => query.includes(state.keys[type]))) return null;
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  return types.find((type) => state.keys[type] === key && !state.revokedKeys.has(type)) ?? null;
}

type Answer = (Success & { readonly price: Price }) | Failure | Refusal;

/**
 * Runs the endpoint if the budgets allow it. Checks the budgets twice. The first check uses the request's
 * minimum cost, before the parameters are validated. The second uses its full cost, once the result is known.
 */
function runWithinBudgets(operation: Operation, call: Call): Answer {
  const { state, nowMs } = call;
  const { profile, counters } = state;
  const abuse = abuseRefusal(counters, profile, nowMs);
  if (abuse) return abuse;
  const isExempt = operation.name === 'stats' && profile.statsWhenExhausted === 'allowed';
  const isFree = isFreeRepeat(operation, call);
  const least: Price = {
    ...NO_CHARGE,
    requests: isFree ? 0 : operation.requests(profile),
    isTestKey: call.keyType === 'test',
    carriesRecords: operation.carriesRecords,
  };
  const early = isExempt ? null : refusalOf(counters, least, profile, nowMs);
  if (early) return early;
  const outcome = operation.run(call);
  if (!outcome.ok) return failure(outcome.status, outcome.body);
  const records = isFree ? 0 : outcome.records;
  const price: Price = {
    ...least,
    records,
    exported: exportedOf(operation, records, profile),
    pageTurns: outcome.isPageTurn ? 1 : 0,
    companyId: outcome.companyId,
  };
  const late = isExempt ? null : refusalOf(counters, price, profile, nowMs);
  return late ?? { ...outcome, price };
}

/**
 * Whether the request is free because the account has already viewed the company today. Spec §4.3 says that
 * "repeat views of the same company are free". The simulator assumes that such a request costs nothing in any
 * budget.
 */
function isFreeRepeat(operation: Operation, { state, companyId, nowMs }: Call): boolean {
  const { repeats, companyDetail } = state.profile;
  const isView =
    operation.name === 'get_company' ||
    (companyDetail === 'any-below-company' && operation.path.startsWith('/companies/'));
  return repeats === 'free' && isView && dayCount(state.counters, nowMs).companyIds.includes(companyId);
}

function exportedOf(operation: Operation, records: number, profile: Profile): number {
  if (profile.exportCounts === 'none') return 0;
  const isList = operation.name.startsWith('list_');
  return profile.exportCounts === 'records' || isList ? records : 0;
}

function withErrorObject(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return body;
  const code = 'code' in body ? body.code : 'REQUEST_FAILED';
  return { ...body, error: { code, message: body.error } };
}

const SUNSET_DAYS = 180;

/**
 * Returns deprecation headers. The specification defines no format for them (spec §9), so they follow RFC
 * 9745 and RFC 8594.
 */
function deprecationHeaders({ world }: ServiceState): Record<string, string> {
  return {
    Deprecation: `@${Math.floor(world.epochMs / 1_000)}`,
    Sunset: new Date(world.epochMs + SUNSET_DAYS * DAY_MS).toUTCString(),
  };
}

/** Adds an ETag to a 200 response. If the client already has the same body, returns a 304 instead. */
function withEtag(reply: ApiReply, ifNoneMatch: string | undefined, { etag }: Profile): ApiReply {
  if (etag === 'off' || reply.status !== 200) return reply;
  const tag = `"${createHash('sha256').update(JSON.stringify(reply.body)).digest('hex').slice(0, 24)}"`;
  const headers = { ...reply.headers, ETag: tag };
  if (!isMatch(ifNoneMatch, tag)) return { ...reply, headers };
  const charge = etag === '304-charged' ? reply.charge : NO_CHARGE;
  return { ...reply, headers, charge, status: 304, body: undefined, rows: 0 };
}

/** Compares entity tags weakly, as RFC 9110 requires for If-None-Match. */
function isMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  const candidates = (ifNoneMatch ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''));
  return candidates.includes(tag) || candidates.includes('*');
}
