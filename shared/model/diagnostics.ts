import { z } from 'zod';
import { timeMsSchema } from './budget.ts';
import { LIST_LIMIT_MAX } from './limits.ts';
import { secretPlaceSchema, secretStateSchema } from './workspace.ts';

/*
 * What helps whoever is asked for help: facts of this installation. No key, no name of a company or a person, nothing that
 * the service answered, no path.
 */

const version = z.string().max(60);

/** One line that the app logged, redacted before it is kept. */
export const logLineSchema = z.strictObject({
  atMs: timeMsSchema,
  level: z.enum(['info', 'warn', 'error']),
  event: z.string().max(80),
  /** Its fields as JSON; empty where there were none. */
  fields: z.string().max(600),
});
export type LogLine = z.infer<typeof logLineSchema>;

const fileSchema = z.strictObject({
  name: z.enum(['cache', 'yours', 'ledger']),
  /** With its write-ahead log, bytes. */
  bytes: z.int().min(0),
  /** Number of the newest migration. */
  schema: z.int().min(0),
});

export const diagnosticsSchema = z.strictObject({
  versions: z.strictObject({
    app: version,
    shell: z.enum(['electron', 'loopback', 'test']),
    /** Null outside Electron. */
    electron: version.nullable(),
    chromium: version.nullable(),
    node: version,
    sqlite: version.nullable(),
    /** `linux x64 6.8`: system, architecture, release. */
    system: z.string().max(120),
  }),
  /** Null while no workspace is open. */
  workspace: z
    .strictObject({
      kind: z.enum(['demo', 'account']),
      keyType: z.enum(['live', 'test', 'unknown']),
      /** Host of the base URL, with its port. */
      host: z.string().max(300),
      /** What `/health` told last. */
      serviceVersion: z.string().max(200).nullable(),
      /** Ways in which answers differ from the documentation. */
      drifts: z.int().min(0),
      /** The service's clock minus this laptop's, ms: below 0 this one is fast. */
      clockOffsetMs: z.number(),
      apiKey: z.strictObject({ state: secretStateSchema, place: secretPlaceSchema.nullable() }),
      people: z.strictObject({
        mode: z.enum(['keychain', 'passphrase', 'none', 'demo']),
        state: z.enum(['open', 'locked', 'not-kept']),
      }),
      files: z.array(fileSchema).max(3),
    })
    .nullable(),
  /** What this system keeps secrets in; null: nothing that the app knows. It is not asked here: asking may make it prompt. */
  keyring: z.string().max(80).nullable(),
  /** Newest last. */
  log: z.array(logLineSchema).max(LIST_LIMIT_MAX),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
