import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { onboardingStepSchema } from '../../../shared/model/onboarding.ts';
import { secretPlaceSchema, workspaceIdSchema, type Workspace } from '../../../shared/model/workspace.ts';
import { passphraseRecordSchema } from '../library/passphrase.ts';
import type { Ports } from '../ports.ts';
import { createRecordFiles, type Mended, type RecordFiles } from './record-files.ts';

/**
 * After a change of the people key, sealed under the one in force: what identities are keyed with, and, until every row is
 * sealed anew, the key before and the place that it has in the keychain (people-key.ts).
 */
const sealedKey = z.base64().max(200).optional();
const slotSchema = z.enum(['first', 'second']);
const otherKeys = { identity: sealedKey, previous: sealedKey, previousSlot: slotSchema.optional() };

const VERSION = 1;

/** `workspace.json`, and its copy: what identifies a workspace. No key and no service data in it. */
const workspaceRecordSchema = z.object({
  version: z.literal(VERSION),
  id: workspaceIdSchema,
  kind: z.enum(['demo', 'account']),
  name: z.string(),
  baseUrl: z.string(),
  loopback: z.boolean(),
  keyType: z.enum(['live', 'test', 'unknown']),
  createdAtMs: z.number(),
  apiKeyPlace: secretPlaceSchema.nullable(),
  /** An older key may still be in the keychain, which would not let go of it when the place became another. */
  apiKeyLeft: z.boolean().optional(),
  /** Where the key of the webhook is; absent: there never was one. */
  webhookKeyPlace: secretPlaceSchema.nullable().optional(),
  /** First steps in the demo; absent: none was done. */
  onboarding: z.object({ done: z.array(onboardingStepSchema), hidden: z.boolean() }).optional(),
  /** When the people key was given up, server time, ms: fingerprints from before (`suppression_key`) match nobody any more. */
  peopleGivenUpAtMs: z.number().optional(),
  people: z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('keychain'), slot: slotSchema.optional(), ...otherKeys }),
    z.object({ mode: z.literal('passphrase'), passphrase: passphraseRecordSchema, ...otherKeys }),
    z.object({ mode: z.literal('none') }),
    z.object({ mode: z.literal('demo') }),
  ]),
});
export type WorkspaceRecord = z.infer<typeof workspaceRecordSchema>;

/** As many as the contract lists. */
export const WORKSPACES_MAX = 50;
const REMOVED_FILE = 'removed';
/** On Windows a program that looks for viruses holds a file for a moment. What stays after that, the next start clears. */
const PATIENTLY = { maxRetries: 4, retryDelay: 50 };

/** The workspaces of one data folder: a folder each, named by a random id. */
export interface WorkspaceStore {
  list(): WorkspaceRecord[];
  find(id: string): WorkspaceRecord | null;
  /** Writes the record and its copy durably; creates the folder where it is missing. */
  save(record: WorkspaceRecord): void;
  /** `save` for a record that was lost: what is left of the old one is kept under another name. */
  remake(record: WorkspaceRecord): void;
  /** At the start, before anything else: mends every record from its copy, and every copy from its record. */
  mend(): void;
  /** Removes the folder with everything in it. */
  remove(id: string): void;
  folder(id: string): string;
  /** Ids of folders without a record: what a crash while connecting or removing left behind, or a record that was lost. */
  unfinished(): string[];
  /** Ids of folders whose record is there and cannot be read, nor its copy. */
  unreadable(): string[];
  /** Whether its removal was begun. */
  isRemoved(id: string): boolean;
  newId(): string;
}

export function createWorkspaceStore(
  dataDir: string,
  { random, log, clock }: Pick<Ports, 'random' | 'log' | 'clock'>,
): WorkspaceStore {
  const root = join(dataDir, 'workspaces');
  const folder = (id: string): string => join(root, workspaceIdSchema.parse(id));
  const filesOf = (id: string): RecordFiles<WorkspaceRecord> =>
    createRecordFiles(folder(id), (text) => recordOf(id, text));
  const isRemoved = (id: string): boolean => existsSync(join(folder(id), REMOVED_FILE));
  const read = (id: string): WorkspaceRecord | null => (isRemoved(id) ? null : filesOf(id).read());
  const ids = (): string[] =>
    (existsSync(root) ? readdirSync(root) : []).filter((id) => workspaceIdSchema.safeParse(id).success);
  const save = (record: WorkspaceRecord): void => {
    mkdirSync(folder(record.id), { recursive: true, mode: 0o700 });
    filesOf(record.id).write(JSON.stringify(record, null, 2));
  };
  return {
    isRemoved,
    unfinished: () => ids().filter((id) => isRemoved(id) || !filesOf(id).isThere()),
    unreadable: () => ids().filter((id) => !isRemoved(id) && filesOf(id).isThere() && read(id) === null),
    list: () =>
      ids()
        .map(read)
        .filter((record) => record !== null)
        .sort((a, b) => a.createdAtMs - b.createdAtMs)
        .slice(0, WORKSPACES_MAX),
    find: read,
    save,
    remake: (record) => {
      filesOf(record.id).setAside(clock.nowMs());
      save(record);
    },
    mend: () => {
      for (const id of ids())
        if (!isRemoved(id) && filesOf(id).isThere()) tell(log, id, filesOf(id).mend(clock.nowMs()));
    },
    remove: (id) => {
      // In one step: from here on it is no workspace, and what a crash leaves the next start clears.
      filesOf(id).giveUp(REMOVED_FILE);
      rmSync(folder(id), { recursive: true, force: true, ...PATIENTLY });
    },
    folder,
    newId: () => random.bytes(12).toString('hex'),
  };
}

function tell(log: Ports['log'], id: string, mended: Mended): void {
  switch (mended.state) {
    case 'sound':
      return;
    case 'copied':
      return log.info('workspace-record-copied', { id });
    case 'restored':
      return log.warn('workspace-record-restored', { id, keptAs: mended.keptAs });
    case 'unreadable':
      return log.error('workspace-record-unreadable', { id });
    case 'failed':
      return log.error('workspace-record-not-mended', { id, error: mended.error });
  }
}

const newerSchema = z.looseObject({ version: z.number().gt(VERSION) });

/** Null for a record of a newer Roundwatch. @throws where the text is not the record of this workspace */
function recordOf(id: string, text: string): WorkspaceRecord | null {
  const told: unknown = JSON.parse(text);
  if (newerSchema.safeParse(told).success) return null;
  const record = workspaceRecordSchema.parse(told);
  if (record.id !== id) throw new Error('the record of another workspace');
  return record;
}

export const summaryOf = (record: WorkspaceRecord): Workspace => ({
  id: record.id,
  kind: record.kind,
  name: record.name,
  baseUrl: record.baseUrl,
  loopback: record.loopback,
  keyType: record.keyType,
  createdAtMs: record.createdAtMs,
});

/** The demo's base URL changes with every start; the record names only what stays. */
export const newDemo = (id: string, createdAtMs: number): WorkspaceRecord => ({
  version: VERSION,
  id,
  kind: 'demo',
  name: 'Demo',
  baseUrl: 'http://127.0.0.1/api/v1',
  loopback: true,
  keyType: 'live',
  createdAtMs,
  apiKeyPlace: null,
  people: { mode: 'demo' },
});
