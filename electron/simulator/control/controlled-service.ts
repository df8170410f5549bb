import type { VirtualClock } from '../service/virtual-clock.ts';
import { charge, dayCount, NO_CHARGE } from '../service/counters.ts';
import { planOf } from '../service/plan.ts';
import { replaceReply } from './fault-reply.ts';
import { createFaultScript, type FaultPlan, type FaultScript } from './faults.ts';
import { createGhost, unviewedCompanies, type Ghost, type GhostOptions } from './other-device.ts';
import { chargeReply, handle } from '../service/handle-request.ts';
import type { ApiReply } from '../service/outcome.ts';
import { companyById } from '../data/companies-of-profile.ts';
import { changeProfile, type ProfileChange } from '../profile/change-profile.ts';
import type { ApiRequest, ServiceState } from '../service/state.ts';
import { createTranscript, type Transcript } from '../service/transcript.ts';
import { createWebhook, type Webhook } from '../webhook/sender.ts';
import { withoutCompanies, type World } from '../data/world.ts';

/**
 * Makes the properties of `T` writable. Only the control API may assign them; endpoints use the read-only
 * type.
 */
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type MutableState = Mutable<ServiceState>;

/** The service without its HTTP server. */
export interface Service {
  readonly state: MutableState;
  readonly clock: VirtualClock;
  readonly transcript: Transcript;
  readonly faults: FaultScript;
  /** Ids of companies that the service hides as if they no longer existed. */
  readonly vanished: Set<string>;
  /** All generated data, including the vanished companies, which are not in `state.world`. */
  readonly wholeWorld: World;
  readonly webhook: Webhook;
  ghost: Ghost | null;
  realNowMs(): number;
}

/** The response to a request, and the fault that affects how it is sent. */
export interface Delivery {
  /** Null if the request never reached the service. */
  readonly reply: ApiReply | null;
  readonly fault: FaultPlan | null;
  readonly nowMs: number;
}

interface ServiceDependencies {
  readonly clock: VirtualClock;
  realNowMs(): number;
  /** Timeout of one webhook delivery, in real time. */
  readonly webhookTimeoutMs?: number | undefined;
}

export function createService(initialState: ServiceState, dependencies: ServiceDependencies): Service {
  const { clock, realNowMs, webhookTimeoutMs: timeoutMs } = dependencies;
  const state: MutableState = { ...initialState };
  const service: Service = {
    state,
    clock,
    realNowMs,
    transcript: createTranscript([state.keys.live, state.keys.test]),
    faults: createFaultScript(),
    vanished: new Set(),
    wholeWorld: state.world,
    webhook: createWebhook({ state, clock, world: state.world, timeoutMs }),
    ghost: null,
  };
  // A jump of the clock may skip times at which the other device was due to make requests. These requests are
  // made right after the jump, because they would be lost if the clock then jumped back.
  clock.onJump(() => catchUp(service));
  return service;
}

/**
 * Answers, charges and records a request. Runs synchronously. Otherwise, another request could read a budget
 * after this request was checked and before it is charged.
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
  const companiesBefore = dayCount(state.counters, nowMs).companyIds.length;
  chargeReply(state, reply, nowMs);
  const companies = Math.max(0, dayCount(state.counters, nowMs).companyIds.length - companiesBefore);
  record(service, request, reply, { nowMs, companies, fault });
  return { reply, fault, nowMs };
}

/**
 * Makes the requests that the simulated other device should have made by now (see `setGhost`). Must be called
 * before the counters are read or changed.
 */
export function catchUp({ ghost, state, clock }: Service): void {
  ghost?.catchUp(state, clock.nowMs());
}

interface RecordContext {
  readonly nowMs: number;
  readonly companies: number;
  readonly fault: FaultPlan | null;
}

function record(service: Service, request: ApiRequest, reply: ApiReply | null, context: RecordContext): void {
  const cost = reply?.charge ?? NO_CHARGE;
  const unknown = reply?.unknownParameters ?? [];
  service.transcript.add({
    atMs: context.nowMs,
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
      companies: context.companies,
    },
    ...(reply?.limitType ? { limitType: reply.limitType } : {}),
    ...(unknown.length > 0 ? { unknownParameters: unknown } : {}),
    ...(context.fault ? { fault: context.fault.label } : {}),
  });
}

/** Usage by another device on the same account. It is charged once, not on a schedule. */
export interface GhostSpending {
  readonly requests?: number;
  readonly records?: number;
  readonly pageTurns?: number;
  /**
   * Number of companies to view. They are chosen from the companies that the account has not viewed today.
   */
  readonly companies?: number;
}

/** Charges the usage even if it exceeds a budget. */
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
  for (const companyId of unviewedCompanies(state, ghost.companies ?? 0, nowMs))
    state.counters = charge(state.counters, { ...NO_CHARGE, companyId }, nowMs);
}

/**
 * Simulates another device that makes requests on the account on a schedule: the ghost. Replaces the previous
 * ghost; null removes it.
 * @throws ZodError if the schedule is invalid
 */
export function setGhost(service: Service, options: GhostOptions | null): void {
  catchUp(service);
  service.ghost = options === null ? null : createGhost(options, service.clock.nowMs());
}

/**
 * Makes a company's contacts permanently available, as if the user had revealed them in the dashboard.
 * @throws RangeError if the id is unknown
 */
export function reveal({ state }: Service, companyId: string): void {
  if (!companyById(state.world, state.profile, companyId))
    throw new RangeError(`no company has the id ${companyId}`);
  state.revealed.add(companyId);
}

/**
 * Removes a company from the service, or restores it.
 * @throws RangeError if the id is unknown
 */
export function setVanished(service: Service, companyId: string, isVanished: boolean): void {
  const { vanished, wholeWorld, state } = service;
  if (!companyById(wholeWorld, state.profile, companyId))
    throw new RangeError(`no company has the id ${companyId}`);
  if (isVanished) vanished.add(companyId);
  else vanished.delete(companyId);
  state.world = withoutCompanies(wholeWorld, vanished);
}

/**
 * Changes the profile for all later requests.
 * @throws RangeError if the change is invalid
 */
export function setProfile(service: Service, change: ProfileChange): void {
  catchUp(service);
  const { state } = service;
  state.profile = changeProfile(state.profile, change);
  state.counters = { ...state.counters, plan: planOf(state.profile) };
}
