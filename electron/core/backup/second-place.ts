import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { z } from 'zod';
import { AppFailure } from '../../../shared/app-failure.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { SecondPlace } from '../../../shared/contract/backups.ts';
import { messageOf } from '../foundation/error-message.ts';
import { FOLDER_LENGTH_MAX } from '../../../shared/model/workspace.ts';
import type { Clock, Dispose, Logger } from '../ports.ts';
import { backupName, DIGEST_LENGTH, parseBackupName, type BackupFacts } from './backup-name.ts';
import { surplusBackups } from './backup-rotation.ts';
import { writeDurably } from './durable-files.ts';

/** The user is reminded when copies to the second folder have failed for at least this long. */
export const OVERDUE_MS = 7 * DAY_MS;

const RECORD_FILE = 'second-backups.json';
const UNFINISHED = '.part';

const TARGET = 'Roundwatch backups ';

/** The workspace's subfolder in the second folder that the user chose. */
const targetIn = (place: string, workspaceFolder: string): string =>
  join(place, TARGET + basename(workspaceFolder));

const recordSchema = z.strictObject({
  folder: z.string().min(1).max(FOLDER_LENGTH_MAX),
  /** Time of the last complete copy; null before the first. */
  copiedAtMs: z.number().nullable(),
  /** Names of the workspace's own backups at the time of the last complete copy. */
  copied: z.array(z.string()),
  failure: z.strictObject({ sinceMs: z.number(), reason: z.enum(['unreachable', 'failed']) }).nullable(),
});
type PlaceRecord = z.infer<typeof recordSchema>;

/** Copies every backup of a workspace to a second folder or drive that the user chose. */
export interface SecondBackups {
  /** Returns the chosen second folder and its state; null if the user chose none. */
  state(): SecondPlace | null;
  /**
   * Creates the folder for the backups and copies all backups to it.
   * @throws AppFailure `storage` (file `backup`) if the folder cannot be written, or `validation` if it is
   * inside the workspace's own folder
   */
  choose(folder: string): Promise<void>;
  /** Ends the copying of backups to the second folder. The existing copies are not deleted. */
  forget(): void;
  /**
   * Copies the backups that the second folder lacks, and deletes copies that it should no longer contain.
   * Calls run one after the other. A failure is recorded and logged, not thrown.
   */
  copy(): Promise<void>;
  /**
   * Copies the backups if the last copy failed, or if the backups in the workspace have changed since:
   * through a new backup, the rotation or an erasure.
   */
  copyIfDue(): Promise<void>;
  /**
   * Stops all writing to the workspace's folder. A copy in progress continues, but from then on it writes
   * only to the second folder.
   */
  stop: Dispose;
}

export interface SecondBackupsOptions {
  /** The workspace's folder. */
  readonly folder: string;
  /** The workspace's own backup folder. */
  readonly root: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns the time of the latest erasure, in Unix ms; null if nothing was erased. */
  readonly erasedAtMs: () => number | null;
  readonly publishChanged: () => void;
}

