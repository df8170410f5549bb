import { describeRefusal, handle, settle, type ApiReply } from './handle.ts';
import { LIMITS, usageOf, type LimitType } from './budgets.ts';
import type { VirtualClock } from './clock.ts';
import { charge, dayCount, NO_CHARGE } from './counters.ts';
import { createFaultScript, type FaultAction, type FaultScript } from './faults.ts';
import type { ApiRequest, ServiceState } from './state.ts';
import { createTranscript, type Transcript } from './transcript.ts';

/** The whole service without its sockets. */
export interface Service {
  readonly state: ServiceState;
  readonly clock: VirtualClock;
  readonly transcript: Transcript;
  readonly faults: FaultScript;
  realNowMs(): number;
}

/** What the sockets have to do for one request. */
export interface Delivery {
  /** Null: cut the connection at once. */
  readonly reply: ApiReply | null;
  /** The fault that the sockets play, if any. */
  readonly fault: FaultAction | null;
  readonly nowMs: number;
}

export function createService(state: ServiceState, clock: VirtualClock, realNowMs: () => number): Service {
  const transcript = createTranscript([state.keys.live, state.keys.test]);
  return { state, clock, transcript, faults: createFaultScript(), realNowMs };
}

/**
 * Answers, charges and records one request, in one turn of the event loop: no other request can see a budget between
 * its check and its charge.
 */
export function serve(service: Service, request: ApiRequest): Delivery {
  const { state, clock } = service;
  const nowMs = clock.nowMs();
  const fault = service.faults.take(request.path);
  if (fault?.kind === 'reset-before') {
    record(service, request, null, { nowMs, companies: 0, fault });
    return { reply: null, fault, nowMs };
  }
  const reply = applyFault(handle(request, state, nowMs), fault, state, nowMs);
  const known = dayCount(state.counters, nowMs).companyIds.length;
  settle(state, reply, nowMs);
  const companies = Math.max(0, dayCount(state.counters, nowMs).companyIds.length - known);
  record(service, request, reply, { nowMs, companies, fault });
  return { reply: fault?.kind === 'reset-after' ? null : reply, fault, nowMs };
}

/** Faults that change the reply itself; those of the connection are left to the sockets. */
function applyFault(
  reply: ApiReply,
  fault: FaultAction | null,
  state: ServiceState,
  nowMs: number,
): ApiReply {
  const instead = { rows: 0, charge: NO_CHARGE, limitType: null };
  if (fault?.kind === 'status') {
    const isCharged = fault.status < 300 && reply.status < 300;
    const headers: Record<string, string> = { ...reply.headers };
    if (fault.contentType !== undefined) headers['Content-Type'] = fault.contentType;
    const cost = isCharged ? {} : instead;
    return {
      ...reply,
      ...cost,
      status: fault.status,
      body: fault.body,
      headers,
    };
  }
  if (fault?.kind === 'redirect')
    return { ...reply, ...instead, status: 302, body: undefined, headers: { Location: fault.location } };
  if (fault?.kind !== 'limit') return reply;
  const refused = describeRefusal(forcedRefusal(fault.limitType, state, nowMs), state.profile, nowMs);
  return { ...reply, ...instead, ...refused, headers: { ...reply.headers, ...refused.headers } };
}

function forcedRefusal(limitType: LimitType, state: ServiceState, nowMs: number) {
  const usage = usageOf(state.counters, nowMs);
  const found =
    limitType === 'test_key_monthly' ? { ...usage.monthly, limit: LIMITS.testKeyMonthly } : usage[limitType];
  return { limitType, usage: { ...found, used: found.limit } };
}

interface Circumstances {
  readonly nowMs: number;
  readonly companies: number;
  readonly fault: FaultAction | null;
}

function record(service: Service, request: ApiRequest, reply: ApiReply | null, around: Circumstances): void {
  const cost = reply?.charge ?? NO_CHARGE;
  const unknown = reply?.unknownParameters ?? [];
  service.transcript.add({
    atMs: around.nowMs,
    realAtMs: service.realNowMs(),
    method: request.method,
    path: request.path,
    query: request.query,
    keyType: reply?.keyType ?? null,
    status: reply?.status ?? 0,
    rows: reply?.rows ?? 0,
    charged: {
      requests: cost.requests,
      records: cost.records,
      pageTurns: cost.pageTurns,
      companies: around.companies,
    },
    ...(reply?.limitType ? { limitType: reply.limitType } : {}),
    ...(unknown.length > 0 ? { unknownParameters: unknown } : {}),
    ...(around.fault ? { fault: around.fault.kind } : {}),
  });
}

/** Spending of another device on the same account. */
export interface GhostSpending {
  readonly requests?: number;
  readonly records?: number;
  readonly pageTurns?: number;
}

export function spend({ state, clock }: Service, ghost: GhostSpending): void {
  const records = ghost.records ?? 0;
  const cost = {
    ...NO_CHARGE,
    requests: ghost.requests ?? 0,
    records,
    exported: state.profile.exportCounts === 'none' ? 0 : records,
    pageTurns: ghost.pageTurns ?? 0,
  };
  state.counters = charge(state.counters, cost, clock.nowMs());
}

/** Makes a company's contacts available for good, as a click in the dashboard would. Throws RangeError on an unknown id. */
export function reveal({ state }: Service, companyId: string): void {
  if (!state.world.byId.has(companyId)) throw new RangeError(`no company has the id ${companyId}`);
  state.revealed.add(companyId);
}
