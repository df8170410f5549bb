import { createHash } from 'node:crypto';
import { createReadStream, existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS, SECOND_MS } from '../../../shared/durations.ts';
import { TransportFailure, type DownloadTransport, type RandomSource } from '../ports.ts';
import { UPDATE_HEADERS } from './fetch-manifest.ts';
import type { UpdateFile } from './signed-manifest.ts';
import { UpdateFailure } from './update-failure.ts';

const HEAD_TIMEOUT_MS = 30 * SECOND_MS;
const TOTAL_TIMEOUT_MS = 60 * MINUTE_MS;
const ENDINGS: Readonly<Record<UpdateFile['kind'], string>> = {
  deb: 'deb',
  appimage: 'AppImage',
  exe: 'exe',
  dmg: 'dmg',
};

interface Download {
  readonly downloads: DownloadTransport;
  readonly random: RandomSource;
  /** The folder for the file, such as the user's downloads folder. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onReceived: (receivedBytes: number) => void;
}

/**
 * Downloads a file listed in a verified manifest. The file gets its final name only after its size and
 * checksum have been verified. Until then, it has a temporary name, which no system opens as an installer.
 *
 * @returns the path of the file
 * @throws UpdateFailure `truncated`, `checksum`, `too-large`, `unreachable`
 * @throws TransportFailure
 */
export async function downloadFile(file: UpdateFile, version: string, download: Download): Promise<string> {
  const { folder, random } = download;
  const partial = join(folder, `Roundwatch-${random.bytes(8).toString('hex')}.part`);
  try {
    const received = await receive(file, partial, download);
    if (received.bytes < file.bytes) throw new UpdateFailure('truncated');
    if (received.sha256 !== file.sha256) throw new UpdateFailure('checksum');
    const path = freePath(folder, `Roundwatch-${version}-${file.arch}`, ENDINGS[file.kind]);
    renameSync(partial, path);
    return path;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Writes the file to disk as it is received. */
async function receive(
  { url, bytes }: UpdateFile,
  path: string,
  { downloads, signal, onReceived }: Download,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let receivedBytes = 0;
  let diskError: unknown = null;
  const handle = await open(path, 'wx', 0o644);
  try {
    const { status } = await downloads.get({
      url,
      headers: UPDATE_HEADERS,
      signal,
      headTimeoutMs: HEAD_TIMEOUT_MS,
      totalTimeoutMs: TOTAL_TIMEOUT_MS,
      maxBodyBytes: bytes,
      onChunk: async (chunk) => {
        await handle.writeFile(chunk).catch((error: unknown) => {
          diskError = error;
          throw error;
        });
        hash.update(chunk);
        receivedBytes += chunk.byteLength;
        onReceived(receivedBytes);
      },
    });
    if (status !== 200) throw new UpdateFailure('unreachable');
    await handle.sync();
  } catch (error) {
    if (diskError !== null) throw new UpdateFailure('storage');
    throw isCut(error) && receivedBytes > 0 ? new UpdateFailure('truncated') : error;
  } finally {
    await handle.close();
  }
  return { bytes: receivedBytes, sha256: hash.digest('hex') };
}

/** Returns whether the connection ended before the whole body was received. */
const isCut = (error: unknown): boolean =>
  error instanceof TransportFailure && (error.reason === 'connection' || error.reason === 'timeout');

/** Returns a path that does not exist yet, so no existing file is overwritten. */
function freePath(folder: string, name: string, ending: string): string {
  for (let copy = 1; ; copy += 1) {
    const path = join(folder, `${name}${copy === 1 ? '' : ` (${copy})`}.${ending}`);
    if (!existsSync(path)) return path;
  }
}

/** Returns whether the file on disk is still the one that was verified. */
export async function isUnchanged(path: string, { sha256 }: Pick<UpdateFile, 'sha256'>): Promise<boolean> {
  if (!existsSync(path)) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex') === sha256;
}