export function createSecondBackups(options: SecondBackupsOptions): SecondBackups {
  const { folder, clock, log, publishChanged } = options;
  const file = join(folder, RECORD_FILE);
  let queue: Promise<void> = Promise.resolve();
  let isStopped = false;
  const write = (record: PlaceRecord): void => {
    writeDurably(file, JSON.stringify(record));
    publishChanged();
  };
  const run = async (): Promise<void> => {
    const record = isStopped ? null : readRecord(file, log);
    if (record === null) return;
    const own = namesIn(options.root);
    const failure = await failureOf(mirror(options, own, targetIn(record.folder, folder)), log);
    // The user may have chosen another folder, or closed the workspace, while the files were being copied.
    if (isStopped || readRecord(file, log)?.folder !== record.folder) return;
    const sinceMs = record.failure?.sinceMs ?? clock.nowMs();
    write({
      ...record,
      ...(failure === null
        ? { copiedAtMs: clock.nowMs(), copied: own, failure: null }
        : { failure: { sinceMs, reason: failure } }),
    });
  };
  const copy = (): Promise<void> =>
    (queue = queue.then(run).catch((error: unknown) => {
      // The record of the copies cannot be written, for example because the disk is full. The next copy tries
      // to write it again.
      log.warn('second-backup-not-recorded', { error: messageOf(error) });
    }));
  return {
    copy,
    copyIfDue: async () => {
      const record = readRecord(file, log);
      if (record === null) return;
      if (record.failure !== null || record.copied.join() !== namesIn(options.root).join()) await copy();
    },
    stop: () => {
      isStopped = true;
    },
    state: () => {
      const record = readRecord(file, log);
      if (record === null) return null;
      const { copied: _, ...place } = record;
      const { failure } = place;
      return { ...place, isOverdue: failure !== null && clock.nowMs() - failure.sinceMs >= OVERDUE_MS };
    },
    choose: async (place) => {
      requireElsewhere(folder, place);
      try {
        await mkdir(targetIn(place, folder), { recursive: true, mode: 0o700 });
      } catch {
        throw new AppFailure({ kind: 'storage', reason: 'unavailable', file: 'backup' });
      }
      write({ folder: place, copiedAtMs: null, copied: [], failure: null });
      await copy();
    },
    forget: () => {
      rmSync(file, { force: true });
      publishChanged();
    },
  };
}

/** Returns null if no folder was chosen, or if the record cannot be read. */
function readRecord(file: string, log: Logger): PlaceRecord | null {
  if (!existsSync(file)) return null;
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    log.warn('second-backups-unreadable', { error: messageOf(error) });
    return null;
  }
}

const invalid = (path: string, message: string): AppFailure =>
  new AppFailure({ kind: 'validation', issues: [{ path, message }] });

/** A copy inside the workspace's own folder would be lost together with the folder. */
function requireElsewhere(workspaceFolder: string, place: string): void {
  const way = relative(workspaceFolder, place);
  const isInside = way === '' || (!way.startsWith('..') && !isAbsolute(way));
  if (isInside) throw invalid('folder', 'a folder outside the workspace');
  if (place.length > FOLDER_LENGTH_MAX)
    throw invalid('folder.length', `at most ${FOLDER_LENGTH_MAX} characters in the path of a folder`);
}

/**
 * Brings the second folder up to date. New backups are copied and read back before an old one is deleted. The
 * target folder must exist: an unplugged drive often leaves its empty mount point behind, and a copy written
 * there would be on the same disk as the original.
 */
async function mirror(options: SecondBackupsOptions, own: readonly string[], target: string): Promise<void> {
  const { root, clock } = options;
  if (!(await stat(target)).isDirectory()) throw new Error('the second place is not a folder');
  const there = new Set(await readdir(target));
  for (const { name, facts } of factsOf(own))
    if (!there.has(name)) await copyVerified(join(root, name), join(target, name), facts.digest);
  const stored = await readdir(target);
  const unneeded = await obsolete(factsOf(stored), factsOf(own), target, options.erasedAtMs(), clock.nowMs());
  // Interrupted copies are deleted too, because they may contain data that the user has erased since the
  // interruption.
  const interrupted = stored.filter((name) => name.endsWith(UNFINISHED));
  for (const name of [...unneeded, ...interrupted]) await rm(join(target, name), { force: true });
}

/** Returns the sorted names of the backups in a folder; none if the folder does not exist. */
const namesIn = (root: string): string[] =>
  existsSync(root)
    ? readdirSync(root)
        .filter((name) => parseBackupName(name) !== null)
        .toSorted()
    : [];

interface Named {
  readonly name: string;
  readonly facts: BackupFacts;
}
/** Returns each name with the facts that it encodes. Omits files that are not backups. */
const factsOf = (names: readonly string[]): Named[] =>
  names.flatMap((name) => {
    const facts = parseBackupName(name);
    return facts === null ? [] : [{ name, facts }];
  });

/**
 * Returns the copies to delete: surplus copies, and copies that may contain erased data. A copy may contain
 * erased data if an erasure replaced its original, or if its original no longer exists and the copy was made
 * before the latest erasure.
 */
