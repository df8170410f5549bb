import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { findChromium, findOnPath, isRoot } from '../common/environment.mjs';
import { run } from '../common/process.mjs';
import { indent, printMessage, step } from '../common/messages.mjs';

/**
 * This package makes the browser tests faster. It is optional, because not every Debian-based system offers
 * it.
 */
const HEADLESS_SHELL = 'chromium-headless-shell';

/**
 * System packages by purpose. On Debian-based systems, dpkg-query shows which of the `debian` packages are
 * missing. On other systems, `isAvailable` checks for the programs themselves, and the package names are used
 * only in the message to the user.
 */
const needs = {
  compiler: {
    debian: ['g++', 'make', 'python3', 'pkg-config', 'libsecret-1-dev'],
    fedora: ['gcc-c++', 'make', 'python3', 'pkgconf-pkg-config', 'libsecret-devel'],
    arch: ['gcc', 'make', 'python', 'pkgconf', 'libsecret'],
    isAvailable: () => Boolean(findOnPath('g++', 'c++') && findOnPath('make') && findOnPath('python3')),
  },
  chromium: {
    debian: ['chromium'],
    fedora: ['chromium'],
    arch: ['chromium'],
    isAvailable: () => findChromium() !== null,
  },
  electron: {
    debian: [
      'libgtk-3-0',
      'libnss3',
      'libasound2',
      'libgbm1',
      'libxss1',
      'libatk-bridge2.0-0',
      'libxtst6',
      'libdrm2',
      'libsecret-1-0',
      'libnotify4',
    ],
    fedora: ['gtk3', 'nss', 'alsa-lib', 'mesa-libgbm', 'libsecret', 'libnotify'],
    arch: ['gtk3', 'nss', 'alsa-lib', 'libsecret', 'libnotify'],
    isAvailable: () => true, // Desktop systems include these packages.
  },
  desktop: {
    debian: [
      'xdotool',
      'x11-utils',
      'imagemagick',
      'libgtk-3-bin',
      'desktop-file-utils',
      'appstream',
      'libglib2.0-bin',
    ],
    fedora: [],
    arch: [],
    isAvailable: () => true, // Used only to verify the Debian package.
  },
  tests: {
    debian: [
      'xvfb',
      'xauth',
      'dbus',
      'dbus-x11',
      'gnome-keyring',
      'libsecret-tools',
      'fonts-dejavu-core',
      'strace',
      HEADLESS_SHELL,
    ],
    fedora: ['xorg-x11-server-Xvfb', 'xorg-x11-xauth', 'dbus-daemon', 'gnome-keyring', 'libsecret', 'strace'],
    arch: ['xorg-server-xvfb', 'xorg-xauth', 'dbus', 'gnome-keyring', 'libsecret', 'strace'],
    isAvailable: () =>
      Boolean(findOnPath('xvfb-run') && findOnPath('gnome-keyring-daemon') && findOnPath('dbus-run-session')),
  },
};

/**
 * Returns the missing Debian packages if the script runs as root and the user agrees to install them, or if
 * the script need not ask; otherwise returns none. If packages are missing on Linux but none are returned,
 * prints a command that installs them.
 */
export async function chooseSystemPackages(names) {
  if (process.platform !== 'linux' || names.length === 0) return [];
  if (existsSync('/etc/debian_version') && findOnPath('apt-get')) return chooseOnDebian(names);
  const missing = names.filter((name) => !needs[name].isAvailable());
  if (missing.length === 0) return [];
  const { family, command } = packageManager();
  const advice = family
    ? `To add them: ${command} ${packagesFor(missing, family).join(' ')}`
    : `Missing: ${missing.map((name) => `${name} (on Debian ${needs[name].debian.join(' ')})`).join(', ')}`;
  printMessage(`missing system packages; continuing without them. ${advice}`);
  return [];
}

/**
 * Installs the packages that `chooseSystemPackages` returned. Never causes the set-up to fail.
 * @returns whether packages were installed
 */
export async function installSystemPackages(packages) {
  if (packages.length === 0) return false;
  return step(`Installing system packages (${packages.join(', ')})`, () => installOnDebian(packages));
}

