import { z } from 'zod';
import { endpointSchema, timeMsSchema } from './budget.ts';

export const workspaceIdSchema = z.string().regex(/^[a-z0-9]{16,40}$/);

export const workspaceNameSchema = z.string().trim().min(1).max(80);

export const workspaceSchema = z.strictObject({
  id: workspaceIdSchema,
  kind: z.enum(['demo', 'account']),
  name: z.string().max(200),
  baseUrl: z.string().max(2_000),
  /**
   * Whether the base URL points to this computer. If so, the service is a simulator, and every screen shows
   * this.
   */
  loopback: z.boolean(),
  keyType: z.enum(['live', 'test', 'unknown']),
  createdAtMs: timeMsSchema,
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const FOLDER_LENGTH_MAX = 4_096;

/**
 * A workspace folder that still contains user data or a ledger, but in which neither the workspace record nor
 * its copy can be read.
 */
export const lostWorkspaceSchema = z.strictObject({
  id: workspaceIdSchema,
  folder: z.string().max(FOLDER_LENGTH_MAX),
});
export type LostWorkspace = z.infer<typeof lostWorkspaceSchema>;

/**
 * State of a secret. A locked keychain (`locked`) and a missing secret (`absent`) are different states,
 * although keytar returns null for both.
 */
export const secretStateSchema = z.enum(['ready', 'absent', 'locked', 'unavailable', 'timeout']);
export type SecretState = z.infer<typeof secretStateSchema>;

/** Where a secret is stored: the system keychain, or this process's memory until it exits. */
export const secretPlaceSchema = z.enum(['keychain', 'session']);
export type SecretPlace = z.infer<typeof secretPlaceSchema>;

/**
 * How contacts are stored: encrypted with a key in the keychain, encrypted with a passphrase, not stored at
 * all, or encrypted with the demo's fixed key.
 */
const peopleModeSchema = z.enum(['keychain', 'passphrase', 'none', 'demo']);
export type PeopleMode = z.infer<typeof peopleModeSchema>;

export const keyStateSchema = z.strictObject({
  apiKey: z.strictObject({ state: secretStateSchema, place: secretPlaceSchema.nullable() }),
  people: z.strictObject({
    mode: peopleModeSchema,
    state: z.enum(['open', 'locked', 'not-kept']),
    /**
     * Why contacts are locked, so the UI can explain how to unlock them. `auto-locked`: the contact key
     * is in the keychain, and the app locked the contacts while the user was away.
     */
    why: z
      .enum(['passphrase', 'auto-locked', 'keychain-locked', 'key-missing', 'key-damaged', 'no-keychain'])
      .optional(),
  }),
});
export type KeyState = z.infer<typeof keyStateSchema>;

export const connectionSchema = z.strictObject({
  /**
   * `idle`: unknown, because the workspace has just been opened or the state was reset, and no request has
   * shown the state since. `failing`: the network works, but the service does not respond, or responds with
   * errors or unreadable content.
   */
  state: z.enum(['idle', 'online', 'offline', 'failing', 'key-refused', 'plan-lapsed']),
  sinceMs: timeMsSchema.nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

/**
 * A way in which responses differ from the specification. `missing`: a documented field is absent. `type`: a
 * field has the wrong type. `unknown`: a field is undocumented. `alternate`: a documented field has a
 * different name. `row`: the app cannot use some rows. `paging`: `has_more`, `total` or `limit` contradicts
 * the number of rows. `wrapped`: the response as a whole has a different structure.
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

/**
 * The status and version reported by the service, and how its responses differ from the specification (spec
 * §9).
 */
export const serviceStateSchema = z.strictObject({
  status: z.string().max(200).nullable(),
  version: z.string().max(200).nullable(),
  /** The previous version; null if the version has not changed. */
  versionBefore: z.string().max(200).nullable(),
  checkedAtMs: timeMsSchema.nullable(),
  /** `Deprecation` and `Sunset` headers as received, and the time at which they were last received. */
  deprecation: z
    .strictObject({
      deprecation: z.string().max(200).nullable(),
      sunset: z.string().max(200).nullable(),
      atMs: timeMsSchema,
    })
    .nullable(),
  /** Differences from the specification, most frequent first. */
  drift: z.array(driftSchema).max(50),
  driftTotal: z.int().min(0),
});
export type ServiceState = z.infer<typeof serviceStateSchema>;