async function obsolete(
  stored: readonly Named[],
  own: readonly Named[],
  target: string,
  erasedAtMs: number | null,
  nowMs: number,
): Promise<string[]> {
  const names = new Set(own.map(({ name }) => name));
  const withoutDigest = ({ facts }: Named): string => backupName({ ...facts, digest: '' });
  const moments = new Set(own.map(withoutDigest));
  const isErased = (each: Named): boolean =>
    !names.has(each.name) &&
    (moments.has(withoutDigest(each)) || (erasedAtMs !== null && each.facts.madeAtMs <= erasedAtMs));
  const remaining = stored.filter((each) => !isErased(each));
  const backups = [];
  for (const { name, facts } of remaining) {
    const isGood = (await digestOf(join(target, name))) === facts.digest;
    backups.push({ ...facts, id: name, bytes: 0, state: isGood ? ('good' as const) : ('damaged' as const) });
  }
  const surplus = new Set(surplusBackups(backups, nowMs));
  // A surplus copy is deleted only if its original no longer exists. Otherwise, the next run would copy the
  // original again.
  return stored
    .filter((each) => isErased(each) || (surplus.has(each.name) && !names.has(each.name)))
    .map(({ name }) => name);
}

/**
 * Copies a backup, flushes the copy and compares it with `digest` before it gets its final name. If the
 * backup itself is damaged, deletes the copy and returns false.
 */
async function copyVerified(from: string, to: string, digest: string): Promise<boolean> {
  const unfinished = to + UNFINISHED;
  try {
    await copyFile(from, unfinished);
    await flush(unfinished);
    const isWhole = (await digestOf(unfinished)) === digest;
    if (isWhole) await rename(unfinished, to);
    else if ((await digestOf(from)) === digest) throw new Error('the copy differs from the backup');
    return isWhole;
  } finally {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the part of the file's SHA-256 that appears in a backup's name. */
async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex').slice(0, DIGEST_LENGTH);
}

/** Returns why the work failed; null if it succeeded. */
async function failureOf(work: Promise<void>, log: Logger): Promise<'unreachable' | 'failed' | null> {
  try {
    await work;
    return null;
  } catch (error) {
    log.warn('no-second-backup', { error: messageOf(error) });
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENODEV');
    return isMissing ? 'unreachable' : 'failed';
  }
}

/**
 * Deletes the copies of a workspace's backups from its second folder. Copies that cannot be reached are only
 * logged, so a workspace can be deleted even if the second drive is disconnected.
 */
export async function removeSecondBackups(workspaceFolder: string, log: Logger): Promise<void> {
  const record = readRecord(join(workspaceFolder, RECORD_FILE), log);
  if (record === null) return;
  const target = targetIn(record.folder, workspaceFolder);
  try {
    for (const { name } of factsOf(await readdir(target))) await rm(join(target, name), { force: true });
    await rmdir(target);
  } catch (error) {
    log.warn('second-backups-not-deleted', { error: messageOf(error) });
  }
}

/**
 * Copies the good backups from `place`, and from the subfolders that `SecondBackups` created there, to
 * `root`. If one of the subfolders belongs to the workspace of `root`, those of other workspaces are ignored.
 * @returns the number of good backups that were found, and the number of those that were copied
 */
export async function findBackups(
  place: string,
  root: string,
): Promise<{ readonly found: number; readonly copied: number }> {
  const targets = (await readdir(place, { withFileTypes: true })).flatMap((entry) =>
    entry.isDirectory() && entry.name.startsWith(TARGET) ? [join(place, entry.name)] : [],
  );
  const own = targetIn(place, dirname(root));
  const folders = [place, ...(targets.includes(own) ? [own] : targets)];
  await mkdir(root, { recursive: true, mode: 0o700 });
  const known = new Set(await readdir(root));
  let [found, copied] = [0, 0];
  for (const folder of folders)
    for (const { name, facts } of factsOf(await readdir(folder))) {
      const isNew = !known.has(name);
      const isGood = isNew
        ? await copyVerified(join(folder, name), join(root, name), facts.digest)
        : (await digestOf(join(folder, name))) === facts.digest;
      if (!isGood) continue;
      known.add(name);
      found += 1;
      if (!isNew) continue;
      copied += 1;
      await chmod(join(root, name), 0o600);
    }
  return { found, copied };
}
