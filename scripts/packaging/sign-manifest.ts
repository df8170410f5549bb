import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  manifestSchema,
  readSignedManifest,
  SIGNATURE_CONTEXT,
  type UpdateFile,
  type UpdateManifest,
} from '../../electron/core/updates/signed-manifest.ts';

/*
 * Signs the manifest from which the app learns of an update (ADR 98). The release workflow runs:
 *
 *   node scripts/packaging/sign-manifest.ts --version 1.4.0 --notes notes.txt --url https://…/1.4.0/
 *     --file linux/x64/deb=dist/roundwatch_1.4.0_amd64.deb … --output dist/stable.json
 *
 * The environment variable ROUNDWATCH_UPDATE_SIGNING_KEY contains the private key in PEM.
 */

/** Returns the content of a manifest file, signed with an Ed25519 key. */
export function signManifest(manifest: UpdateManifest, privateKey: KeyObject): string {
  const text = JSON.stringify(manifestSchema.parse(manifest));
  const signature = sign(null, Buffer.from(SIGNATURE_CONTEXT + text), privateKey).toString('base64');
  const signed = JSON.stringify({ manifest: text, signature });
  // Verifies the result as the app does.
  readSignedManifest(signed, exportPublicKey(privateKey));
  return signed;
}

/** Returns the public key in the form in which a build takes it (`ROUNDWATCH_UPDATE_KEY`). */
export const exportPublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** Describes a file given as `PLATFORM/ARCH/KIND=PATH`. */
async function describeFile(argument: string, baseUrl: string): Promise<UpdateFile> {
  const [, platform = '', arch = '', kind = '', path = ''] =
    /^([^/=]+)\/([^/=]+)\/([^/=]+)=(.+)$/.exec(argument) ?? [];
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return manifestSchema.shape.files.element.parse({
    platform,
    arch,
    kind,
    url: new URL(encodeURIComponent(basename(path)), baseUrl).href,
    bytes: statSync(path).size,
    sha256: hash.digest('hex'),
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      version: { type: 'string' },
      channel: { type: 'string', default: 'stable' },
      notes: { type: 'string' },
      url: { type: 'string' },
      file: { type: 'string', multiple: true, default: [] },
      days: { type: 'string', default: '90' },
      output: { type: 'string' },
    },
  });
  const { version, channel, notes, url, file, days, output } = values;
  const pem = process.env['ROUNDWATCH_UPDATE_SIGNING_KEY'];
  if (!version || !notes || !url || !output || !pem)
    throw new Error('--version, --notes, --url, --output and ROUNDWATCH_UPDATE_SIGNING_KEY are required');
  const nowMs = Date.now();
  const manifest = manifestSchema.parse({
    channel,
    // Seconds increase with every release, without a counter that the workflow would have to store.
    sequence: Math.floor(nowMs / 1_000),
    version,
    releasedAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + Number(days) * 86_400_000).toISOString(),
    notes: readFileSync(notes, 'utf8'),
    files: await Promise.all(file.map((each) => describeFile(each, url))),
  });
  writeFileSync(output, signManifest(manifest, createPrivateKey(pem)));
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) await main();
