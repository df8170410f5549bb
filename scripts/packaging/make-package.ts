import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, Platform, type Configuration } from 'electron-builder';

export interface PackageOptions {
  /** Only the folder, no installers. */
  readonly dir: boolean;
  readonly output: string;
  /** A folder with Electron's runtime; null: electron-builder fetches the one of the lockfile. */
  readonly electronDist: string | null;
}

/** Packs what was built for this system. The settings are in `electron-builder.yml`. */
export async function makePackage({ dir, output, electronDist }: PackageOptions): Promise<void> {
  const given: Configuration =
    electronDist === null ? {} : { electronDist, electronVersion: versionIn(electronDist) };
  await build({
    targets: Platform.current().createTarget(dir ? 'dir' : undefined),
    publish: 'never',
    config: { extends: 'electron-builder.yml', directories: { output }, ...given },
  });
}

/** The version that a runtime bears beside its program. */
function versionIn(electronDist: string): string {
  return readFileSync(join(electronDist, 'version'), 'utf8').trim().replace(/^v/, '');
}
