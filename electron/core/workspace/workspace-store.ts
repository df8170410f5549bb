import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { onboardingStepSchema } from '../../../shared/model/onboarding.ts';
import { secretPlaceSchema, workspaceIdSchema, type Workspace } from '../../../shared/model/workspace.ts';
import { passphraseRecordSchema } from '../library/passphrase.ts';
import type { Logger, RandomSource } from '../ports.ts';

/**
 * After a change of the people key, sealed under the one in force: what identities are keyed with, and, until every row is
 * sealed anew, the key before and the place that it has in the keychain (people-key.ts).
 */
const sealedKey = z.base64().max(200).optional();
const slotSchema = z.enum(['first', 'second']);
const otherKeys = { identity: sealedKey, previous: sealedKey, previousSlot: slotSchema.optional() };

/** `workspace.json`: what identifies a workspace. No key and no service data in it. */
const workspaceRecordSchema = z.object({
  version: z.literal(1),
  id: workspaceIdSchema,
  kind: z.enum(['demo', 'account']),
  name: z.string(),
  baseUrl: z.string(),
  loopback: z.boolean(),
  keyType: z.enum(['live', 'test', 'unknown']),
  createdAtMs: z.number(),
  apiKeyPlace: secretPlaceSchema.nullable(),
  /** Where the key of the webhook is; absent: there never was one. */
  webhookKeyPlace: secretPlaceSchema.nullable().optional(),
  /** First steps in the demo; absent: none was done. */
  onboarding: z.object({ done: z.array(onboardingStepSchema), hidden: z.boolean() }).optional(),
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
const RECORD_FILE = 'workspace.json';
const REMOVED_FILE = 'removed';

/** The workspaces of one data folder: a folder each, named by a random id. */
export interface WorkspaceStore {
  list(): WorkspaceRecord[];
  find(id: string): WorkspaceRecord | null;
  /** Writes the record durably; creates the folder where it is missing. */
  save(record: WorkspaceRecord): void;
  /** Removes the folder with everything in it. */
  remove(id: string): void;
  folder(id: string): string;
  /** Ids of folders without a record: what a crash while connecting or removing left behind, or a record that was lost. */
  unfinished(): string[];
  /** Whether its removal was begun. */
  isRemoved(id: string): boolean;
  newId(): string;
}

export function createWorkspaceStore(dataDir: string, random: RandomSource, log: Logger): WorkspaceStore {
  const root = join(dataDir, 'workspaces');
  const folder = (id: string): string => join(root, workspaceIdSchema.parse(id));
  const read = (id: string): WorkspaceRecord | null => {
    const file = join(root, id, RECORD_FILE);
    if (!existsSync(file)) return null;
    try {
      return workspaceRecordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch {
      log.error('workspace-record-unreadable', { id });
      return null;
    }
  };
  const ids = (): string[] =>
    (existsSync(root) ? readdirSync(root) : []).filter((id) => workspaceIdSchema.safeParse(id).success);
  return {
    unfinished: () => ids().filter((id) => !existsSync(join(root, id, RECORD_FILE))),
    isRemoved: (id) => existsSync(join(folder(id), REMOVED_FILE)),
    list: () =>
      ids()
        .map(read)
        .filter((record) => record !== null)
        .sort((a, b) => a.createdAtMs - b.createdAtMs)
        .slice(0, WORKSPACES_MAX),
    find: (id) => read(id),
    save: (record) => {
      mkdirSync(folder(record.id), { recursive: true, mode: 0o700 });
      writeDurably(join(folder(record.id), RECORD_FILE), JSON.stringify(record, null, 2));
    },
    remove: (id) => {
      // In one step, and without room on the disk: from here on it is no workspace, and what a crash leaves the next start clears.
      const record = join(folder(id), RECORD_FILE);
      if (existsSync(record)) renameSync(record, join(folder(id), REMOVED_FILE));
      rmSync(folder(id), { recursive: true, force: true });
    },
    folder,
    newId: () => random.bytes(12).toString('hex'),
  };
}

/** Replaces a small file so that a crash leaves either the old or the new one whole. */
export function writeDurably(file: string, content: string): void {
  const fresh = `${file}.new`;
  const descriptor = openSync(fresh, 'w', 0o600);
  try {
    // Writes on until all is written, or throws.
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(fresh, file);
  syncFolder(dirname(file));
}

/** What a rename changed stands in the folder, which a system may write later than the file. Windows knows no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
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
