import type { UpdateTarget } from '../../electron/core/ports.ts';

/**
 * The update targets for which a release has a file, one for each package that the release workflow builds.
 */
export const RELEASE_TARGETS: readonly UpdateTarget[] = [
  { platform: 'linux', arch: 'x64', kind: 'deb' },
  { platform: 'linux', arch: 'arm64', kind: 'deb' },
  { platform: 'linux', arch: 'x64', kind: 'appimage' },
  { platform: 'linux', arch: 'arm64', kind: 'appimage' },
  { platform: 'darwin', arch: 'x64', kind: 'dmg' },
  { platform: 'darwin', arch: 'arm64', kind: 'dmg' },
  { platform: 'win32', arch: 'x64', kind: 'exe' },
];

/**
 * Returns the name of a release's file. It must match the names in `deb.ts` and in `artifactName` of
 * electron-builder.yml.
 */
export function releaseFileName({ arch, kind }: UpdateTarget, version: string): string {
  switch (kind) {
    case 'deb':
      return `roundwatch_${version}_${arch === 'x64' ? 'amd64' : arch}.deb`;
    case 'appimage':
      return `roundwatch-${version}-linux-${arch === 'x64' ? 'x86_64' : arch}.AppImage`;
    case 'dmg':
      return `roundwatch-${version}-mac-${arch}.dmg`;
    case 'exe':
      return `roundwatch-${version}-win-${arch}.exe`;
  }
}

/** Returns the URL of the folder with the files of a release. The folder is on the feed's server. */
export const releaseFolderUrl = (feedUrl: string, version: string): string =>
  new URL(`${version}/`, feedUrl).href;
