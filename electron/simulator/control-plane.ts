import { z } from 'zod';
import { usageOf } from './budgets.ts';
import { monthCount } from './counters.ts';
import { faultSchema } from './faults.ts';
import type { Listener } from './listener.ts';
import { reveal, spend, type Service } from './service.ts';

export const CONTROL_PATH = '/__sim';

export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}
export interface ControlReply {
  readonly status: number;
  readonly body: unknown;
}

const count = z.number().int().min(0).max(100_000);
const milliseconds = z.number().int().min(-1e14).max(1e14);

const clockSchema = z.strictObject({
  advanceMs: milliseconds.optional(),
  setMs: milliseconds.optional(),
  skewMs: milliseconds.optional(),
  freeze: z.boolean().optional(),
});
const revealSchema = z.strictObject({ companyId: z.string() });
const faultsSchema = z.strictObject({
  faults: z.array(faultSchema).max(1_000),
  clear: z.boolean().optional(),
});
const spendSchema = z.strictObject({
  requests: count.optional(),
  records: count.optional(),
  pageTurns: count.optional(),
});
const planSchema = z.strictObject({ lapsed: z.boolean() });
const keySchema = z.strictObject({ revoked: z.boolean(), type: z.enum(['live', 'test']).optional() });
const serviceSchema = z.strictObject({ online: z.boolean() });

/** Answers a request to the test controls. They are for this machine's own programs: no key, no web page. */
export function control(request: ControlRequest, service: Service, api: Listener): ControlReply {
  const refused = refuse(request);
  if (refused) return refused;
  const route = request.path.slice(CONTROL_PATH.length + 1);
  if (request.method === 'GET') return read(route, request, service, api);
  if (request.method !== 'POST') return { status: 405, body: { error: 'GET or POST' } };
  const apply = ACTIONS[route];
  if (!apply) return { status: 404, body: { error: `no such control: ${route}` } };
  try {
    apply(JSON.parse(request.body || '{}'), service, api);
    return { status: 200, body: describeState(service, api) };
  } catch (error) {
    const isWrong =
      error instanceof z.ZodError || error instanceof SyntaxError || error instanceof RangeError;
    return {
      status: isWrong ? 400 : 500,
      body: { error: error instanceof Error ? error.message : 'failed' },
    };
  }
}

function refuse({ path, host, origin, authorization }: ControlRequest): ControlReply | null {
  if (!path.startsWith(`${CONTROL_PATH}/`)) return { status: 404, body: { error: 'not found' } };
  // A name that merely resolves to this machine could belong to a web page (DNS rebinding).
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? ''))
    return { status: 403, body: { error: 'only by a loopback address' } };
  if (origin !== undefined) return { status: 403, body: { error: 'not from a web page' } };
  if (authorization !== undefined) return { status: 403, body: { error: 'an API key has no business here' } };
  return null;
}

function read(route: string, request: ControlRequest, service: Service, api: Listener): ControlReply {
  if (route === 'state') return { status: 200, body: describeState(service, api) };
  if (route !== 'transcript') return { status: 404, body: { error: `no such control: ${route}` } };
  const since = Number(new URLSearchParams(request.query).get('since') ?? 0);
  if (!Number.isInteger(since)) return { status: 400, body: { error: 'since is a whole number' } };
  return { status: 200, body: { entries: service.transcript.since(since) } };
}

type Action = (body: unknown, service: Service, api: Listener) => void;

const ACTIONS: Readonly<Record<string, Action>> = {
  clock: (body, { clock }) => {
    const { freeze, setMs, skewMs, advanceMs } = clockSchema.parse(body);
    if (freeze !== undefined) clock.freeze(freeze);
    if (setMs !== undefined) clock.setMs(setMs);
    if (skewMs !== undefined) clock.skew(skewMs);
    if (advanceMs !== undefined) clock.advance(advanceMs);
  },
  reveal: (body, service) => reveal(service, revealSchema.parse(body).companyId),
  faults: (body, service) => {
    const { faults, clear } = faultsSchema.parse(body);
    if (clear) service.faults.clear();
    service.faults.add(faults);
  },
  spend: (body, service) => spend(service, spendSchema.parse(body)),
  plan: (body, { state }) => {
    state.isPlanLapsed = planSchema.parse(body).lapsed;
  },
  key: (body, { state }) => {
    const { revoked, type } = keySchema.parse(body);
    for (const keyType of type ? [type] : (['live', 'test'] as const)) {
      if (revoked) state.revokedKeys.add(keyType);
      else state.revokedKeys.delete(keyType);
    }
  },
  service: (body, _service, api) => api.setOnline(serviceSchema.parse(body).online),
};

function describeState(service: Service, api: Listener): unknown {
  const { state, clock } = service;
  const nowMs = clock.nowMs();
  const { records, testKeyRequests } = monthCount(state.counters, nowMs);
  return {
    clock: { nowMs, epochMs: state.world.epochMs, ...clock.snapshot() },
    counters: { ...usageOf(state.counters, nowMs), monthlyRecords: records, testKeyRequests },
    profile: state.profile,
    online: api.isOnline(),
    planLapsed: state.isPlanLapsed,
    revokedKeys: [...state.revokedKeys],
    revealed: [...state.revealed],
  };
}
