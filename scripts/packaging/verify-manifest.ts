import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSystemRandom } from '../../electron/adapters/system-random.ts';
import type { DownloadTransport, UpdateFeed } from '../../electron/core/ports.ts';
import { chooseFile } from '../../electron/core/updates/choose-file.ts';
import { downloadFile } from '../../electron/core/updates/download-file.ts';
import { fetchManifest } from '../../electron/core/updates/fetch-manifest.ts';
import { RELEASE_TARGETS } from './release-files.ts';
import { updateSettingsOf } from './update-feed.ts';

/*
 * Verifies a signed manifest and its files before publication, with the code and the public key of the app.
 * The release workflow runs:
 *
 * node scripts/packaging/verify-manifest.ts --manifest stable.json --folder files --version 1.4.0
 *
 * It uses the same environment variables as the build: ROUNDWATCH_UPDATE_FEED, _KEY and _CHANNEL.
 */

interface Published {
  readonly feed: UpdateFeed;
  /** The signed manifest, and the folder with the release's files. */
  readonly manifest: string;
  readonly folder: string;
}

/** Returns a transport that serves the feed and its files from the disk. */
const transportOf = ({ feed, manifest, folder }: Published): DownloadTransport => ({
  get: async ({ url, onChunk }) => {
    const path = url === feed.url ? manifest : join(folder, basename(new URL(url).pathname));
    for await (const chunk of createReadStream(path)) await onChunk(chunk as Buffer);
    return { status: 200 };
  },
});

/**
 * Checks the manifest and downloads every file as an installed older version would.
 *
 * @returns the number of verified files
 * @throws Error if an installed version would refuse the manifest or one of the files
 */
export async function verifyManifest(published: Published, version: string): Promise<number> {
  const { feed } = published;
  const downloads = transportOf(published);
  const signal = new AbortController().signal;
  const manifest = await fetchManifest({ feed, downloads }, signal);
  if (manifest.version !== version)
    throw new Error(`the manifest is for ${manifest.version} instead of ${version}`);
  const place = mkdtempSync(join(tmpdir(), 'roundwatch-manifest-'));
  const to = { downloads, random: createSystemRandom(), folder: place, signal, onReceived: () => undefined };
  try {
    for (const target of RELEASE_TARGETS) {
      const older = { ...target, version: '0.0.0', highestSequence: 0 };
      const file = chooseFile(manifest, older, feed, Date.now());
      if (file === null) throw new Error(`the manifest offers no update from ${older.version}`);
      rmSync(await downloadFile(file, version, to));
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return RELEASE_TARGETS.length;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { manifest: { type: 'string' }, folder: { type: 'string' }, version: { type: 'string' } },
  });
  const { manifest, folder, version } = values;
  const { feed } = updateSettingsOf(process.env);
  if (!manifest || !folder || !version || feed === null)
    throw new Error('--manifest, --folder, --version and ROUNDWATCH_UPDATE_FEED are required');
  const files = await verifyManifest({ feed, manifest, folder }, version);
  process.stdout.write(`${manifest}: an installed app accepts it and ${files} files\n`);
}
