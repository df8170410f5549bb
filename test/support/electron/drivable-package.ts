import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  createPackageWithOptions,
  extractAll,
  extractFile,
  listPackage,
  statFile,
  uncache,
} from '@electron/asar';
import { flipFuses } from '@electron/fuses';
import { partsOf, systemOf } from '../../../scripts/packaging/executable.ts';
import { FUSES, fuseConfig } from '../../../scripts/packaging/fuses.ts';
import { readFuses } from '../../../scripts/packaging/read-fuses.ts';

/** The allowed differences between the package and the copy that Playwright drives. */
export const ALLOWED_DIFFERENCES = {
  /** Playwright attaches through Node's inspector, which this fuse enables. */
  fuses: ['EnableNodeCliInspectArguments'],
  /**
   * The copy's `package.json` has the additional field `driven`. Old Electron versions also need another
   * SQLite driver.
   */
  files: /^(package\.json|node_modules\/(better-sqlite3|libsql|@libsql|@neon-rs|detect-libc)(\/.*)?)$/,
} as const;

const COMPAT = process.env['ELECTRON_SQLITE_COMPAT'] ?? '';
const system = systemOf(process.platform);
export const systemParts = (folder: string) => partsOf(folder, system);

/**
 * Copies a package and changes the copy so Playwright can drive it. The copy's inspect fuse is always
 * enabled. If ELECTRON_SQLITE_COMPAT is set, the copy gets the SQLite driver from that folder.
 */
export async function drivableCopy(folder: string, target: string): Promise<string> {
  const copy = await changedCopy(folder, join(target, 'driven'), (content) => {
    const manifest = join(content, 'package.json');
    const manifestContent: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
    writeFileSync(manifest, JSON.stringify({ ...Object(manifestContent), driven: true }));
    swapDriver(content);
  });
  const { executable } = systemParts(copy);
  const known = Object.keys(await readFuses(executable)).length;
  await flipFuses(executable, fuseConfig({ ...FUSES, EnableNodeCliInspectArguments: true }, known));
  return copy;
}

/**
 * For an Electron that cannot load better-sqlite3, copies a package and replaces its SQLite driver. Returns
 * null if ELECTRON_SQLITE_COMPAT is not set, because the package can then be started unchanged.
 */
export async function runnableCopy(folder: string, target: string): Promise<string | null> {
  return COMPAT === '' ? null : changedCopy(folder, join(target, 'runnable'), swapDriver);
}

/** Copies a package and rewrites its archive. */
async function changedCopy(folder: string, copy: string, change: (content: string) => void): Promise<string> {
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  const archive = join(systemParts(copy).resources, 'app.asar');
  const content = mkdtempSync(join(tmpdir(), 'roundwatch-asar-'));
  extractAll(archive, content);
  change(content);
  rmSync(`${archive}.unpacked`, { recursive: true });
  await createPackageWithOptions(content, archive, { unpack: '**/*.node' });
  // The asar library caches archives by path. This archive has just been rewritten, so its cached content is
  // outdated.
  uncache(archive);
  rmSync(content, { recursive: true });
  return copy;
}

/** On Linux, links `electron` to the package's executable, because ELECTRON_LAUNCHER expects this name. */
export function nameElectron(folder: string): void {
  if (system === 'linux') symlinkSync(basename(systemParts(folder).executable), join(folder, 'electron'));
}

/** If ELECTRON_SQLITE_COMPAT is set, replaces better-sqlite3 with the driver in that folder. */
function swapDriver(content: string): void {
  if (COMPAT === '') return;
  const modules = join(content, 'node_modules');
  rmSync(join(modules, 'better-sqlite3'), { recursive: true });
  mkdirSync(join(modules, 'better-sqlite3'));
  for (const name of ['index.cjs', 'package.json'])
    cpSync(join(COMPAT, name), join(modules, 'better-sqlite3', name));
  for (const name of ['libsql', '@libsql', '@neon-rs', 'detect-libc'])
    cpSync(join(COMPAT, 'node_modules', name), join(modules, name), { recursive: true, dereference: true });
}

/** Returns the paths of the files whose content differs between the archives of two packages. */
export function differingFiles(folder: string, other: string): readonly string[] {
  const [one, two] = [folder, other].map((each) => join(systemParts(each).resources, 'app.asar'));
  if (one === undefined || two === undefined) return [];
  const names = new Set([...filesOf(one), ...filesOf(two)]);
  return [...names].filter((name) => textOf(one, name) !== textOf(two, name)).sort();
}

/** Returns the paths of all files in an archive. */
export const filesOf = (archive: string): readonly string[] =>
  listPackage(archive, { isPack: false })
    .map((path) => path.slice(1))
    .filter((path) => 'size' in statFile(archive, path, false));

function textOf(archive: string, path: string): string | null {
  try {
    return extractFile(archive, path).toString('latin1');
  } catch {
    return null;
  }
}
