import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodePackage } from '../../../scripts/common/environment.mjs';
import { installPackages } from '../../../scripts/setup/install.mjs';
import { builtModules, compileKeychain } from '../../../scripts/setup/keychain.mjs';
import { IS_FULL } from '../../support/common/full-size.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { measure, number, reportFigure } from '../support/figures.ts';
import { createSmallProject, marksIn, replacePackage } from '../support/small-project.ts';

/*
 * Goal P1 of `npm run security`: each package of the product or of the development tools comes from the
 * registry, is pinned by its content hash and is installed in the pinned version. No package runs a script
 * during installation. Only the modules in `builtModules` are built, from their sources. A full-size run also
 * queries the registry for known vulnerabilities of the shipped packages.
 */

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  /** Whether the package is bundled with its parent package, and therefore has no separate tarball. */
  readonly inBundle?: boolean;
}
type Lock = Readonly<Record<string, Locked>>;

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const lockAt = (file: string): Lock => (JSON.parse(read(file)) as { packages: Lock }).packages;

/**
 * The only packages with an install script. npm is configured not to run these scripts. The keytar in the
 * product is built by `builtModules`, and electron-winstaller is an unused part of electron-builder.
 */
const WITH_INSTALL_SCRIPT = ['node_modules/electron-winstaller', 'node_modules/keytar'];

/**
 * Returns whether the lockfile contains a content hash for the package. A bundled package is covered by the
 * hash of its parent's tarball.
 */
function isPinned(path: string, lock: Lock): boolean {
  const { integrity, inBundle } = lock[path] ?? {};
  const parent = path.slice(0, path.lastIndexOf('/node_modules/'));
  return inBundle === true ? isPinned(parent, lock) : /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '');
}

function lockFaultsOf([path, locked]: [string, Locked], lock: Lock, installed: Lock): string[] {
  const { version, integrity, resolved, link, hasInstallScript } = locked;
  const isFromRegistry = resolved === undefined || resolved.startsWith('https://registry.npmjs.org/');
  // npm does not install packages for other operating systems. For such packages, `here` is undefined.
  const here = installed[path];
  return [
    ...(isPinned(path, lock) ? [] : [`${path} is not pinned by its content`]),
    ...(isFromRegistry && link !== true ? [] : [`${path} does not come from the registry`]),
    ...(here === undefined || (here.version === version && here.integrity === integrity)
      ? []
      : [`${path} is installed in another version`]),
    ...(hasInstallScript !== true || WITH_INSTALL_SCRIPT.includes(path)
      ? []
      : [`${path} has a new install script`]),
  ];
}
const packagesOf = (lock: Lock): [string, Locked][] => Object.entries(lock).filter(([path]) => path !== '');
const lockFaults = (lock: Lock, installed: Lock): string[] =>
  packagesOf(lock).flatMap((entry) => lockFaultsOf(entry, lock, installed));

/** Returns the packages that were built on this machine. node-gyp leaves `config.gypi` in each one. */
const builtIn = (lock: Lock): string[] =>
  packagesOf(lock)
    .map(([path]) => path)
    .filter((path) => existsSync(join(ROOT, path, 'build', 'config.gypi')));

