import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  manifestSchema,
  readSignedManifest,
  SIGNATURE_CONTEXT,
  type UpdateFile,
  type UpdateManifest,
} from '../../electron/core/updates/signed-manifest.ts';
import type { UpdateTarget } from '../../electron/core/ports.ts';
import { UPDATE_NOTES_MAX } from '../../shared/model/settings/updates.ts';
import { parseChangelog } from './help-content.ts';
import { RELEASE_TARGETS, releaseFileName, releaseFolderUrl } from './release-files.ts';

/*
 * Signs the manifest from which the app learns of an update (ADR 98). The release workflow runs:
 *
 *   node scripts/packaging/sign-manifest.ts --version 1.4.0 --folder files --output stable.json
 *
 * The folder contains the release's files. The notes are the version's section of CHANGELOG.md. Environment
 * variables: ROUNDWATCH_UPDATE_SIGNING_KEY is the private key in PEM, ROUNDWATCH_UPDATE_FEED the address of
 * the manifest, and ROUNDWATCH_UPDATE_CHANNEL its channel.
 */

/** Returns the content of a manifest file, signed with an Ed25519 key. */
export function signManifest(manifest: UpdateManifest, privateKey: KeyObject): string {
  const text = JSON.stringify(manifestSchema.parse(manifest));
  const signature = sign(null, Buffer.from(SIGNATURE_CONTEXT + text), privateKey).toString('base64');
  const signed = JSON.stringify({ manifest: text, signature });
  // Checks the result with the app's own code, which throws if it would not accept the manifest.
  readSignedManifest(signed, exportPublicKey(privateKey));
  return signed;
}

/** Returns the public key in the format of the build variable `ROUNDWATCH_UPDATE_KEY`. */
export const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** @throws Error if the folder does not contain the file for this kind of installation */
async function describeFile(target: UpdateTarget, release: Release): Promise<UpdateFile> {
  const name = releaseFileName(target, release.version);
  const path = join(release.folder, name);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return {
    ...target,
    url: new URL(name, releaseFolderUrl(release.feedUrl, release.version)).href,
    bytes: statSync(path).size,
    sha256: hash.digest('hex'),
  };
}

interface Release {
  readonly version: string;
  readonly folder: string;
  readonly feedUrl: string;
}

/**
 * Returns the changes of a version as plain text. Changes that do not fit into a manifest are left out.
 *
 * @throws Error if the changelog does not list the version
 */
export function releaseNotes(changelog: string, version: string): string {
  const release = parseChangelog(changelog).find(({ title }) => title.split(',', 1)[0] === version);
  if (release === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
  const more = 'More changes are listed in Help.';
  let notes = '';
  for (const { title, entries } of release.groups)
    for (const [index, entry] of entries.entries()) {
      const line = `${index === 0 ? `${notes === '' ? '' : '\n'}${title}\n` : ''}- ${entry}\n`;
      if (notes.length + line.length + more.length > UPDATE_NOTES_MAX) return `${notes}${more}`;
      notes += line;
    }
  return notes.trim();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      version: { type: 'string' },
      folder: { type: 'string' },
      changelog: { type: 'string', default: 'CHANGELOG.md' },
      days: { type: 'string', default: '90' },
      output: { type: 'string' },
    },
  });
  const { version, folder, changelog, days, output } = values;
  const {
    ROUNDWATCH_UPDATE_SIGNING_KEY: pem,
    ROUNDWATCH_UPDATE_FEED: feedUrl,
    ROUNDWATCH_UPDATE_CHANNEL: channel,
  } = process.env;
  if (!version || !folder || !output || !pem || !feedUrl)
    throw new Error(
      '--version, --folder, --output, ROUNDWATCH_UPDATE_SIGNING_KEY and ROUNDWATCH_UPDATE_FEED are required',
    );
  const nowMs = Date.now();
  const release = { version, folder, feedUrl };
  const manifest = manifestSchema.parse({
    channel: channel || 'stable',
    // The time in seconds increases with every release, so the workflow need not store a counter.
    sequence: Math.floor(nowMs / 1_000),
    version,
    releasedAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + Number(days) * 86_400_000).toISOString(),
    notes: releaseNotes(readFileSync(changelog, 'utf8'), version),
    files: await Promise.all(RELEASE_TARGETS.map((target) => describeFile(target, release))),
  });
  writeFileSync(output, signManifest(manifest, createPrivateKey(pem)));
}

if (import.meta.main) await main();
