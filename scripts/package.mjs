import './node-version.mjs';
import { inRoot, node24, root } from './environment.mjs';
import { attend } from './process.mjs';
import { command } from './say.mjs';
import { prepare } from './setup.mjs';
import { spawn } from 'node:child_process';

/**
 * `npm run package [-- --dir]`: builds this system's installers, or with `--dir` their unpacked folder, and
 * prints the size. ELECTRON_OVERRIDE_DIST_PATH selects an existing Electron; otherwise electron-builder fetches
 * one.
 */
await command(async () => {
  await prepare('package');
  return attend(
    spawn(node24, [inRoot('scripts', 'packaging', 'package.ts'), ...process.argv.slice(2)], {
      cwd: root,
      stdio: 'inherit',
    }),
  );
});
