import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import * as journey from '../e2e/support/journey.ts';
import { findOnPath } from '../../scripts/common/environment.mjs';
import { APP_FOLDER, buildDeb } from '../../scripts/packaging/deb.ts';
import { FUSES, FUSE_NAMES } from '../../scripts/packaging/fuses.ts';
import { readFuses } from '../../scripts/packaging/read-fuses.ts';
import {
  ALLOWED_DIFFERENCES,
  differingFiles,
  drivableCopy,
  nameElectron,
  filesOf,
  systemParts,
} from '../support/electron/drivable-package.ts';
import { APP_MAX_BYTES, totalBytes, partSizes } from '../../scripts/packaging/package-size.ts';
import { measure } from '../security/support/figures.ts';
import { launchElectron, newElectronPlace, request } from '../support/electron/electron-app.ts';

/*
 * Tests the package that users install. Playwright cannot drive the package itself, so it drives a copy from
 * `drivable-package.ts`, which differs as little as possible.
 */

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const place = mkdtempSync(join(tmpdir(), 'roundwatch-package-'));
chmodSync(place, 0o755);
let folder = '';
let report = '';

test.beforeAll(() => {
  const made = spawnSync(process.execPath, ['scripts/packaging/package.ts', '--dir', '--output', place], {
    encoding: 'utf8',
    timeout: 170_000,
  });
  report = `${made.stdout}${made.stderr}`;
  expect(made.status, report).toBe(0);
  folder = join(
    place,
    readdirSync(place).find((name) => name.endsWith('-unpacked') || name.startsWith('mac')) ?? '',
  );
});
test.beforeAll(() => nameElectron(folder));
test.afterAll(() => rmSync(place, { recursive: true, force: true }));

test('every fuse of the runtime has its declared state', async () => {
  const burnt = await readFuses(systemParts(folder).executable);
  const names = FUSE_NAMES.slice(0, Object.keys(burnt).length);
  const other = names.filter((name) => burnt[name] !== FUSES[name]);
  measure('S2', {
    tried: `${names.length} of ${FUSE_NAMES.length} fuses, as many as this runtime has, in the package's program`,
    violations: `${other.length} different`,
  });
  expect(names.length).toBeGreaterThanOrEqual(8);
  expect(burnt).toEqual(Object.fromEntries(names.map((name) => [name, FUSES[name]])));
});

const ALLOWED =
  /^(package\.json|out\/(main|preload|renderer)\/.+\.(js|cjs|css|html|woff2|svg)|out\/main\/(open-core|start-app|chunks\/[\w-]+)\.cjs\.cache|out\/main\/assistant-bridge\.mjs|out\/main\/tray(-unread|-paused|-template(@2x)?)?\.png|node_modules\/better-sqlite3\/(package\.json|LICENSE|lib\/.+\.js|prebuilds\/[a-z0-9]+-[a-z0-9]+\.node)|node_modules\/keytar\/(package\.json|LICENSE\.md|lib\/keytar\.js|build\/Release\/keytar\.node))$/;
interface Contents {
  readonly files: readonly string[];
  readonly bytes: number;
}
/** Files that must not be in a package. The test adds each file and expects the check to find it. */
const FORBIDDEN_FILES = [
  'out/main/main.cjs.map',
  'electron/main.ts',
  'node_modules/keytar/src/main.cc',
  '.env',
  'node_modules/left-pad/index.js',
  'out/renderer/video.mp4',
  'test/unit/a.test.js',
  'out/main/a.node',
  'out/main/a.cache',
  'out/main/a.png',
];
const unfit = ({ files, bytes }: Contents): readonly string[] => [
  ...files.filter((file) => !ALLOWED.test(file)),
  ...files.filter((file) => file.endsWith('.node')).slice(2),
  ...(bytes > APP_MAX_BYTES ? [`${bytes} bytes`] : []),
];

test('the package holds the build and two native modules, within its size limit', () => {
  const { resources } = systemParts(folder);
  const files = filesOf(join(resources, 'app.asar'));
  const bytes = totalBytes(partSizes(resources));
  const wrong = unfit({ files, bytes });
  const defectivePackages: readonly Contents[] = [
    ...FORBIDDEN_FILES.map((forbidden) => ({ files: [...files, forbidden], bytes })),
    { files, bytes: APP_MAX_BYTES + 1 },
  ];
  const caught = defectivePackages.filter((plant) => unfit(plant).length > 0).length;
  measure('P2', {
    tried: `${files.length} files in the archive`,
    violations: `${wrong.length} unexpected, ${(bytes / 1_000_000).toFixed(2)} MB`,
    planted: { caught, of: defectivePackages.length },
  });
  expect(wrong).toEqual([]);
  expect(caught).toBe(defectivePackages.length);
  expect(files).toContain('out/main/main.cjs');
  expect(files).toContain('out/main/open-core.cjs.cache');
  expect(files).toContain('out/main/start-app.cjs.cache');
  expect(readdirSync(resources)).not.toContain('default_app.asar');
  expect(report).toMatch(/package: the app without Electron \d+\.\d+ MB of 15\.00 MB\n/);
});

