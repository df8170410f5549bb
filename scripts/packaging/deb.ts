import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Installer, transformVersion, type DebOptions } from 'electron-installer-debian';
import { PRODUCT } from '../../shared/product.ts';

/**
 * The app's id on Linux desktops: the name of the desktop entry, its icon and the AppStream metadata. The
 * field `desktopName` of package.json makes Electron use it for windows and portals.
 */
export const APP_ID = 'app.roundwatch.desktop';
export const APP_FOLDER = 'usr/lib/roundwatch';

/** Debian's names for the architectures that the app is built for. */
const ARCHITECTURES: Readonly<Partial<Record<NodeJS.Architecture, string>>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

const root = resolve(import.meta.dirname, '..', '..');
const linux = (name: string): string => join(root, 'resources', 'linux', name);

/** The files that the package contains in addition to the packaged folder, by their path in the package. */
function systemFiles(): Readonly<Record<string, string>> {
  const icons = readdirSync(join(root, 'resources', 'icons')).map((name) => [
    `usr/share/icons/hicolor/${name.replace('.png', '')}/apps/${APP_ID}.png`,
    join(root, 'resources', 'icons', name),
  ]);
  return {
    ...Object.fromEntries(icons),
    [`usr/share/icons/hicolor/scalable/apps/${APP_ID}.svg`]: join(root, 'resources', 'icon.svg'),
    [`usr/share/applications/${APP_ID}.desktop`]: linux(`${APP_ID}.desktop`),
    'usr/share/roundwatch/apparmor-profile': linux('apparmor-profile'),
    'usr/share/doc/roundwatch/copyright': join(root, 'LICENSE'),
  };
}

/** Returns the AppStream metadata with the publisher's homepage and contact address filled in. */
const metainfoText = (): string =>
  readFileSync(linux(`${APP_ID}.metainfo.xml`), 'utf8')
    .replace('@HOMEPAGE@', PRODUCT.homepage)
    .replace('@CONTACT@', PRODUCT.contact);

/**
 * Names the desktop entry and the icon after the app id. The parent class would name them after the package.
 * Also adds the files and checksums that the parent class does not write (ADR 97).
 */
class RoundwatchInstaller extends Installer {
  override get contentFunctions(): string[] {
    const replaced = ['copyLinuxIcons', 'createCopyright', 'createDesktopFile'];
    return super.contentFunctions.filter((name) => !replaced.includes(name));
  }

  override async createPackage(): Promise<void> {
    // Only an AppImage uses this script.
    rmSync(join(this.stagingDir, APP_FOLDER, 'AppRun'), { force: true });
    for (const [path, source] of Object.entries(systemFiles())) {
      const target = join(this.stagingDir, path);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(source, target);
    }
    const metainfo = join(this.stagingDir, 'usr', 'share', 'metainfo', `${APP_ID}.metainfo.xml`);
    mkdirSync(dirname(metainfo), { recursive: true });
    writeFileSync(metainfo, metainfoText());
    setModes(this.stagingDir);
    writeChecksums(this.stagingDir);
    await super.createPackage();
  }
}

/** Sets file modes that do not depend on the umask with which the folder was built. */
function setModes(folder: string): void {
  for (const path of pathsIn(folder)) {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    const isExecutable = (stat.mode & 0o111) !== 0 && !path.endsWith('.node');
    chmodSync(path, stat.isDirectory() || isExecutable ? 0o755 : 0o644);
  }
  // On systems without unprivileged user namespaces, Chromium's sandbox needs this helper with the setuid bit
  // set.
  chmodSync(join(folder, APP_FOLDER, 'chrome-sandbox'), 0o4755);
}

/** Writes the checksums with which `dpkg --verify` detects changed files. */
function writeChecksums(folder: string): void {
  const files = [...pathsIn(folder)].filter(
    (path) => lstatSync(path).isFile() && !path.startsWith(join(folder, 'DEBIAN')),
  );
  const lines = files.sort().map((path) => {
    const checksum = createHash('md5').update(readFileSync(path)).digest('hex');
    return `${checksum}  ${path.slice(folder.length + 1)}\n`;
  });
  const target = join(folder, 'DEBIAN', 'md5sums');
  writeFileSync(target, lines.join(''));
  chmodSync(target, 0o644);
}

function* pathsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* pathsIn(path);
  }
}

interface DebRequest {
  /** electron-builder's unpacked folder. */
  readonly folder: string;
  readonly output: string;
  readonly version: string;
  readonly arch: NodeJS.Architecture;
  /** The default is `xz`. Tests use `none`, because compression takes most of the build time. */
  readonly compression?: DebOptions['compression'];
}

/** Builds a Debian package from a packaged folder with the system's `dpkg-deb`. Returns the package's path. */
export async function buildDeb({
  folder,
  output,
  version,
  arch,
  compression = 'xz',
}: DebRequest): Promise<string> {
  const debArch = ARCHITECTURES[arch];
  if (debArch === undefined) throw new Error(`there is no Debian package for ${arch}`);
  mkdirSync(output, { recursive: true });
  const installer = new RoundwatchInstaller({
    src: folder,
    dest: output,
    arch: debArch,
    version: transformVersion(version),
    section: 'misc',
    homepage: PRODUCT.homepage,
    maintainer: `Roundwatch contributors <${PRODUCT.contact}>`,
    compression,
    description: 'Freshly funded companies, every call priced before it is made',
    productDescription:
      'Roundwatch finds newly funded companies through the Funding Signals API and stores what it fetched in a library on this computer.',
    // Electron does not start without the sound library. Newer Debian releases add `t64` to its name.
    depends: ['libc6', 'libasound2t64 | libasound2'],
    // Without a keyring, the app offers to remember keys only for the session.
    recommends: ['gnome-keyring | kwalletmanager'],
    scripts: { postinst: linux('postinst'), postrm: linux('postrm') },
    logger: () => undefined,
    rename: (dest) => join(dest, '<%= name %>_<%= version %>_<%= arch %>.deb'),
  });
  await installer.generateDefaults();
  installer.generateOptions();
  await installer.createStagingDir();
  try {
    await installer.createContents();
    await installer.createPackage();
    await installer.movePackage();
  } finally {
    rmSync(installer.stagingDir, { recursive: true, force: true });
  }
  const [path] = installer.options.packagePaths;
  if (path === undefined) throw new Error('dpkg-deb wrote no package');
  return path;
}
