import { z } from 'zod';
import { endpointSchema, timeMsSchema } from './budget.ts';

export const workspaceIdSchema = z.string().regex(/^[a-z0-9]{16,40}$/);

export const workspaceSchema = z.strictObject({
  id: workspaceIdSchema,
  kind: z.enum(['demo', 'account']),
  name: z.string().max(200),
  baseUrl: z.string().max(2_000),
  /** The base URL is on this machine: a simulator, marked as such on every screen. */
  loopback: z.boolean(),
  keyType: z.enum(['live', 'test', 'unknown']),
  createdAtMs: timeMsSchema,
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const FOLDER_LENGTH_MAX = 4_096;

/** A folder with user data or a ledger whose workspace record and its copy are missing or damaged. */
export const lostWorkspaceSchema = z.strictObject({
  id: workspaceIdSchema,
  folder: z.string().max(FOLDER_LENGTH_MAX),
});
export type LostWorkspace = z.infer<typeof lostWorkspaceSchema>;

/**
 * State of one secret in a secret store. keytar returns null for both "locked" and "absent"; these states
 * distinguish them.
 */
export const secretStateSchema = z.enum(['ready', 'absent', 'locked', 'unavailable', 'timeout']);
export type SecretState = z.infer<typeof secretStateSchema>;

/** Where a secret is stored: the system keychain, or this process's memory until it exits. */
export const secretPlaceSchema = z.enum(['keychain', 'session']);
export type SecretPlace = z.infer<typeof secretPlaceSchema>;

/** How contacts are stored: under a keychain key, under a passphrase, or not at all. */
export const peopleModeSchema = z.enum(['keychain', 'passphrase', 'none', 'demo']);
export type PeopleMode = z.infer<typeof peopleModeSchema>;

export const keyStateSchema = z.strictObject({
  apiKey: z.strictObject({ state: secretStateSchema, place: secretPlaceSchema.nullable() }),
  people: z.strictObject({
    mode: peopleModeSchema,
    state: z.enum(['open', 'locked', 'not-kept']),
    /** Why contacts are locked, so the UI can show how to unlock them. */
    why: z.enum(['passphrase', 'keychain-locked', 'key-missing', 'key-damaged', 'no-keychain']).optional(),
  }),
});
export type KeyState = z.infer<typeof keyStateSchema>;

export const connectionSchema = z.strictObject({
  /** `idle`: no request was sent since the app started. */
  state: z.enum(['idle', 'online', 'offline', 'key-refused', 'plan-lapsed']),
  sinceMs: timeMsSchema.nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

/**
 * One kind of difference between responses and the specification. `missing`: a documented field was absent;
 * `type`: wrong type; `unknown`: undocumented field; `alternate`: a documented field under another name; `row`:
 * unusable rows; `paging`: has_more, total or limit contradict the rows; `wrapped`: a different overall layout.
 */
export const driftSchema = z.strictObject({
  endpoint: endpointSchema,
  kind: z.enum(['missing', 'type', 'unknown', 'alternate', 'row', 'paging', 'wrapped']),
  /** Path of the field, such as `data[].company.tags[].slug`. */
  field: z.string().max(200),
  /** Number of responses with this difference. */
  count: z.int().min(1),
  firstAtMs: timeMsSchema,
  lastAtMs: timeMsSchema,
});
export type Drift = z.infer<typeof driftSchema>;

/** The state that the service reports of itself (spec §9). */
export const serviceStateSchema = z.strictObject({
  status: z.string().max(200).nullable(),
  version: z.string().max(200).nullable(),
  /** Set if the version changed since it was first seen here. */
  versionBefore: z.string().max(200).nullable(),
  checkedAtMs: timeMsSchema.nullable(),
  /** `Deprecation` and `Sunset` headers as received, and when they were last received. */
  deprecation: z
    .strictObject({
      deprecation: z.string().max(200).nullable(),
      sunset: z.string().max(200).nullable(),
      atMs: timeMsSchema,
    })
    .nullable(),
  /** Most frequent first. */
  drift: z.array(driftSchema).max(50),
  driftTotal: z.int().min(0),
});
export type ServiceState = z.infer<typeof serviceStateSchema>;
