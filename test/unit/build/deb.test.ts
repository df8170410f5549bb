import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findOnPath } from '../../../scripts/common/environment.mjs';
import { APP_ID, buildDeb } from '../../../scripts/packaging/deb.ts';
import { PRODUCT } from '../../../shared/product.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

/*
 * Builds a Debian package from a small folder with the files of a packaged app. Unpacks the package into a
 * temporary folder. The real package is installed by `npm run package -- --verify`.
 */

const ROOT = join(import.meta.dirname, '..', '..', '..');
const hasDpkg = findOnPath('dpkg-deb') !== null;
const scratch = tempDir();
const unpacked = join(scratch.path, 'unpacked');
let deb = '';
const run = (file: string, ...args: string[]): string =>
  execFileSync(file, args, { encoding: 'utf8', cwd: unpacked });
const read = (path: string): string => readFileSync(join(unpacked, path), 'utf8');
const field = (name: string): string => run('dpkg-deb', '--field', deb, name).trim();

/** Creates the packaged folder with the file modes of a build under a strict umask. */
function createPackagedFolder(): string {
  const folder = join(scratch.path, 'linux-unpacked');
  mkdirSync(join(folder, 'resources', 'app'), { recursive: true });
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const files = {
    version: '45.4.1',
    roundwatch: 'ELF',
    'chrome-sandbox': 'ELF',
    'icudtl.dat': 'data',
    AppRun: '#!/bin/sh',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  chmodSync(join(folder, 'roundwatch'), 0o700);
  writeFileSync(join(folder, 'resources', 'app', 'package.json'), manifest);
  return folder;
}

/** Returns the mode, owner and, for a link, the target of every path in the package. */
const listing = (): Map<string, string> =>
  new Map(
    run('dpkg-deb', '--contents', deb)
      .trim()
      .split('\n')
      .map((line) => {
        const [mode = '', owner = '', , , , path = '', ...link] = line.split(/\s+/);
        return [path.slice(2), [mode, owner, ...link].join(' ')] as const;
      }),
  );

describe('the Debian package', () => {
  beforeAll(async () => {
    if (!hasDpkg) return;
    mkdirSync(unpacked);
    deb = await buildDeb({
      folder: createPackagedFolder(),
      output: join(scratch.path, 'debs'),
      version: '1.2.0-beta.1',
      arch: 'x64',
      compression: 'none',
    });
    run('dpkg-deb', '--extract', deb, unpacked);
    run('dpkg-deb', '--control', deb, join(unpacked, 'DEBIAN'));
  });
  afterAll(() => scratch.remove());
  beforeEach(({ skip }) => {
    if (!hasDpkg) skip('dpkg-deb is not installed');
  });

  it('has complete metadata, and a prerelease sorts before its release', () => {
    expect(field('Package')).toBe('roundwatch');
    expect(field('Architecture')).toBe('amd64');
    expect(field('Version')).toBe('1.2.0~beta.1');
    expect(field('Maintainer')).toBe(`Roundwatch contributors <${PRODUCT.contact}>`);
    expect(field('Homepage')).toBe(PRODUCT.homepage);
    expect(field('Section')).toBe('misc');
    expect(field('Description')).toContain('Freshly funded companies');
    for (const library of ['libc6', 'libgtk-3-0', 'libnss3', 'libsecret-1-0', 'libasound2t64 | libasound2'])
      expect(field('Depends')).toContain(library);
    expect(field('Recommends')).toContain('gnome-keyring');
  });

  it('belongs to root, only the sandbox helper is setuid, and no mode depends on the umask', () => {
    const files = listing();
    expect([...files.values()].filter((each) => !each.includes(' root/root'))).toEqual([]);
    expect([...files].filter(([, each]) => /^.{3}s/.test(each)).map(([path]) => path)).toEqual([
      'usr/lib/roundwatch/chrome-sandbox',
    ]);
    expect(files.get('usr/lib/roundwatch/chrome-sandbox')).toBe('-rwsr-xr-x root/root');
    expect(files.get('usr/lib/roundwatch/roundwatch')).toBe('-rwxr-xr-x root/root');
    expect(files.get('usr/lib/roundwatch/icudtl.dat')).toBe('-rw-r--r-- root/root');
    expect(files.get('usr/lib/roundwatch/')).toBe('drwxr-xr-x root/root');
    expect(files.has('usr/lib/roundwatch/AppRun')).toBe(false);
    expect(files.get('usr/bin/roundwatch')).toBe('lrwxrwxrwx root/root -> ../lib/roundwatch/roundwatch');
  });

  it('uses one id for the desktop entry, its icon, its windows and the AppStream metadata', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ desktopName: `${APP_ID}.desktop` });
    expect(readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8')).toContain(`appId: ${APP_ID}\n`);
    const entry = read(`usr/share/applications/${APP_ID}.desktop`);
    expect(entry).toContain(`\nIcon=${APP_ID}\n`);
    expect(entry).toContain(`\nStartupWMClass=${APP_ID}\n`);
    expect(entry).toContain('\nMimeType=x-scheme-handler/roundwatch;\n');
    expect(entry).toContain('\nExec=/usr/bin/roundwatch %U\n');
    const metainfo = read(`usr/share/metainfo/${APP_ID}.metainfo.xml`);
    expect(metainfo).toContain(`<id>${APP_ID}</id>`);
    expect(metainfo).toContain(`<url type="homepage">${PRODUCT.homepage}</url>`);
    expect(metainfo).toContain(`<update_contact>${PRODUCT.contact}</update_contact>`);
    expect(metainfo).toContain(`<launchable type="desktop-id">${APP_ID}.desktop</launchable>`);
    const icons = readdirSync(join(unpacked, 'usr/share/icons/hicolor'));
    expect(icons).toEqual(expect.arrayContaining(['16x16', '48x48', '128x128', '256x256', 'scalable']));
    for (const size of icons)
      expect(readdirSync(join(unpacked, 'usr/share/icons/hicolor', size, 'apps'))).toEqual([
        `${APP_ID}.${size === 'scalable' ? 'svg' : 'png'}`,
      ]);
  });

  it('has the desktop entry and the AppStream metadata that the system’s validators accept', ({ skip }) => {
    const validators = [
      ['desktop-file-validate', `usr/share/applications/${APP_ID}.desktop`],
      ['appstreamcli', 'validate', '--no-net', `usr/share/metainfo/${APP_ID}.metainfo.xml`],
    ] as const;
    const available = validators.filter(([name]) => findOnPath(name) !== null);
    if (available.length === 0) skip('neither desktop-file-validate nor appstreamcli is installed');
    for (const [name, ...args] of available) expect(() => run(name, ...args)).not.toThrow();
  });

  it('ships no switch that turns off the sandbox, and a profile that allows it', () => {
    const files = [...listing()].filter(([, mode]) => mode.startsWith('-')).map(([path]) => path);
    const found = [...files, 'DEBIAN/postinst', 'DEBIAN/postrm'].filter((path) =>
      read(path).includes('no-sandbox'),
    );
    expect(found).toEqual([]);
    const profile = read('usr/share/roundwatch/apparmor-profile');
    expect(profile).toContain('profile roundwatch /usr/lib/roundwatch/roundwatch flags=(unconfined) {');
    expect(profile).toMatch(/^ {2}userns,$/m);
  });

  it('loads the profile only where AppArmor accepts it, and its scripts never touch the users’ folders', () => {
    const [postinst, postrm] = [read('DEBIAN/postinst'), read('DEBIAN/postrm')];
    expect(postinst).toMatch(/apparmor_parser --skip-kernel-load[^\n]+; then\n\s+install/);
    expect(postinst).toContain('update-desktop-database');
    expect(postrm).toContain('rm -f "$profile"');
    expect(postrm).toContain('update-desktop-database');
    for (const script of [postinst, postrm]) {
      expect(script).not.toMatch(/\/home|\$HOME|~\/|\.local|\.config|rm -r/);
      expect(() => execFileSync('sh', ['-n'], { input: script })).not.toThrow();
    }
  });

  it('lists a correct checksum of every file', () => {
    const sums = read('DEBIAN/md5sums').trim().split('\n');
    expect(sums.length).toBe([...listing()].filter(([, mode]) => mode.startsWith('-')).length);
    expect(() => run('md5sum', '--check', '--strict', 'DEBIAN/md5sums')).not.toThrow();
  });
});