const packagesFor = (names, family) => [...new Set(names.flatMap((name) => needs[name][family]))];

function packageManager() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (/^ID(_LIKE)?=.*(fedora|rhel)/m.test(release))
    return { family: 'fedora', command: 'sudo dnf install -y' };
  if (/^ID(_LIKE)?=.*arch/m.test(release)) return { family: 'arch', command: 'sudo pacman -S --needed' };
  return {};
}

async function chooseOnDebian(names) {
  const packages = packagesFor(names, 'debian').filter((name) => name !== 'chromium' || !findChromium());
  const missing = missingOnDebian(packages).filter(
    (name) => name !== HEADLESS_SHELL || mayBeInstallable(name),
  );
  if (missing.length === 0) return [];
  const isAgreed = isRoot && (isAgreedInAdvance() || (await askBeforeInstalling(missing)));
  if (isAgreed) return missing;
  const install = isRoot
    ? `apt-get install -y ${missing.join(' ')} (or run this command again with --yes)`
    : `sudo apt-get install -y ${missing.join(' ')}`;
  printMessage(`missing system packages; continuing without them. To add them: ${install}`);
  return [];
}

/**
 * Whether to install without asking. True with `--yes`, in CI, and without a terminal. In these cases, no
 * user can answer the question, and the commands must work on a new machine.
 */
const isAgreedInAdvance = () =>
  !['', '0', 'false'].includes(process.env.CI ?? '') ||
  process.argv.includes('--yes') ||
  !process.stdin.isTTY ||
  !process.stderr.isTTY;

/**
 * Lists the packages and asks whether to install them. The question is necessary, because installing packages
 * changes the whole system.
 * @returns whether the user agrees
 */
function askBeforeInstalling(packages) {
  printMessage('these system packages are missing:');
  process.stderr.write(`${indent(packages)}\n`);
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((done) => {
    prompt.once('close', () => done(false)); // The user has ended the input.
    prompt.once('SIGINT', () => process.exit(130));
    prompt.question(
      'Install them with apt-get, together with the packages that they need? [y/N] ',
      (answer) => {
        done(/^y(es)?$/i.test(answer.trim()));
        prompt.close();
      },
    );
  });
}

/**
 * Returns the packages that are not installed. A package also counts as installed if only the package with
 * the suffix `t64` is installed. Newer Debian releases add this suffix to some names.
 */
function missingOnDebian(packages) {
  const candidates = packages.flatMap((name) => [name, `${name}t64`]);
  const query = spawnSync('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\n', ...candidates], {
    encoding: 'utf8',
  });
  const installed = new Set(
    query.stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  if (findOnPath('pkg-config')) installed.add('pkg-config'); // The package pkgconf also provides pkg-config.
  return packages.filter((name) => !installed.has(name) && !installed.has(`${name}t64`));
}

async function installOnDebian(packages) {
  const apt = (...args) =>
    run('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: 600_000 });
  await apt('update');
  const candidates = packages.flatMap((name) => {
    if (hasCandidate(name)) return [name];
    return name === HEADLESS_SHELL ? [] : [`${name}t64`];
  });
  if (candidates.length === 0) return false;
  const { code, output } = await apt('install', '-y', '--no-install-recommends', ...candidates);
  if (code === 0) return true;
  const cause = output.split('\n').find((line) => line.startsWith('E:')) ?? `apt-get ended with code ${code}`;
  printMessage(`system packages could not be installed (${cause.trim()}); continuing without them.`);
  printMessage(`To add them later: apt-get install -y ${candidates.join(' ')}`);
  return false;
}

/**
 * Whether apt offers the package. Also true if apt has never downloaded its package lists, because the answer
 * is then unknown.
 */
function mayBeInstallable(name) {
  const hasLists = readdirSync('/var/lib/apt/lists').some((file) => file.includes('_Packages'));
  return !hasLists || hasCandidate(name);
}

function hasCandidate(name) {
  const { stdout } = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))/.test(stdout ?? '');
}
