import { z } from 'zod';
import { timeMsSchema } from '../budget.ts';

/** Why an update was refused, or could not be checked, downloaded or opened. */
export const UPDATE_PROBLEMS = [
  'offline',
  'unreachable',
  'insecure',
  'certificate',
  'redirect',
  'other-server',
  'too-large',
  'malformed',
  'signature',
  'channel',
  'replayed',
  'expired',
  'downgrade',
  'platform',
  'truncated',
  'checksum',
  'storage',
  'changed',
  'not-opened',
] as const;
export type UpdateProblem = (typeof UPDATE_PROBLEMS)[number];

/** Maximum length of the release notes in a manifest, in UTF-16 code units. */
export const UPDATE_NOTES_MAX = 20_000;

const updateSchema = z.strictObject({
  version: z.string().max(40),
  releasedAtMs: timeMsSchema,
  /** The release notes, as plain text. */
  notes: z.string().max(UPDATE_NOTES_MAX),
  bytes: z.int().min(0),
});
export type Update = z.infer<typeof updateSchema>;

const phaseSchema = z.discriminatedUnion('kind', [
  /** Nothing is known, because no check has been made since the app started. */
  z.strictObject({ kind: z.literal('idle') }),
  z.strictObject({ kind: z.literal('checking') }),
  /** The latest version is installed. */
  z.strictObject({ kind: z.literal('current') }),
  z.strictObject({ kind: z.literal('available'), update: updateSchema }),
  z.strictObject({ kind: z.literal('downloading'), update: updateSchema, receivedBytes: z.int().min(0) }),
  /** The file has been verified and is in the downloads folder. */
  z.strictObject({ kind: z.literal('ready'), update: updateSchema, file: z.string().max(200) }),
  z.strictObject({
    kind: z.literal('failed'),
    problem: z.enum(UPDATE_PROBLEMS),
    /** The update that could not be downloaded or opened; null if the check failed. */
    update: updateSchema.nullable(),
  }),
]);
export type UpdatePhase = z.infer<typeof phaseSchema>;

export const updateStatusSchema = z.strictObject({
  /**
   * `ready`: the app can check for updates. `no-feed`: this build has no update address. `browser`: this shell
   * cannot install updates.
   */
  support: z.enum(['ready', 'no-feed', 'browser']),
  /** Release channel of this build, such as `stable`; null without an update address. */
  channel: z.string().max(40).nullable(),
  /** Host that provides the updates. */
  host: z.string().max(300).nullable(),
  /** Address of the download page; null if this build has none. */
  homepage: z.string().max(300).nullable(),
  /** Whether the system can open a downloaded file in an installer. False for an AppImage. */
  hasInstaller: z.boolean(),
  /** Whether the app checks for updates once a day. */
  scheduled: z.boolean(),
  /** When the app last checked, whether or not the check succeeded. */
  checkedAtMs: timeMsSchema.nullable(),
  phase: phaseSchema,
});
export type UpdateStatus = z.infer<typeof updateStatusSchema>;
