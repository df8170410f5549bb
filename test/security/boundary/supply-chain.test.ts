import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { measure, number, tell } from '../support/figures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/*
 * P1: shipped packages match the lockfile. Each is pinned by its content hash, comes from the registry, is
 * installed in that version and runs no install script except the known one. A full run also asks the
 * registry for known vulnerabilities and reports if it gets no response.
 */

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}
type Lock = Readonly<Record<string, Locked>>;

const ROOT = join(import.meta.dirname, '..', '..', '..');
const lockAt = (file: string): Lock =>
  (JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { packages: Lock }).packages;

/** keytar is built locally from source. No other package runs code during installation. */
const MAY_RUN_SCRIPTS = ['node_modules/keytar'];

const shipped = (lock: Lock): [string, Locked][] =>
  Object.entries(lock).filter(([path, { dev }]) => path !== '' && dev !== true);

function faultsOf([path, locked]: [string, Locked], installed: Lock): string[] {
  const { version, integrity, resolved, link, hasInstallScript } = locked;
  const isPinned = /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '');
  const isOfRegistry = resolved === undefined || resolved.startsWith('https://registry.npmjs.org/');
  // Packages for other systems are not installed.
  const here = installed[path];
  return [
    ...(isPinned ? [] : [`${path} is not pinned by its content`]),
    ...(isOfRegistry && link !== true ? [] : [`${path} comes from elsewhere`]),
    ...(here === undefined || (here.version === version && here.integrity === integrity)
      ? []
      : [`${path} is installed as another`]),
    ...(hasInstallScript !== true || MAY_RUN_SCRIPTS.includes(path) ? [] : [`${path} runs a script`]),
  ];
}
const faults = (lock: Lock, installed: Lock): string[] =>
  shipped(lock).flatMap((entry) => faultsOf(entry, installed));

/** The number of vulnerabilities that the registry reports, or null without a usable response. */
async function knownHoles(): Promise<number | null> {
  const { stdout } = await promisify(execFile)('npm', ['audit', '--omit=dev', '--json'], {
    cwd: ROOT,
    timeout: 60_000,
  }).catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout') ?? '') }));
  try {
    const told = JSON.parse(stdout) as { metadata?: { vulnerabilities?: { total?: number } } };
    return told.metadata?.vulnerabilities?.total ?? null;
  } catch {
    return null;
  }
}

it('every package that is shipped is the one that the lockfile pins', () => {
  const [lock, installed] = [lockAt('package-lock.json'), lockAt('node_modules/.package-lock.json')];
  const found = faults(lock, installed);
  const [victim = '', entry = {}] = shipped(lock)[0] ?? [];
  const { integrity: _pin, ...unpinned } = entry;
  const plants: readonly [Lock, Lock][] = [
    [{ ...lock, [victim]: unpinned }, installed],
    [{ ...lock, [victim]: { ...entry, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } }, installed],
    [{ ...lock, [victim]: { ...entry, resolved: 'git+ssh://git@far.example/a.git' } }, installed],
    [{ ...lock, [victim]: { ...entry, hasInstallScript: true } }, installed],
    [{ ...lock, 'node_modules/of-a-stranger': { version: '1.0.0' } }, installed],
    [lock, { ...installed, [victim]: { ...entry, version: '0.0.1' } }],
  ];
  const caught = plants.filter(([ofLock, ofTree]) => faults(ofLock, ofTree).length > 0).length;
  tell(`P1 ${number(shipped(lock).length)} packages are shipped, ${found.length} not as pinned`);
  measure('P1', {
    tried: `${number(shipped(lock).length)} packages`,
    wrong: `${found.length} not as pinned`,
    planted: { caught, of: plants.length },
  });
  expect(found).toEqual([]);
  expect(caught).toBe(plants.length);
});

// Runs only at full size, because it calls the registry.
if (IS_FULL)
  it('no package that is shipped has a known hole', { timeout: 90_000 }, async ({ skip }) => {
    const holes = await knownHoles();
    measure('P1', { wrong: holes === null ? 'known holes not asked here' : `${holes} known holes` });
    if (holes === null) skip('the registry answers no `npm audit` here');
    expect(holes).toBe(0);
  });
