import { z } from 'zod';
import { faultSchema } from './faults.ts';
import { ghostSchema } from './other-device.ts';
import type { Listener } from '../service/listener.ts';
import { reveal, setGhost, setProfile, setVanished, spend, type Service } from './controlled-service.ts';
import { contextSchema, sendSchema, testSchema, webhookSchema } from '../webhook/config.ts';

const count = z.number().int().min(0).max(100_000);
const milliseconds = z.number().int().min(-1e14).max(1e14);
const off = z.strictObject({ off: z.literal(true) });

const clockSchema = z.strictObject({
  advanceMs: milliseconds.optional(),
  setMs: milliseconds.optional(),
  skewMs: milliseconds.optional(),
  freeze: z.boolean().optional(),
});
const companySchema = z.strictObject({ companyId: z.string() });
const faultsSchema = z.strictObject({
  faults: z.array(faultSchema).max(1_000).default([]),
  clear: z.boolean().optional(),
});
const spendSchema = z.strictObject({
  requests: count.optional(),
  records: count.optional(),
  pageTurns: count.optional(),
  companies: count.optional(),
});
const profileSchema = z.strictObject({
  name: z.string().optional(),
  set: z.record(z.string(), z.unknown()).optional(),
});
const planSchema = z.strictObject({ lapsed: z.boolean() });
const keySchema = z.strictObject({ revoked: z.boolean(), type: z.enum(['live', 'test']).optional() });
const serviceSchema = z.strictObject({ online: z.boolean() });

/**
 * Handles a POST request to the control API. The response contains the service's state. If the action returns
 * an object, the response also contains that object's properties.
 */
type Action = (body: unknown, service: Service, api: Listener) => object | void | Promise<void>;

const SERVICE_ACTIONS: Readonly<Record<string, Action>> = {
  clock: (body, { clock }) => {
    const { freeze, setMs, skewMs, advanceMs } = clockSchema.parse(body);
    if (freeze !== undefined) clock.freeze(freeze);
    if (setMs !== undefined) clock.setMs(setMs);
    if (skewMs !== undefined) clock.skew(skewMs);
    if (advanceMs !== undefined) clock.advance(advanceMs);
  },
  faults: (body, service) => {
    const { faults, clear } = faultsSchema.parse(body);
    if (clear) service.faults.clear();
    // `add` parses the faults again. This has no effect, because their defaults are already filled in.
    service.faults.add(faults);
  },
  profile: (body, service) => setProfile(service, profileSchema.parse(body)),
  service: (body, _service, api) => api.setOnline(serviceSchema.parse(body).online),
};

const ACCOUNT_ACTIONS: Readonly<Record<string, Action>> = {
  spend: (body, service) => spend(service, spendSchema.parse(body)),
  ghost: (body, service) => {
    const ghost = z.union([off, ghostSchema]).parse(body);
    setGhost(service, 'off' in ghost ? null : ghost);
  },
  reveal: (body, service) => reveal(service, companySchema.parse(body).companyId),
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
  'companies/vanish': (body, service) => setVanished(service, companySchema.parse(body).companyId, true),
  'companies/return': (body, service) => setVanished(service, companySchema.parse(body).companyId, false),
};

const WEBHOOK_ACTIONS: Readonly<Record<string, Action>> = {
  webhook: (body, { webhook }) => {
    const options = z.union([off, webhookSchema]).parse(body);
    const key = webhook.configure('off' in options ? null : options);
    return key === null ? {} : { webhookKey: key };
  },
  'webhook/test': (body, { webhook }) => webhook.test(testSchema.parse(body)),
  'webhook/send': (body, { webhook }) => webhook.send(sendSchema.parse(body)),
  'webhook/context': (body, { webhook }) => webhook.setContext(contextSchema.parse(body)),
};

/** The actions for POST requests, by their path below `/__sim/`. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  ...SERVICE_ACTIONS,
  ...ACCOUNT_ACTIONS,
  ...WEBHOOK_ACTIONS,
};
