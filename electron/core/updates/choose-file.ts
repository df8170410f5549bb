import type { UpdateFeed, UpdateTarget } from '../ports.ts';
import type { UpdateFile, UpdateManifest } from './signed-manifest.ts';
import { UpdateFailure } from './update-failure.ts';

export interface Installed extends UpdateTarget {
  readonly version: string;
  /** The highest sequence number among the manifests that this computer has verified. */
  readonly highestSequence: number;
}

/**
 * Chooses the file with which a verified manifest updates the installed version.
 *
 * @returns the file to download; null if the installed version is the newest
 * @throws UpdateFailure `replayed`, `expired`, `downgrade`, `platform`, `insecure`, `other-server`
 */
export function chooseFile(
  manifest: UpdateManifest,
  installed: Installed,
  feed: Pick<UpdateFeed, 'url'>,
  nowMs: number,
): UpdateFile | null {
  if (manifest.sequence < installed.highestSequence) throw new UpdateFailure('replayed');
  if (Date.parse(manifest.expiresAt) <= nowMs) throw new UpdateFailure('expired');
  const order = compareVersions(manifest.version, installed.version);
  if (order < 0) throw new UpdateFailure('downgrade');
  if (order === 0) return null;
  const file = manifest.files.find((each) => isFor(each, installed));
  if (file === undefined) throw new UpdateFailure('platform');
  requireHttps(file.url);
  if (new URL(file.url).origin !== new URL(feed.url).origin) throw new UpdateFailure('other-server');
  return file;
}

const isFor = (file: UpdateFile, { platform, arch, kind }: UpdateTarget): boolean =>
  file.platform === platform && file.arch === arch && file.kind === kind;

/** @throws UpdateFailure `insecure` */
export function requireHttps(url: string): void {
  if (new URL(url).protocol !== 'https:') throw new UpdateFailure('insecure');
}

/** Compares versions such as `1.4.0`. A pre-release counts as equal to the version that it precedes. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('-', 1).join('').split('.').map(Number));
  for (const part of [0, 1, 2]) {
    const difference = (a?.[part] ?? 0) - (b?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
