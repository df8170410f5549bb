import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Packager, Platform, Arch, build, type Configuration } from 'electron-builder';
import { beforeAll, describe, expect, it } from 'vitest';
import { missingCredentials } from '../../../scripts/packaging/signing.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

/* The packages for all systems, as electron-builder resolves their configuration. */

const ROOT = join(import.meta.dirname, '..', '..', '..');
const APP_RUN = join(ROOT, 'resources', 'linux', 'AppRun');
const ELECTRON = '45.4.1';

describe('the configuration of the packages', () => {
  let config: Configuration;
  beforeAll(async () => {
    const packager = new Packager({ projectDir: ROOT, config: { extends: 'electron-builder.yml' } });
    await packager.validateConfig();
    config = packager.config;
  });

  it('needs no administrator on Windows, and keeps the data when the app is uninstalled', () => {
    expect(config.win).toMatchObject({ target: ['nsis'] });
    expect(config.nsis).toMatchObject({ perMachine: false, deleteAppDataOnUninstall: false });
    const main = readFileSync(join(ROOT, 'electron', 'main.ts'), 'utf8');
    expect(main).toContain(`const APP_ID = '${String(config.appId)}';`);
    expect(main).toContain('app.setAppUserModelId(APP_ID)');
  });

  it('is signed, hardened and notarised on macOS, and requires the system that Electron requires', () => {
    expect(config.mac).toMatchObject({
      hardenedRuntime: true,
      notarize: true,
      minimumSystemVersion: '13.0',
    });
    const entitlements = readFileSync(join(ROOT, String(config.mac?.entitlements)), 'utf8');
    expect(entitlements.match(/<key>[^<]+<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>']);
  });

  it('builds each architecture on its own runner, with the credentials for signing', () => {
    const workflow = readFileSync(join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8');
    for (const runner of ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'macos-15-intel', 'windows-2025'])
      expect(workflow).toMatch(new RegExp(`os: \\[.*\\b${runner}[,\\]]`));
    for (const name of [...missingCredentials('darwin', {}), ...missingCredentials('win32', {})])
      expect(workflow).toContain(`${name}: \${{ secrets.${name} }}`);
  });
});

describe('the credentials of a release', () => {
  const signing = { CSC_LINK: 'a', CSC_KEY_PASSWORD: 'b', APPLE_ID: 'c', APPLE_TEAM_ID: 'd' };

  it('must be complete on macOS and Windows, and empty values do not count', () => {
    expect(missingCredentials('darwin', signing)).toEqual(['APPLE_APP_SPECIFIC_PASSWORD']);
    expect(missingCredentials('darwin', { ...signing, APPLE_APP_SPECIFIC_PASSWORD: '' })).toEqual([
      'APPLE_APP_SPECIFIC_PASSWORD',
    ]);
    expect(missingCredentials('darwin', { ...signing, APPLE_APP_SPECIFIC_PASSWORD: 'e' })).toEqual([]);
    expect(missingCredentials('win32', signing)).toEqual(['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD']);
    expect(missingCredentials('linux', {})).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('the AppImage', () => {
  it('has a menu entry without a switch against the sandbox, under the id of the app', async () => {
    const scratch = tempDir();
    mkdirSync(join(scratch.path, 'app', 'resources', 'app'), { recursive: true });
    const entries: unknown[] = [];
    await build({
      projectDir: ROOT,
      targets: Platform.LINUX.createTarget('AppImage', Arch.x64),
      prepackaged: join(scratch.path, 'app'),
      publish: 'never',
      config: {
        extends: 'electron-builder.yml',
        directories: { output: join(scratch.path, 'dist') },
        electronVersion: ELECTRON,
      },
      // If this hook returns true, the build ends before it downloads the tools for AppImages.
      effectiveOptionComputed: (options: unknown) => Promise.resolve(entries.push(options) > 0),
    });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ desktopFileName: 'app.roundwatch.desktop.desktop' });
    const desktop = String(Reflect.get(Object(entries[0]), 'desktop'));
    expect(desktop).toContain('\nExec=AppRun %U\n');
    expect(desktop).toContain('\nStartupWMClass=app.roundwatch.desktop\n');
    expect(desktop).toContain('x-scheme-handler/roundwatch;');
    scratch.remove();
  });

  /** Runs AppRun with a fake app that ends as `ending` specifies. Records the dialog that AppRun shows. */
  function runAppRun(ending: string): {
    readonly status: number | null;
    readonly shown: string;
    app: string;
  } {
    const scratch = tempDir();
    const program = (name: string, text: string): void => {
      writeFileSync(join(scratch.path, name), `#!/bin/bash\n${text}\n`);
      chmodSync(join(scratch.path, name), 0o755);
    };
    const file = (name: string): string => join(scratch.path, name);
    program('roundwatch', `echo "arguments:$*" > "${file('app')}"\n${ending}`);
    program(
      'zenity',
      `echo "$@" > "${file('shown')}"; echo "libraries:$LD_LIBRARY_PATH" >> "${file('shown')}"`,
    );
    const { status } = spawnSync('bash', [APP_RUN, 'roundwatch://today'], {
      env: { PATH: `${scratch.path}:/usr/bin:/bin`, APPDIR: scratch.path },
    });
    const read = (name: string): string => spawnSync('cat', [file(name)], { encoding: 'utf8' }).stdout;
    const result = { status, shown: read('shown'), app: read('app').trim() };
    scratch.remove();
    return result;
  }

  it('says so in a dialog if the sandbox is impossible, and passes only the user’s arguments on', () => {
    const { status, shown, app } = runAppRun('kill -TRAP $$');
    expect(app).toBe('arguments:roundwatch://today');
    expect(status).toBe(133);
    expect(shown).toContain("Roundwatch can't start");
    expect(shown).toContain('Debian package');
    // The system's program must not load the libraries of the AppImage.
    expect(shown).toContain('libraries:\n');
    expect(runAppRun('exit 0')).toEqual({ status: 0, shown: '', app });
    expect(runAppRun('exit 1')).toEqual({ status: 1, shown: '', app });
  });

  it('is started by a correct script that never turns off the sandbox', () => {
    expect(() => execFileSync('bash', ['-n', APP_RUN])).not.toThrow();
    const code = readFileSync(APP_RUN, 'utf8').replaceAll(/^#.*$/gm, '');
    expect(code).not.toContain('no-sandbox');
  });
});
