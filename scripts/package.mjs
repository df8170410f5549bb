import './node-version.mjs';
import { inRoot, node24, root } from './environment.mjs';
import { attend } from './process.mjs';
import { command } from './say.mjs';
import { prepare } from './setup.mjs';
import { spawn } from 'node:child_process';

/**
 * `npm run package [-- --dir]`: the installers of this system, or with `--dir` the folder they are made of, and what it
 * weighs. ELECTRON_OVERRIDE_DIST_PATH gives an Electron that is here already; without it electron-builder fetches one.
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
