import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, Platform, type Configuration } from 'electron-builder';

export interface PackageOptions {
  /** Builds only the folder, no installers. */
  readonly dir: boolean;
  readonly output: string;
  /** A folder with Electron's runtime; null lets electron-builder fetch the lockfile's version. */
  readonly electronDist: string | null;
}

/** Packages the built app for this system, as configured in `electron-builder.yml`. */
export async function makePackage({ dir, output, electronDist }: PackageOptions): Promise<void> {
  const given: Configuration =
    electronDist === null ? {} : { electronDist, electronVersion: versionIn(electronDist) };
  await build({
    targets: Platform.current().createTarget(dir ? 'dir' : undefined),
    publish: 'never',
    config: { extends: 'electron-builder.yml', directories: { output }, ...given },
  });
}

/** The version file beside the runtime's executable. */
function versionIn(electronDist: string): string {
  return readFileSync(join(electronDist, 'version'), 'utf8').trim().replace(/^v/, '');
}
