import { open, rename, rm, writeFile } from 'node:fs/promises';
import { AppFailure } from '../../../../shared/app-failure.ts';
import { storageFailure } from '../../database/open.ts';
import { ARCHIVE_BYTES_MAX } from './format.ts';

/**
 * Writes an archive that only the user can read. Never leaves an incomplete file.
 * @throws AppFailure `storage`
 */
export async function writeArchiveFile(file: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw asFailure(error);
  }
}

/** @throws AppFailure `archive` (`too-large`), `storage` */
export async function readArchiveFile(file: string): Promise<Buffer> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      if (size > ARCHIVE_BYTES_MAX) throw new AppFailure({ kind: 'archive', reason: 'too-large' });
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw asFailure(error);
  }
}

function asFailure(error: unknown): unknown {
  const isFromSystem = error instanceof Error && 'syscall' in error;
  const unavailable = (): AppFailure => new AppFailure({ kind: 'storage', reason: 'unavailable' });
  return storageFailure(error) ?? (isFromSystem ? unavailable() : error);
}
