import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP_FOLDER, APP_ID } from '../deb.ts';
import { FUSES, FUSE_NAMES } from '../fuses.ts';
import { readFuses } from '../read-fuses.ts';
import type { Report } from './report.ts';
import { faultsOf, run } from './system.ts';

export const INSTALLED = `/${APP_FOLDER}`;
export const EXECUTABLE = join(INSTALLED, 'roundwatch');
export const DESKTOP_ENTRY = `${APP_ID}.desktop`;
const ENTRY_FILE = `/usr/share/applications/${DESKTOP_ENTRY}`;
const DPKG_INFO = '/var/lib/dpkg/info';

export const installedFiles = (): readonly string[] =>
  run('dpkg', ['--listfiles', 'roundwatch'])
    .output.split('\n')
    .filter((path) => path.startsWith('/') && path !== '/.');

export const installedVersion = (): string =>
  run('dpkg-query', ['--show', '--showformat=${Version} ${db:Status-Status}', 'roundwatch']).output;

/** Checks the files of the installed package, its fuses and its integration into the desktop. */
export async function checkInstalledPackage(report: Report): Promise<void> {
  const files = installedFiles();
  report.check(`${files.length} paths belong to root, and only the sandbox helper is setuid`, [
    ...files.flatMap(modeFaults),
    ...(files.length > 100 ? [] : ['too few files']),
  ]);
  report.check('every file has its checksum', faultsOf(run('dpkg', ['--verify', 'roundwatch'])));
  const burnt = await readFuses(EXECUTABLE);
  const known = FUSE_NAMES.slice(0, Object.keys(burnt).length);
  report.check(
    `${known.length} of ${FUSE_NAMES.length} fuses, all that this runtime has, read back`,
    known.filter((name) => burnt[name] !== FUSES[name]).map((name) => `${name} is ${String(burnt[name])}`),
  );
  report.check('desktop entry: desktop-file-validate', faultsOf(run('desktop-file-validate', [ENTRY_FILE])));
  report.check(
    'AppStream: appstreamcli validate',
    faultsOf(run('appstreamcli', ['validate', '--no-net', `/usr/share/metainfo/${APP_ID}.metainfo.xml`])),
  );
  const handlers = readFileSync('/usr/share/applications/mimeinfo.cache', 'utf8');
  report.check(
    'roundwatch: links open the app',
    handlers.includes(`x-scheme-handler/roundwatch=${DESKTOP_ENTRY};`) ? [] : ['not in mimeinfo.cache'],
  );
  report.check('no entry or script turns off the sandbox', sandboxFaults());
}

function modeFaults(path: string): readonly string[] {
  const { uid, gid, mode } = lstatSync(path);
  const isHelper = path === join(INSTALLED, 'chrome-sandbox');
  const isLink = lstatSync(path).isSymbolicLink();
  return [
    ...(uid === 0 && gid === 0 ? [] : [`${path} belongs to ${uid}:${gid}`]),
    ...(isLink || (mode & 0o022) === 0 ? [] : [`${path} can be changed by others`]),
    ...(((mode & 0o4000) !== 0) === isHelper ? [] : [`${path} has the mode ${(mode & 0o7777).toString(8)}`]),
  ];
}

function sandboxFaults(): readonly string[] {
  const scripts = readdirSync(DPKG_INFO)
    .filter((name) => name.startsWith('roundwatch.'))
    .map((name) => join(DPKG_INFO, name));
  return [ENTRY_FILE, ...scripts].filter((file) => readFileSync(file, 'utf8').includes('no-sandbox'));
}

/** Returns everything that a removed package has left behind. */
export function remains(files: readonly string[]): readonly string[] {
  const own = files.filter((path) => /roundwatch/.test(path));
  return [
    ...[...own, '/etc/apparmor.d/roundwatch'].filter((path) => existsSync(path)),
    ...(/roundwatch/.test(readFileSync('/usr/share/applications/mimeinfo.cache', 'utf8'))
      ? ['the handler of roundwatch: links']
      : []),
  ];
}