test('the Debian package holds the same program and archive, for every user to start', async () => {
  test.skip(findOnPath('dpkg-deb') === null, 'dpkg-deb is not installed');
  const output = test.info().outputPath('deb');
  // Compression is off, because it would take most of the time.
  const deb = await buildDeb({ folder, output, version: '0.0.1', arch: process.arch, compression: 'none' });
  const names = ['roundwatch', 'resources/app.asar'];
  const paths = names.map((name) => `./${APP_FOLDER}/${name}`);
  const unpacking = `dpkg-deb --fsys-tarfile "$1" | tar --extract --directory "$2" ${paths.join(' ')}`;
  const unpacked = spawnSync('bash', ['-o', 'pipefail', '-c', unpacking, 'unpack', deb, output]);
  expect(unpacked.status, String(unpacked.stderr)).toBe(0);
  for (const name of names)
    expect(readFileSync(join(output, APP_FOLDER, name)).equals(readFileSync(join(folder, name)))).toBe(true);
  const listed = spawnSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8' }).stdout.split('\n');
  const unreadable = listed.filter((line) => line !== '' && !/^(?:d|-|l).{6}r/.test(line));
  expect(unreadable).toEqual([]);
  rmSync(output, { recursive: true });
});

/** Starts the package itself, which Playwright cannot drive, and waits until it exits. */
async function startPackage(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = process.env['ELECTRON_LAUNCHER'] ?? systemParts(folder).executable;
  const child = spawn(command, args, {
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stderr };
}

test.describe('starting the package', () => {
  for (const opening of [
    '--inspect=0',
    '--inspect-brk',
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--single-process',
    '--disable-gpu-sandbox',
    '--disable-seccomp-filter-sandbox',
    '--proxy-server=127.0.0.1:9',
    '--renderer-cmd-prefix=/bin/false',
    '-lang=de',
  ])
    test(`the package does not start with ${opening}`, async () => {
      const { status, stderr } = await startPackage([opening]);
      expect(stderr).toContain(`does not start with ${opening.split('=')[0]}.`);
      expect(status).toBe(1);
    });

  test('the package does not start with a log of its traffic or keys, and logs neither', async () => {
    const logs = newElectronPlace();
    // ELECTRON_LAUNCHER may run the app as another user, who must be able to write to the folder.
    mkdirSync(logs.home, { mode: 0o777 });
    chmodSync(logs.home, 0o777);
    for (const name of ['log-net-log', 'ssl-key-log-file']) {
      const file = join(logs.home, name);
      const { status, stderr } = await startPackage([`--${name}=${file}`, '--demo']);
      expect(stderr).toContain(`does not start with --${name}.`);
      expect(status).toBe(1);
      // Chromium may already have created the log file when the app checks its arguments. The file must not
      // contain traffic or keys.
      const logged = existsSync(file) ? readFileSync(file, 'utf8') : '';
      expect(logged).not.toMatch(/https?:\/\/|authorization|CLIENT_RANDOM|_TRAFFIC_SECRET/i);
    }
    logs.remove();
  });

  test('the package starts with the switches that it documents', async () => {
    const home = newElectronPlace();
    const accepted = [
      `--data-dir=${home.dataDir}`,
      ...['--demo', '--lang=de', '--force-device-scale-factor=1', '--disable-gpu', '--password-store=basic'],
      ...(process.platform === 'linux' ? ['--ozone-platform=x11'] : []),
    ];
    const command = process.env['ELECTRON_LAUNCHER'] ?? systemParts(folder).executable;
    const child = spawn(command, accepted, {
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_TEST_HOME: home.home },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    try {
      // The app creates its data folder only after it has checked its arguments. If the folder exists, the
      // app has accepted them.
      await expect.poll(() => existsSync(home.dataDir), { timeout: 60_000 }).toBe(true);
      expect(stderr).not.toContain('does not start with');
    } finally {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      home.remove();
    }
  });
});

test('the copy for tests differs only as listed, and the demo works in it', async () => {
  const driven = await drivableCopy(folder, place);
  const files = differingFiles(folder, driven);
  expect(files).toContain('package.json');
  expect(files.filter((file) => !ALLOWED_DIFFERENCES.files.test(file))).toEqual([]);
  const [burnt, flipped] = [
    await readFuses(systemParts(folder).executable),
    await readFuses(systemParts(driven).executable),
  ];
  const fuses = Object.keys(burnt).filter((name) => burnt[name] !== flipped[name]);
  expect(fuses).toEqual(ALLOWED_DIFFERENCES.fuses);

  const home = newElectronPlace();
  const keyLog = join(home.home, 'tls-keys');
  process.env['SSLKEYLOGFILE'] = keyLog;
  const launching = launchElectron(home, { packaged: driven });
  delete process.env['SSLKEYLOGFILE'];
  const { app, page, pageErrors } = await launching;
  expect(await app.evaluate(({ app: electron }) => electron.isPackaged)).toBe(true);
  await journey.exploreDemo(page);
  await journey.search30DaysUs(page);
  expect(await request(page, 'demo.transcript', { offset: 0, limit: 1 })).toMatchObject({ ok: true });
  // Without the app's protection, Chromium would create the key log when its network service starts. The
  // requests above prove that the service has started.
  expect(existsSync(keyLog)).toBe(false);
  expect(pageErrors).toEqual([]);
  // Developer tools cannot be opened with keyboard shortcuts, from the menu, or by the main process.
  for (const keys of ['F12', 'Control+Shift+I', 'Control+Shift+J']) await page.keyboard.press(keys);
  const tools = await app.evaluate(({ BrowserWindow, Menu }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.openDevTools();
    const entries = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
    return {
      opened: contents?.isDevToolsOpened(),
      roles: entries.map(({ role }) => String(role).toLowerCase()),
    };
  });
  expect(tools.opened).toBe(false);
  expect(tools.roles).not.toContain('toggledevtools');
  expect(tools.roles).not.toContain('reload');
  await app.close();
  home.remove();
});
