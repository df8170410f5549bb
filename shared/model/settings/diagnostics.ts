import { z } from 'zod';
import { timeMsSchema } from '../budget.ts';
import { LIST_LIMIT_MAX } from '../limits.ts';
import { serviceErrorSchema } from '../service-error.ts';
import { secretPlaceSchema, secretStateSchema } from '../workspace.ts';

/*
 * Information about this installation, for support requests. It contains no keys, no names of companies or
 * contacts, and no paths. The only text from the service is the text of its newest error responses, in which
 * keys are masked.
 */

export const SERVICE_ERRORS_MAX = 5;

const version = z.string().max(60);

/** A log line, which is redacted before it is stored. */
export const logLineSchema = z.strictObject({
  atMs: timeMsSchema,
  level: z.enum(['info', 'warn', 'error']),
  event: z.string().max(80),
  /** The fields as JSON; empty if there are none. */
  fields: z.string().max(600),
});
export type LogLine = z.infer<typeof logLineSchema>;

const fileSchema = z.strictObject({
  name: z.enum(['cache', 'yours', 'ledger']),
  /** Total size of the file and its write-ahead log. */
  bytes: z.int().min(0),
  /** Number of the newest migration. */
  schema: z.int().min(0),
});

export const shellSchema = z.enum(['electron', 'loopback']);
export type Shell = z.infer<typeof shellSchema>;

export const diagnosticsSchema = z.strictObject({
  versions: z.strictObject({
    app: version,
    shell: shellSchema,
    /** Null outside Electron. */
    electron: version.nullable(),
    chromium: version.nullable(),
    node: version,
    sqlite: version.nullable(),
    /** System, architecture and release, such as `linux x64 6.8`. */
    system: z.string().max(120),
  }),
  /** Null if no workspace is open. */
  workspace: z
    .strictObject({
      kind: z.enum(['demo', 'account']),
      keyType: z.enum(['live', 'test', 'unknown']),
      /** Host of the base URL, with its port. */
      host: z.string().max(300),
      /** The version last reported by `/health`. */
      serviceVersion: z.string().max(200).nullable(),
      /** Number of ways in which responses differ from the specification. */
      drifts: z.int().min(0),
      /** Server time minus local time; negative if the local clock is fast. */
      clockOffsetMs: z.number(),
      apiKey: z.strictObject({ state: secretStateSchema, place: secretPlaceSchema.nullable() }),
      people: z.strictObject({
        mode: z.enum(['keychain', 'passphrase', 'none', 'demo']),
        state: z.enum(['open', 'locked', 'not-kept']),
      }),
      files: z.array(fileSchema).max(3),
      /** The newest error responses, newest first. */
      serviceErrors: z
        .array(serviceErrorSchema.extend({ atMs: timeMsSchema, endpoint: z.string().max(40) }))
        .max(SERVICE_ERRORS_MAX),
    })
    .nullable(),
  /**
   * Name of the secret store that the app would use on this system; null if there is none. The app determines
   * the name without accessing the store, because an access could make the system prompt the user.
   */
  keyring: z.string().max(80).nullable(),
  /** The result of the last access to the store; null if it has not been accessed since the app started. */
  keyringState: secretStateSchema.nullable(),
  /** Log lines, newest last. */
  log: z.array(logLineSchema).max(LIST_LIMIT_MAX),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
