import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { measure, number, reportFigure } from '../support/figures.ts';
import { IS_FULL } from '../../support/common/full-size.ts';

/*
 * Goal P1 of `npm run security`: each shipped package comes from the registry, is pinned by its content hash,
 * is installed in the pinned version, and runs no install script (except keytar). A full-size run also
 * queries the registry for known vulnerabilities.
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
const ALLOWED_INSTALL_SCRIPTS = ['node_modules/keytar'];

const shipped = (lock: Lock): [string, Locked][] =>
  Object.entries(lock).filter(([path, { dev }]) => path !== '' && dev !== true);

function faultsOf([path, locked]: [string, Locked], installed: Lock): string[] {
  const { version, integrity, resolved, link, hasInstallScript } = locked;
  const isPinned = /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '');
  const isFromRegistry = resolved === undefined || resolved.startsWith('https://registry.npmjs.org/');
  // Undefined if the package is for another operating system, as npm does not install such packages.
  const here = installed[path];
  return [
    ...(isPinned ? [] : [`${path} is not pinned by its content`]),
    ...(isFromRegistry && link !== true ? [] : [`${path} does not come from the registry`]),
    ...(here === undefined || (here.version === version && here.integrity === integrity)
      ? []
      : [`${path} is installed in another version`]),
    ...(hasInstallScript !== true || ALLOWED_INSTALL_SCRIPTS.includes(path) ? [] : [`${path} runs a script`]),
  ];
}
const faults = (lock: Lock, installed: Lock): string[] =>
  shipped(lock).flatMap((entry) => faultsOf(entry, installed));

/** Returns the number of vulnerabilities that the registry reports, or null if it sends no valid report. */
async function knownVulnerabilities(): Promise<number | null> {
  const { stdout } = await promisify(execFile)('npm', ['audit', '--omit=dev', '--json'], {
    cwd: ROOT,
    timeout: 60_000,
  }).catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout') ?? '') }));
  try {
    const report = JSON.parse(stdout) as { metadata?: { vulnerabilities?: { total?: number } } };
    return report.metadata?.vulnerabilities?.total ?? null;
  } catch {
    return null;
  }
}

it('every shipped package is the one that the lockfile pins', () => {
  const [lock, installed] = [lockAt('package-lock.json'), lockAt('node_modules/.package-lock.json')];
  const found = faults(lock, installed);
  const [victim = '', entry = {}] = shipped(lock)[0] ?? [];
  const { integrity: _pin, ...unpinned } = entry;
  const defects: readonly [Lock, Lock][] = [
    [{ ...lock, [victim]: unpinned }, installed],
    [{ ...lock, [victim]: { ...entry, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } }, installed],
    [{ ...lock, [victim]: { ...entry, resolved: 'git+ssh://git@far.example/a.git' } }, installed],
    [{ ...lock, [victim]: { ...entry, hasInstallScript: true } }, installed],
    [{ ...lock, 'node_modules/unknown-package': { version: '1.0.0' } }, installed],
    [lock, { ...installed, [victim]: { ...entry, version: '0.0.1' } }],
  ];
  const caught = defects.filter(([ofLock, ofTree]) => faults(ofLock, ofTree).length > 0).length;
  reportFigure(
    `P1 ${number(shipped(lock).length)} packages are shipped, ${found.length} differ from the lockfile`,
  );
  measure('P1', {
    tried: `${number(shipped(lock).length)} packages`,
    violations: `${found.length} differ from the lockfile`,
    planted: { caught, of: defects.length },
  });
  expect(found).toEqual([]);
  expect(caught).toBe(defects.length);
});

// Runs only at full size, because it calls the registry.
if (IS_FULL)
  it('no shipped package has a known vulnerability', { timeout: 90_000 }, async ({ skip }) => {
    const vulnerabilityCount = await knownVulnerabilities();
    measure('P1', {
      violations:
        vulnerabilityCount === null
          ? 'vulnerabilities not checked here'
          : `${vulnerabilityCount} known vulnerabilities`,
    });
    if (vulnerabilityCount === null) skip('the registry does not answer `npm audit` here');
    expect(vulnerabilityCount).toBe(0);
  });
