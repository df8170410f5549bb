import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSignedManifest } from '../../../electron/core/updates/signed-manifest.ts';
import { RELEASE_TARGETS, releaseFileName } from '../../../scripts/packaging/release-files.ts';
import { exportPublicKey, releaseNotes } from '../../../scripts/packaging/sign-manifest.ts';
import { updateSettingsOf } from '../../../scripts/packaging/update-feed.ts';
import { UPDATE_NOTES_MAX } from '../../../shared/model/settings/updates.ts';
import { ownNode } from '../../support/common/process.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const folder = tempDir();
afterAll(() => folder.remove());
const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = exportPublicKey(privateKey);

describe('the update settings of a build', () => {
  const settingsOf = (feed: string, key: string) =>
    updateSettingsOf({ ROUNDWATCH_UPDATE_FEED: feed, ROUNDWATCH_UPDATE_KEY: key }).feed;

  it('name no address by default', () => {
    expect(updateSettingsOf({}).feed).toBeNull();
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

describe('a release', () => {
  const VERSION = '1.4.0';
  const at = (name: string): string => join(folder.path, name);
  const fileOf = (index: number): string => {
    const target = RELEASE_TARGETS[index];
    return target === undefined ? '' : join(at('files'), releaseFileName(target, VERSION));
  };
  const env = {
    ROUNDWATCH_UPDATE_FEED: 'https://updates.example/stable.json',
    ROUNDWATCH_UPDATE_KEY: publicKey,
  };
  const script = (name: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    spawnSync(ownNode, [join(root, 'scripts', 'packaging', name), '--version', VERSION, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...env, ...more },
    });
  const signWith = (key: KeyObject, ...args: string[]) =>
    script(
      'sign-manifest.ts',
      ['--folder', at('files'), '--changelog', at('CHANGELOG.md'), '--output', at('stable.json'), ...args],
      { ROUNDWATCH_UPDATE_SIGNING_KEY: key.export({ format: 'pem', type: 'pkcs8' }).toString() },
    );
  const verify = (more?: Readonly<Record<string, string>>) =>
    script('verify-manifest.ts', ['--manifest', at('stable.json'), '--folder', at('files')], more);

  beforeAll(() => {
    mkdirSync(at('files'));
    writeFileSync(
      at('CHANGELOG.md'),
      `# Changelog\n\n## [${VERSION}] - 2026-11-28\n\n### Fixed\n\n- Faster search.\n`,
    );
    for (const target of RELEASE_TARGETS)
      writeFileSync(join(at('files'), releaseFileName(target, VERSION)), `${target.kind} for ${target.arch}`);
  });

  it('has a signed manifest that names every file, and that the app accepts', () => {
    expect(signWith(privateKey)).toMatchObject({ status: 0, stderr: '' });
    const manifest = readSignedManifest(readFileSync(at('stable.json'), 'utf8'), publicKey);
    expect(manifest).toMatchObject({ channel: 'stable', version: VERSION, notes: 'Fixed\n- Faster search.' });
    expect(manifest.files[0]).toMatchObject({
      platform: 'linux',
      arch: 'x64',
      kind: 'deb',
      url: 'https://updates.example/1.4.0/roundwatch_1.4.0_amd64.deb',
      bytes: 11,
    });
    expect(manifest.files).toHaveLength(RELEASE_TARGETS.length);
    const verified = verify();
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect(verified.stdout).toContain(`accepts it and ${RELEASE_TARGETS.length} files`);
  });

  it('is not signed without each of its files', () => {
    renameSync(fileOf(6), at('put-aside'));
    expect(signWith(privateKey).status).toBe(1);
    renameSync(at('put-aside'), fileOf(6));
  });

  it('is refused before it is published if the key is not the one in the app', () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    expect(signWith(other).status).toBe(0);
    expect(verify()).toMatchObject({ status: 1, stderr: expect.stringContaining("'signature'") as string });
  });

  it('is refused before it is published if a file has changed since it was signed', () => {
    signWith(privateKey);
    appendFileSync(fileOf(4), '!');
    expect(verify()).toMatchObject({ status: 1, stderr: expect.stringContaining("'checksum'") as string });
    rmSync(fileOf(4));
    expect(verify().status).toBe(1);
    writeFileSync(fileOf(4), 'dmg for x64');
  });

  it('is refused before it is published if it has expired or is for another channel or server', () => {
    signWith(privateKey, '--days', '0');
    expect(verify()).toMatchObject({ status: 1, stderr: expect.stringContaining("'expired'") as string });
    signWith(privateKey);
    expect(verify({ ROUNDWATCH_UPDATE_CHANNEL: 'beta' }).stderr).toContain("'channel'");
    expect(verify({ ROUNDWATCH_UPDATE_FEED: 'https://other.example/stable.json' }).stderr).toContain(
      "'other-server'",
    );
  });

  it('has notes from its section of the changelog, cut between two changes', () => {
    expect(() => releaseNotes('## [Unreleased]\n', VERSION)).toThrow('no section for 1.4.0');
    const many = `## [${VERSION}]\n\n### Added\n\n${'- A change that takes some space.\n'.repeat(1_000)}`;
    const notes = releaseNotes(many, VERSION);
    expect(notes.length).toBeLessThanOrEqual(UPDATE_NOTES_MAX);
    expect(notes).toMatch(/takes some space\.\nMore changes are listed in Help\.$/);
  });
});
