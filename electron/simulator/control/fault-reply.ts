import { testKeyUsage, usageOf, type LimitType, type Usage } from '../service/budgets.ts';
import { SECOND_MS, unixSeconds } from '../data/calendar.ts';
import { NO_CHARGE } from '../service/counters.ts';
import type { LimitAction, ReplyAction, StatusAction } from './fault-actions.ts';
import { errorPage } from './fault-bodies.ts';
import { describeRefusal } from '../service/handle-request.ts';
import type { ApiReply } from '../service/outcome.ts';
import type { ServiceState } from '../service/state.ts';

const WITHOUT_COST = { rows: 0, charge: NO_CHARGE, limitType: null };

/**
 * Replaces the reply. The charge stays only if the original status and the new status are both 2xx (spec §7);
 * otherwise, it becomes zero.
 */
export function replaceReply(
  reply: ApiReply,
  actions: readonly ReplyAction[],
  state: ServiceState,
  nowMs: number,
): ApiReply {
  return actions.reduce((current, action) => {
    switch (action.kind) {
      case 'status':
        return withStatus(current, action);
      case 'redirect':
        return {
          ...current,
          ...WITHOUT_COST,
          status: action.status,
          body: undefined,
          headers: { Location: action.location },
        };
      case 'limit':
        return withLimit(current, action, state, nowMs);
    }
  }, reply);
}

function withStatus(reply: ApiReply, action: StatusAction): ApiReply {
  const isCharged = action.status < 300 && reply.status < 300;
  const errorBody = errorBodyOf(action);
  const contentType = action.contentType ?? errorBody.contentType;
  return {
    ...reply,
    ...(isCharged ? {} : WITHOUT_COST),
    status: action.status,
    body: action.body === undefined ? errorBody.body : action.body,
    headers: { ...reply.headers, ...(contentType === undefined ? {} : { 'Content-Type': contentType }) },
  };
}

interface ErrorBody {
  readonly body: unknown;
  readonly contentType?: string;
}

const PAGE = 'text/html; charset=utf-8';

/** Returns the kind of body that a failing server, gateway or proxy typically sends. */
function errorBodyOf({ status, shape = 'empty' }: StatusAction): ErrorBody {
  const sentence = `The request failed with status ${status}`;
  const json = { error: sentence };
  switch (shape) {
    case 'json':
      return { body: json };
    case 'html':
      return { body: errorPage(status), contentType: PAGE };
    case 'text':
      return { body: sentence, contentType: 'text/plain; charset=utf-8' };
    case 'empty':
      return { body: undefined };
    case 'json-as-html':
      return { body: json, contentType: PAGE };
    case 'html-as-json':
      return { body: errorPage(status) };
    case 'error-object':
      return { body: { error: { code: 'INTERNAL', message: sentence } } };
    case 'array':
      return { body: [sentence] };
    case 'null':
      return { body: null };
  }
}

function withLimit(reply: ApiReply, action: LimitAction, state: ServiceState, nowMs: number): ApiReply {
  const usage = forcedUsage(action.limitType, state, nowMs);
  const refused = describeRefusal({ limitType: action.limitType, usage }, state.profile, nowMs);
  const limitReply = {
    ...reply,
    ...WITHOUT_COST,
    ...refused,
    headers: { ...reply.headers, ...refused.headers },
  };
  const variants = Array.isArray(action.variant) ? action.variant : [action.variant];
  const times = { resetMs: unixSeconds(usage.resetMs) * SECOND_MS, nowMs };
  return variants.reduce(
    (current, variant) => applyVariant(current, variant, action.limitType, times),
    limitReply,
  );
}

/** Returns the budget's usage as if the budget were used up. */
function forcedUsage(limitType: LimitType, { counters, profile }: ServiceState, nowMs: number): Usage {
  const usage =
    limitType === 'test_key_monthly'
      ? testKeyUsage(counters, profile, nowMs)
      : usageOf(counters, nowMs)[limitType];
  return { ...usage, used: usage.limit };
}

interface RefusalTimes {
  /** Rounded to whole seconds, as in the response header. */
  readonly resetMs: number;
  readonly nowMs: number;
}

type Variant = Exclude<LimitAction['variant'], readonly unknown[]>;

/**
 * Applies a variant to a 429. The headers and the body of a 429 normally contain the same values; some
 * variants change the values only in the headers or only in the body.
 */
function applyVariant(
  reply: ApiReply,
  variant: Variant,
  limitType: LimitType,
  times: RefusalTimes,
): ApiReply {
  const { resetMs, nowMs } = times;
  const body = asRecord(reply.body);
  const withHeaders = (headers: Record<string, string>): ApiReply => ({
    ...reply,
    headers: { ...reply.headers, ...headers },
  });
  const waitSeconds = Math.max(1, Math.ceil((resetMs - nowMs) / SECOND_MS));
  switch (variant) {
    case 'nested': {
      const { error, detail, ...rate } = body;
      // Some profiles already nest these values.
      return 'rate_limit' in body ? reply : { ...reply, body: { error, detail, rate_limit: rate } };
    }
    case 'retry-after':
      return {
        ...withHeaders({ 'Retry-After': String(waitSeconds) }),
        body: { ...body, retry_after: waitSeconds },
      };
    case 'retry-after-date':
      return withHeaders({ 'Retry-After': new Date(resetMs).toUTCString() });
    case 'reset-past':
      return withHeaders({ 'X-RateLimit-Reset': String(unixSeconds(nowMs) - 3_600) });
    case 'reset-ms':
      return withHeaders({ 'X-RateLimit-Reset': String(resetMs) });
    case 'no-headers':
      return { ...reply, headers: {} };
    case 'no-body':
      return { ...reply, body: undefined };
    case 'html-body':
      return { ...withHeaders({ 'Content-Type': PAGE }), body: errorPage(429) };
    case 'text-numbers':
      return { ...reply, body: numbersAsText(body) };
    case 'unknown-type':
      return {
        ...withHeaders({ 'X-RateLimit-Limit-Type': 'weekly' }),
        body: { ...body, limit_type: 'weekly', detail: 'weekly_limit_exceeded' },
      };
    case 'disagree': {
      const other = limitType === 'per_minute' ? 'daily' : 'per_minute';
      return withHeaders({ 'X-RateLimit-Limit-Type': other, 'X-RateLimit-Used': '1' });
    }
  }
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const numbersAsText = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );
