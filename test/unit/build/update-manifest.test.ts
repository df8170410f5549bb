import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readSignedManifest } from '../../../electron/core/updates/signed-manifest.ts';
import { exportPublicKey } from '../../../scripts/packaging/sign-manifest.ts';
import { updateSettingsOf } from '../../../scripts/packaging/update-feed.ts';
import { ownNode } from '../../support/common/process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const folder = tempDir();
afterAll(() => folder.remove());
const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = exportPublicKey(privateKey);

describe('the update settings of a build', () => {
  const settingsOf = (feed: string, key: string) =>
    updateSettingsOf({ ROUNDWATCH_UPDATE_FEED: feed, ROUNDWATCH_UPDATE_KEY: key }, root).feed;

  it('name no address by default', () => {
    expect(updateSettingsOf({}, root).feed).toBeNull();
  });

  it('consist of an https address, an Ed25519 key and a channel', () => {
    const url = 'https://updates.example/stable.json';
    expect(settingsOf(url, publicKey)).toEqual({ url, publicKey, channel: 'stable' });
    expect(() => settingsOf('http://updates.example/stable.json', publicKey)).toThrow('https');
    expect(() => settingsOf(url, '')).toThrow();
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect(() => settingsOf(url, exportPublicKey(p256))).toThrow('not an Ed25519 key');
  });
});

it('signs a manifest on the command line that the app accepts', () => {
  const at = (name: string): string => join(folder.path, name);
  writeFileSync(at('roundwatch_1.4.0_amd64.deb'), 'package');
  writeFileSync(at('notes.txt'), 'Faster search.');
  execFileSync(
    ownNode,
    [
      join(root, 'scripts', 'packaging', 'sign-manifest.ts'),
      ...['--version', '1.4.0', '--notes', at('notes.txt'), '--url', 'https://updates.example/1.4.0/'],
      ...['--file', `linux/x64/deb=${at('roundwatch_1.4.0_amd64.deb')}`, '--output', at('stable.json')],
    ],
    {
      env: {
        ...process.env,
        ROUNDWATCH_UPDATE_SIGNING_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      },
    },
  );
  const manifest = readSignedManifest(readFileSync(at('stable.json'), 'utf8'), publicKey);
  expect(manifest).toMatchObject({
    channel: 'stable',
    version: '1.4.0',
    notes: 'Faster search.',
    files: [
      {
        platform: 'linux',
        arch: 'x64',
        kind: 'deb',
        url: 'https://updates.example/1.4.0/roundwatch_1.4.0_amd64.deb',
        bytes: 7,
      },
    ],
  });
});
