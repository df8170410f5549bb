import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { storageFailure } from '../../database/open.ts';

export interface MarkdownFile {
  /** File name with extension, unique in the export. */
  readonly name: string;
  readonly text: string;
}

/**
 * Writes files to a new folder in `parent`. Only the user can read this folder. Never overwrites a file. If
 * the export fails or `stopped` returns true, the new folder is deleted.
 * @returns the folder's path and the number of files in it; null and 0 if the export was stopped
 * @throws AppFailure `storage`
 */
export async function writeFiles(
  parent: string,
  wanted: string,
  files: Iterable<MarkdownFile>,
  { onfile, stopped }: { onfile?: (count: number) => void; stopped?: () => boolean } = {},
): Promise<{ place: string | null; files: number }> {
  let unfinished: string | null = null;
  try {
    await mkdir(parent, { recursive: true });
    unfinished = await mkdtemp(join(parent, '.roundwatch-'));
    let count = 0;
    for (const { name, text } of files) {
      await writeFile(join(unfinished, name), text, { flag: 'wx', mode: 0o600 });
      count += 1;
      onfile?.(count);
      if (stopped?.()) {
        await rm(unfinished, { recursive: true, force: true });
        return { place: null, files: 0 };
      }
    }
    const place = freePlace(parent, wanted);
    await rename(unfinished, place);
    return { place, files: count };
  } catch (error) {
    if (unfinished !== null) await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    throw asStorageFailure(error);
  }
}

function freePlace(parent: string, wanted: string): string {
  let place = join(parent, wanted);
  for (let number = 2; existsSync(place); number += 1) place = join(parent, `${wanted} (${number})`);
  return place;
}

function asStorageFailure(error: unknown): unknown {
  const isFromSystem = error instanceof Error && 'syscall' in error;
  const unavailable = (): AppFailure => new AppFailure({ kind: 'storage', reason: 'unavailable' });
  return storageFailure(error) ?? (isFromSystem ? unavailable() : error);
}
