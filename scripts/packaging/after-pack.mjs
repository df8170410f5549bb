import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import { partsOf, systemOf } from './executable.ts';
import { FUSES, FUSE_NAMES, fuseConfig } from './fuses.ts';
import { readFuses } from './read-fuses.ts';

/**
 * The script that starts the app in an AppImage. It is copied to the package, where it replaces
 * electron-builder's own script.
 */
const APP_RUN = join(import.meta.dirname, '..', '..', 'resources', 'linux', 'AppRun');

/**
 * electron-builder calls this hook before signing. Sets all fuses, and removes the default app included in
 * Electron's runtime.
 */
export async function afterPack({ appOutDir, electronPlatformName }) {
  const { executable, resources } = partsOf(appOutDir, systemOf(electronPlatformName));
  const known = Object.keys(await readFuses(executable)).length;
  if (known < FUSE_NAMES.length)
    process.stdout.write(
      `  this Electron has ${known} of ${FUSE_NAMES.length} fuses; without ${FUSE_NAMES.slice(known).join(', ')}\n`,
    );
  await flipFuses(executable, fuseConfig(FUSES, known));
  rmSync(join(resources, 'default_app.asar'), { force: true });
  if (electronPlatformName === 'linux') copyFileSync(APP_RUN, join(appOutDir, 'AppRun'));
}
export default afterPack;
