import type { VirtualClock } from './clock.ts';
import { charge, dayCount, NO_CHARGE } from './counters.ts';
import { replaceReply } from './fault-reply.ts';
import { createFaultScript, type FaultPlan, type FaultScript } from './faults.ts';
import { createGhost, newCompanies, type Ghost, type GhostOptions } from './ghost.ts';
import { handle, settle, type ApiReply } from './handle.ts';
import { companyById } from './population.ts';
import { changeProfile, type ProfileChange } from './profile-switches.ts';
import type { ApiRequest, ServiceState } from './state.ts';
import { createTranscript, type Transcript } from './transcript.ts';
import { withoutCompanies } from './vanish.ts';
import { createWebhook, type Webhook } from './webhook/sender.ts';
import type { World } from './world.ts';

/** What the controls may change while the service runs; the endpoints only read it. */
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
export type SteeredState = Mutable<ServiceState>;

/** The whole service without its sockets. */
export interface Service {
  readonly state: SteeredState;
  readonly clock: VirtualClock;
  readonly transcript: Transcript;
  readonly faults: FaultScript;
  /** Companies that the service no longer knows. */
  readonly vanished: Set<string>;
  /** The world with them. */
  readonly wholeWorld: World;
  readonly webhook: Webhook;
  ghost: Ghost | null;
  realNowMs(): number;
}

/** What the sockets have to do for one request. */
export interface Delivery {
  /** Null: the service never saw the call. */
  readonly reply: ApiReply | null;
  /** The fault that the sockets play, if any. */
  readonly fault: FaultPlan | null;
  readonly nowMs: number;
}

export interface ServiceNeeds {
  readonly clock: VirtualClock;
  realNowMs(): number;
  /** See `WebhookNeeds`. */
  readonly webhookTimeoutMs?: number | undefined;
}

export function createService(given: ServiceState, needs: ServiceNeeds): Service {
  const { clock, realNowMs, webhookTimeoutMs: timeoutMs } = needs;
  const state: SteeredState = { ...given };
  const service: Service = {
    ...{ state, clock, realNowMs },
    transcript: createTranscript([state.keys.live, state.keys.test]),
    faults: createFaultScript(),
    vanished: new Set(),
    wholeWorld: state.world,
    webhook: createWebhook({ state, clock, world: state.world, timeoutMs }),
    ghost: null,
  };
  // Or time that goes on and then back would hide what was spent meanwhile.
  clock.onJump(() => catchUp(service));
  return service;
}

/**
 * Answers, charges and records one request, in one turn of the event loop: no other request can see a budget between
 * its check and its charge.
 */
export function serve(service: Service, request: ApiRequest): Delivery {
  const { state, clock } = service;
  const nowMs = clock.nowMs();
  catchUp(service);
  const fault = service.faults.take(request.path);
  if (fault?.isLost) {
    record(service, request, null, { nowMs, companies: 0, fault });
    return { reply: null, fault, nowMs };
  }
  const reply = replaceReply(handle(request, state, nowMs), fault?.replies ?? [], state, nowMs);
  const known = dayCount(state.counters, nowMs).companyIds.length;
  settle(state, reply, nowMs);
  const companies = Math.max(0, dayCount(state.counters, nowMs).companyIds.length - known);
  record(service, request, reply, { nowMs, companies, fault });
  return { reply, fault, nowMs };
}

/** Lets the ghost make the calls that are due. Whoever reads or changes the ledger does this first. */
export function catchUp({ ghost, state, clock }: Service): void {
  ghost?.catchUp(state, clock.nowMs());
}

interface Circumstances {
  readonly nowMs: number;
  readonly companies: number;
  readonly fault: FaultPlan | null;
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
    ...(around.fault ? { fault: around.fault.label } : {}),
  });
}

/** One-off spending of another device on the same account. */
export interface GhostSpending {
  readonly requests?: number;
  readonly records?: number;
  readonly pageTurns?: number;
  /** Companies that nobody of the account looked at today. */
  readonly companies?: number;
}

/** Charged as told, even beyond a budget. */
export function spend(service: Service, ghost: GhostSpending): void {
  catchUp(service);
  const { state } = service;
  const nowMs = service.clock.nowMs();
  const records = ghost.records ?? 0;
  const cost = {
    ...NO_CHARGE,
    requests: ghost.requests ?? 0,
    records,
    exported: state.profile.exportCounts === 'none' ? 0 : records,
    pageTurns: ghost.pageTurns ?? 0,
  };
  state.counters = charge(state.counters, cost, nowMs);
  for (const companyId of newCompanies(state, ghost.companies ?? 0, nowMs))
    state.counters = charge(state.counters, { ...NO_CHARGE, companyId }, nowMs);
}

/** A device that spends on its own from now on; null ends it. Throws ZodError on a wrong schedule. */
export function setGhost(service: Service, options: GhostOptions | null): void {
  catchUp(service);
  service.ghost = options === null ? null : createGhost(options, service.clock.nowMs());
}

/** Makes a company's contacts available for good, as a click in the dashboard would. Throws RangeError on an unknown id. */
export function reveal({ state }: Service, companyId: string): void {
  if (!companyById(state.world, state.profile, companyId))
    throw new RangeError(`no company has the id ${companyId}`);
  state.revealed.add(companyId);
}

/** The service forgets a company, or knows it again. Throws RangeError on an unknown id. */
export function setVanished(service: Service, companyId: string, isVanished: boolean): void {
  const { vanished, wholeWorld, state } = service;
  if (!companyById(wholeWorld, state.profile, companyId))
    throw new RangeError(`no company has the id ${companyId}`);
  if (isVanished) vanished.add(companyId);
  else vanished.delete(companyId);
  state.world = withoutCompanies(wholeWorld, vanished);
}

/** Other readings of the specification from now on. Throws RangeError on a wrong change. */
export function setProfile(service: Service, change: ProfileChange): void {
  catchUp(service);
  service.state.profile = changeProfile(service.state.profile, change);
}
