import { z } from 'zod';
import { audit } from './audit.ts';
import { usageOf } from '../service/budgets.ts';
import { ACTIONS } from './control-actions.ts';
import { monthCount } from '../service/counters.ts';
import type { Listener } from '../service/listener.ts';
import { catchUp, type Service } from './controlled-service.ts';

export const CONTROL_PATH = '/__sim';

interface ControlRequest {
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

/** Handles requests to the control API. Refuses requests that contain an API key or come from a web page. */
export async function control(
  request: ControlRequest,
  service: Service,
  api: Listener,
): Promise<ControlReply> {
  const refusal = refusalFor(request);
  if (refusal) return refusal;
  const route = request.path.slice(CONTROL_PATH.length + 1);
  if (request.method === 'GET') return answerGet(route, request, service, api);
  if (request.method !== 'POST') return { status: 405, body: { error: 'GET or POST' } };
  const action = Object.hasOwn(ACTIONS, route) ? ACTIONS[route] : undefined;
  if (!action) return { status: 404, body: { error: `no such control: ${route}` } };
  try {
    const result = await action(JSON.parse(request.body || '{}'), service, api);
    return { status: 200, body: { ...describeState(service, api), ...result } };
  } catch (error) {
    const isClientError =
      error instanceof z.ZodError || error instanceof SyntaxError || error instanceof RangeError;
    return {
      status: isClientError ? 400 : 500,
      body: { error: error instanceof Error ? error.message : 'failed' },
    };
  }
}

function refusalFor({ path, host, origin, authorization }: ControlRequest): ControlReply | null {
  if (!path.startsWith(`${CONTROL_PATH}/`)) return { status: 404, body: { error: 'not found' } };
  // Accepts only these host names. Any other name, even if it resolves to this computer, may come from a web
  // page in a DNS rebinding attack.
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? ''))
    return { status: 403, body: { error: 'only by a loopback address' } };
  if (origin !== undefined) return { status: 403, body: { error: 'not from a web page' } };
  if (authorization !== undefined) return { status: 403, body: { error: 'an API key has no business here' } };
  return null;
}

function answerGet(route: string, request: ControlRequest, service: Service, api: Listener): ControlReply {
  const since = Number(new URLSearchParams(request.query).get('since') ?? 0);
  if (!Number.isInteger(since)) return { status: 400, body: { error: 'since is a whole number' } };
  switch (route) {
    case 'state':
      return { status: 200, body: describeState(service, api) };
    case 'transcript':
      return { status: 200, body: { entries: service.transcript.since(since) } };
    case 'audit':
      return { status: 200, body: audit(service.transcript.since(since)) };
    case 'faults':
      return { status: 200, body: { waiting: service.faults.waiting() } };
    case 'webhook':
      return { status: 200, body: service.webhook.report() };
    default:
      return { status: 404, body: { error: `no such control: ${route}` } };
  }
}

function describeState(service: Service, api: Listener): Record<string, unknown> {
  catchUp(service);
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
    vanished: [...service.vanished],
    ghost: service.ghost?.report() ?? null,
  };
}
