import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { onboardingStepSchema } from '../../../shared/model/settings/onboarding.ts';
import { secretPlaceSchema, workspaceIdSchema, type Workspace } from '../../../shared/model/workspace.ts';
import { passphraseRecordSchema } from '../contacts/passphrase.ts';
import type { Ports } from '../ports.ts';
import { createRecordFiles, type RecordRepair, type RecordFiles } from './workspace-record.ts';

/**
 * Schema for the keys in the record, which are encrypted under the contact key. They are added when the
 * contact key is changed. Once every row is re-encrypted, `previous` and `previousSlot` are removed
 * (`contact-key.ts`).
 */
const sealedKey = z.base64().max(200).optional();
const slotSchema = z.enum(['first', 'second']);
const otherKeys = { identity: sealedKey, previous: sealedKey, previousSlot: slotSchema.optional() };

const VERSION = 1;

/** The content of `workspace.json` and its copy. Contains no unencrypted key and no downloaded data. */
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
  /** Whether an older API key may still be in the keychain, because deleting it failed. */
  apiKeyLeft: z.boolean().optional(),
  /**
   * Whether backups may still contain the list of company pages that the user has opened. The list itself was
   * deleted with the downloaded data.
   */
  openedPagesLeft: z.boolean().optional(),
  webhookKeyPlace: secretPlaceSchema.nullable().optional(),
  /** Completed onboarding steps of the demo. */
  onboarding: z.object({ done: z.array(onboardingStepSchema), hidden: z.boolean() }).optional(),
  /**
   * Server time, in ms, at which the contact key was declared lost. Blocks created earlier no longer
   * recognize contacts, because their hashes were made with the lost key.
   */
  peopleGivenUpAtMs: z.number().optional(),
  people: z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('keychain'), slot: slotSchema.optional(), ...otherKeys }),
    z.object({ mode: z.literal('passphrase'), passphrase: passphraseRecordSchema, ...otherKeys }),
    z.object({ mode: z.literal('none') }),
    z.object({ mode: z.literal('demo') }),
  ]),
});
export type WorkspaceRecord = z.infer<typeof workspaceRecordSchema>;

/** Maximum number of workspaces, as in the contract. */
export const WORKSPACES_MAX = 50;
const REMOVED_FILE = 'removed';
/** Options that retry a deletion, because a virus scanner on Windows may briefly have a file open. */
const PATIENTLY = { maxRetries: 4, retryDelay: 50 };

/** The workspaces in a data folder. Each has a folder whose name is its random id. */
export interface WorkspaceStore {
  list(): WorkspaceRecord[];
  find(id: string): WorkspaceRecord | null;
  /** Writes the record and its copy to disk. Creates the folder if it is missing. */
  save(record: WorkspaceRecord): void;
  /**
   * Like `save`. If the existing record file is damaged or from a newer version, it is renamed first instead
   * of being overwritten.
   */
  remake(record: WorkspaceRecord): void;
  /** Repairs damaged records and copies. Must be called at startup, before the other functions. */
  mend(): void;
  remove(id: string): void;
  folder(id: string): string;
  /**
   * Returns the ids of folders without a record. Either the app crashed while connecting or removing the
   * workspace, or the record was lost.
   */
  unfinished(): string[];
  /** Returns the ids of folders whose record and copy are unusable. */
  unreadable(): string[];
  /** Returns whether the removal of a workspace has begun. */
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
        if (!isRemoved(id) && filesOf(id).isThere()) logRepair(log, id, filesOf(id).mend(clock.nowMs()));
    },
    remove: (id) => {
      // The record is renamed first, because a folder without a record is no longer a workspace. If deleting
      // the folder then fails, the next start deletes it.
      filesOf(id).giveUp(REMOVED_FILE);
      rmSync(folder(id), { recursive: true, force: true, ...PATIENTLY });
    },
    folder,
    newId: () => random.bytes(12).toString('hex'),
  };
}

function logRepair(log: Ports['log'], id: string, mended: RecordRepair): void {
  switch (mended.state) {
    case 'sound':
      return;
    case 'copied':
      return log.info('workspace-record-copied', { id });
    case 'restored':
      return log.warn('workspace-record-restored', { id, keptAs: mended.setAsidePath });
    case 'unreadable':
      return log.error('workspace-record-unreadable', { id });
    case 'failed':
      return log.error('workspace-record-not-mended', { id, error: mended.error });
  }
}

const newerSchema = z.looseObject({ version: z.number().gt(VERSION) });

/**
 * Parses a record. Returns null if a newer version of Roundwatch wrote it.
 * @throws if the text is not the record of this workspace
 */
function recordOf(id: string, text: string): WorkspaceRecord | null {
  const parsed: unknown = JSON.parse(text);
  if (newerSchema.safeParse(parsed).success) return null;
  const record = workspaceRecordSchema.parse(parsed);
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

/** Returns the record of a new demo. Its base URL is a placeholder, because the demo's port changes. */
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