/** The npm commands that install or run packages. */
const INSTALLING = /\b(?:npm (?:ci|i|install|add|update|rebuild|exec|x|init)|npx)\b[^\n"]*/g;
const INSTALL = 'npm ci --ignore-scripts';

/** Returns faults in the commands with which a workflow, a script or `package.json` installs packages. */
function installFaults(text: string): string[] {
  return [...text.matchAll(INSTALLING)]
    .map(([command]) => command.trim())
    .filter((command) => command !== INSTALL && command !== `${INSTALL} --omit=dev --omit=optional`)
    .map((command) => `"${command}" may run scripts or install packages outside the lockfile`);
}

/**
 * Returns the faults of a workflow: actions that are not pinned by their commit, and faulty steps that
 * install packages or build modules.
 */
function workflowFaults(text: string): string[] {
  const actions = [...text.matchAll(/uses:\s*(\S+)/g)].map(([, action = '']) => action);
  const steps = [...text.matchAll(/run:\s*(.+)/g)].map(([, step = '']) => step.trim());
  const build = `npm run build-modules -- ${Object.keys(builtModules).join(' ')}`;
  const installed = steps.indexOf(INSTALL);
  const tested = steps.indexOf('npm test');
  return [
    ...actions
      .filter((action) => !/^[\w./-]+@[0-9a-f]{40}$/.test(action))
      .map((action) => `${action} is not pinned by its commit`),
    ...installFaults(text),
    ...(installed >= 0 && steps[installed + 1] === build && tested > installed
      ? []
      : ['does not install the packages, build exactly the listed modules and test them']),
    ...steps
      .filter((step) => step.includes('build-modules') && step !== build)
      .map((step) => `"${step}" builds other modules`),
  ];
}

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

it('every package is the one that the lockfile pins', () => {
  const [lock, installed] = [lockAt('package-lock.json'), lockAt('node_modules/.package-lock.json')];
  const found = lockFaults(lock, installed);
  const [victim = '', entry = {}] = packagesOf(lock)[0] ?? [];
  const { integrity: _pin, ...unpinned } = entry;
  const defects: readonly [Lock, Lock][] = [
    [{ ...lock, [victim]: unpinned }, installed],
    [{ ...lock, [victim]: { ...entry, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } }, installed],
    [{ ...lock, [victim]: { ...entry, resolved: 'git+ssh://git@far.example/a.git' } }, installed],
    [{ ...lock, [victim]: { ...entry, hasInstallScript: true } }, installed],
    [{ ...lock, 'node_modules/unknown-package': { version: '1.0.0', dev: true } }, installed],
    [{ ...lock, 'node_modules/unknown-package': { version: '1.0.0', inBundle: true } }, installed],
    [lock, { ...installed, [victim]: { ...entry, version: '0.0.1' } }],
  ];
  const caught = defects.filter(([ofLock, ofTree]) => lockFaults(ofLock, ofTree).length > 0).length;
  const shipped = packagesOf(lock).filter(([, { dev }]) => dev !== true);
  const tried = `${number(packagesOf(lock).length)} packages, ${number(shipped.length)} of them shipped`;
  reportFigure(`P1 ${tried}: ${found.length} differ from the lockfile`);
  measure('P1', {
    tried,
    violations: `${found.length} differ from the lockfile`,
    planted: { caught, of: defects.length },
  });
  expect(found).toEqual([]);
  expect(caught).toBe(defects.length);
});

it('only the listed modules were built here, with the headers in the lockfile', () => {
  const built = builtIn(lockAt('package-lock.json'));
  measure('P1', { violations: `${built.length} packages built here` });
  expect(built.filter((path) => !(path.replace('node_modules/', '') in builtModules))).toEqual([]);
  for (const path of built) {
    const [, ...json] = read(join(path, 'build', 'config.gypi')).split('\n');
    const { variables } = JSON.parse(json.join('\n')) as { variables: Record<string, unknown> };
    expect(variables['napi_build_version']).toBe('3');
    if (process.platform !== 'win32' && nodePackage !== undefined)
      expect(variables['nodedir']).toBe(join(ROOT, 'node_modules', nodePackage));
  }
});

it('every workflow and command installs from the lockfile, without scripts, and builds only the listed modules', () => {
  const folder = '.github/workflows';
  const workflows = readdirSync(join(ROOT, folder)).map((name) => read(`${folder}/${name}`));
  const found = [
    ...workflows.flatMap(workflowFaults),
    ...installFaults(read('.ci/run')),
    ...installFaults(JSON.stringify((JSON.parse(read('package.json')) as { scripts: unknown }).scripts)),
  ];
  const [workflow = ''] = workflows;
  const build = 'npm run build-modules -- keytar';
  const defects = [
    workflow.replace(INSTALL, 'npm ci'),
    workflow.replace(INSTALL, 'npm install --ignore-scripts'),
    workflow.replace(/.*npm ci.*\n/, ''),
    workflow.replace(build, `${build} better-sqlite3`),
    workflow.replace(new RegExp(`.*${build}.*\\n`), ''),
    workflow.replace(build, 'npm rebuild keytar'),
    workflow.replace('npm test', 'npx some-tool'),
    workflow.replace(/@[0-9a-f]{40}/, '@v5'),
  ];
  const caught = defects.filter((text) => workflowFaults(text).length > 0).length;
  measure('P1', {
    tried: `${workflows.length} workflows`,
    violations: `${found.length} unpinned steps`,
    planted: { caught, of: defects.length },
  });
  expect(workflows.length).toBeGreaterThan(1);
  expect(found).toEqual([]);
  expect(caught).toBe(defects.length);
});

describe('in a small project whose packages have install scripts', () => {
  let folder: ReturnType<typeof tempDir>;
  beforeEach(() => {
    folder = tempDir();
    createSmallProject(folder.path);
    // `npm test` passes this repository's npm settings to child processes in these variables. The settings
    // disable install scripts, so they must not apply to the npm commands below.
    for (const name of Object.keys(process.env).filter((each) => /^npm_config_/i.test(each)))
      vi.stubEnv(name, undefined);
    // `NODE_OPTIONS` may load the module that plants a mutation. npm may run on an older Node, which cannot
    // load this module.
    vi.stubEnv('NODE_OPTIONS', undefined);
    // Uses a separate cache. Otherwise, npm would take a package from the user's cache if another test had
    // installed the same content.
    vi.stubEnv('npm_config_cache', join(folder.path, 'npm-cache'));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    folder.remove();
  });
  const npmCi = (cwd: string) => promisify(execFile)('npm', ['ci', '--offline'], { cwd });

  it('the installation runs none of them', async () => {
    const { code, output } = await installPackages(folder.path);
    const marks = marksIn(folder.path);
    measure('P1', { tried: 'npm ci', violations: `${marks.length} scripts run` });
    expect([code, output]).toEqual([0, output]);
    expect(existsSync(join(folder.path, 'node_modules', 'keytar', 'package.json'))).toBe(true);
    expect(marks).toEqual([]);
  });

  it('npm runs all of them by default, and none with the settings of this repository', async ({ skip }) => {
    if (process.platform === 'win32') skip('npm is not an executable file here');
    await npmCi(folder.path);
    expect(marksIn(folder.path)).toEqual(
      ['keytar', 'small-project', 'tool'].flatMap((name) => [
        `${name} install`,
        `${name} postinstall`,
        `${name} preinstall`,
      ]),
    );
    const other = tempDir();
    createSmallProject(other.path, read('.npmrc'));
    await npmCi(other.path);
    expect(marksIn(other.path)).toEqual([]);
    other.remove();
  });

  it('a package with another content than the lockfile is not installed', async () => {
    replacePackage(folder.path, 'tool');
    const { code, output } = await installPackages(folder.path);
    measure('P1', { tried: 'a changed package', violations: `${code === 0 ? 1 : 0} installed` });
    expect(output).toContain('EINTEGRITY');
    expect(code).not.toBe(0);
    expect(existsSync(join(folder.path, 'node_modules', 'tool'))).toBe(false);
  });

  it('keytar is compiled by the node-gyp and with the headers in the lockfile, regardless of npm’s settings', async ({
    skip,
  }) => {
    if (process.platform === 'win32' || nodePackage === undefined)
      skip('node-gyp downloads the headers here');
    await installPackages(folder.path);
    vi.stubEnv('npm_config_nodedir', '/elsewhere');
    vi.stubEnv('npm_config_dist_url', 'https://far.example');
    vi.stubEnv('NPM_CONFIG_TARBALL', 'https://far.example/headers.tgz');
    vi.stubEnv('npm_package_config_node_gyp_nodedir', '/elsewhere');
    vi.stubEnv('npm_config_https_proxy', 'http://127.0.0.1:9');
    const { output } = await compileKeychain(folder.path);
    const modules = join(folder.path, 'node_modules');
    expect(JSON.parse(output)).toEqual({
      cwd: join(modules, 'keytar'),
      args: ['rebuild', '--napi_build_version=3', `--nodedir=${join(modules, String(nodePackage))}`],
      settings: ['npm_config_https_proxy'],
    });
    expect(marksIn(folder.path)).toEqual([]);
  });
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
