import { SECOND_MS } from '../../../shared/durations.ts';
import type { UpdateSource } from '../ports.ts';
import { requireHttps } from './choose-file.ts';
import { readSignedManifest, type UpdateManifest } from './signed-manifest.ts';
import { UpdateFailure } from './update-failure.ts';

const MANIFEST_BYTES_MAX = 256 * 1024;
const HEAD_TIMEOUT_MS = 15 * SECOND_MS;
const TOTAL_TIMEOUT_MS = 30 * SECOND_MS;
/** These headers reveal neither the app's version nor the operating system. */
export const UPDATE_HEADERS = { 'User-Agent': 'Roundwatch' };

/**
 * Fetches the manifest from the feed and verifies it.
 *
 * @throws UpdateFailure
 * @throws TransportFailure
 */
export async function fetchManifest(
  { feed, downloads }: UpdateSource,
  signal: AbortSignal,
): Promise<UpdateManifest> {
  requireHttps(feed.url);
  const chunks: Uint8Array[] = [];
  const { status } = await downloads.get({
    url: feed.url,
    headers: UPDATE_HEADERS,
    signal,
    headTimeoutMs: HEAD_TIMEOUT_MS,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    maxBodyBytes: MANIFEST_BYTES_MAX,
    onChunk: (chunk) => {
      chunks.push(chunk);
      return Promise.resolve();
    },
  });
  if (status !== 200) throw new UpdateFailure('unreachable');
  const manifest = readSignedManifest(Buffer.concat(chunks).toString('utf8'), feed.publicKey);
  if (manifest.channel !== feed.channel) throw new UpdateFailure('channel');
  return manifest;
}
