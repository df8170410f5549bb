import {
  resetUnix,
  retryAfterSeconds,
  usageOf,
  type LimitName,
  type Refusal,
  type Usage,
} from './budgets.ts';
import { HOUR_MS, SECOND_MS, unixSeconds } from '../data/calendar.ts';
import type { Profile } from '../profile/profile-options.ts';
import type { KeyType, ServiceState } from './state.ts';

interface RefusalReply {
  readonly status: number;
  readonly limitType: LimitName | null;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const DETAIL_TEXTS: Readonly<Partial<Record<LimitName, string>>> = {
  per_minute: 'rate_limit_exceeded',
  abuse: 'too_many_failed_requests',
};

/** Returns the body and headers of a 429 (spec §7, §8). */
export function describeRefusal(
  { limitType, usage }: Refusal,
  profile: Profile,
  nowMs: number,
): RefusalReply {
  const hasRetryAfter =
    profile.retryAfter === 'always' || (profile.retryAfter === 'per-minute' && limitType === 'per_minute');
  const waitSeconds = retryAfterSeconds(usage, nowMs);
  const error = `The ${limitType.replaceAll('_', ' ')} limit of ${usage.limit} is used up`;
  const detail = DETAIL_TEXTS[limitType] ?? `${limitType}_limit_exceeded`;
  const figures = {
    limit_type: limitType,
    limit: usage.limit,
    used: usage.used,
    ...(hasRetryAfter
      ? { retry_after: profile.retryAfterBody === 'seconds' ? waitSeconds : waitSeconds * SECOND_MS }
      : {}),
  };
  const retryAfter =
    profile.retryAfterFormat === 'seconds'
      ? String(waitSeconds)
      : new Date(nowMs + waitSeconds * SECOND_MS).toUTCString();
  return {
    status: 429,
    limitType,
    body:
      profile.limitBody === 'nested' ? { error, detail, rate_limit: figures } : { error, detail, ...figures },
    headers: {
      ...usageHeaders(limitType, usage, profile),
      'X-RateLimit-Limit': String(usage.limit),
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': resetText(usage, profile, nowMs),
      ...(hasRetryAfter ? { 'Retry-After': retryAfter } : {}),
    },
  };
}

/**
 * Returns the two headers that describe the exceeded limit. With some profiles, these headers contradict the
 * body of the 429.
 */
function usageHeaders(limitType: LimitName, usage: Usage, { headersAgree }: Profile): Record<string, string> {
  const other = limitType === 'per_minute' ? 'daily' : 'per_minute';
  return headersAgree
    ? { 'X-RateLimit-Limit-Type': limitType, 'X-RateLimit-Used': String(usage.used) }
    : { 'X-RateLimit-Limit-Type': other, 'X-RateLimit-Used': '1' };
}

const resetText = (usage: Usage, { resetFormat }: Profile, nowMs: number): string =>
  String(
    {
      'unix-seconds': resetUnix(usage),
      'unix-ms': usage.resetMs,
      past: unixSeconds(nowMs - HOUR_MS),
    }[resetFormat],
  );

const NAMES = {
  perMinute: 'X-RateLimit-Per-Minute-Limit',
  daily: 'X-RateLimit-Daily-Limit',
  monthly: 'X-RateLimit-Monthly-Limit',
  monthlyPagination: 'X-RateLimit-Monthly-Pagination-Limit',
  dailyCompanyDetail: 'X-RateLimit-Daily-Company-Detail-Limit',
} as const;
const TEST_KEY_NAME = 'X-RateLimit-Test-Key-Monthly-Limit';

/** Returns the headers with the limits. Only the legacy headers also report usage (spec §8). */
export function limitHeaders(
  status: number,
  keyType: KeyType | null,
  state: ServiceState,
  nowMs: number,
): Record<string, string> {
  const { limitHeaders: form, headersOnErrors } = state.profile;
  const isDocumented = status === 429 || (status >= 200 && status < 300);
  if (form === 'none' || (!isDocumented && !headersOnErrors)) return {};
  const { limits } = state.counters.plan;
  const all = {
    [NAMES.perMinute]: String(limits.perMinute),
    [NAMES.daily]: String(limits.daily),
    [NAMES.monthly]: String(limits.monthly),
    [NAMES.monthlyPagination]: String(limits.monthlyPagination),
    [NAMES.dailyCompanyDetail]: String(limits.dailyCompanyDetail),
    ...(keyType === 'test' ? { [TEST_KEY_NAME]: String(limits.testKeyMonthly) } : {}),
  };
  switch (form) {
    case 'documented':
      return all;
    case 'legacy':
      return legacyHeaders(state, nowMs);
    case 'partial':
      return { [NAMES.daily]: all[NAMES.daily] ?? '', [NAMES.monthly]: all[NAMES.monthly] ?? '' };
    case 'non-numeric':
      return {
        ...all,
        [NAMES.perMinute]: `${limits.perMinute};w=60`,
        [NAMES.daily]: 'unlimited',
        [NAMES.monthly]: '',
        [NAMES.monthlyPagination]: '-1',
      };
  }
}

function legacyHeaders({ counters, profile }: ServiceState, nowMs: number): Record<string, string> {
  const usage = usageOf(counters, nowMs).per_minute;
  return {
    'X-RateLimit-Limit': String(usage.limit),
    'X-RateLimit-Remaining': String(Math.max(0, usage.limit - usage.used)),
    'X-RateLimit-Reset': resetText(usage, profile, nowMs),
  };
}
