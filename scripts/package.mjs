import './common/node-version.mjs';
import { inRoot, node24, root } from './common/environment.mjs';
import { waitForExit } from './common/process.mjs';
import { runCommand } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';
import { spawn } from 'node:child_process';

/**
 * `npm run package [-- --dir]`: builds the installers for this operating system, or with `--dir`, only the
 * unpacked folder. Prints the size. Uses the Electron runtime in ELECTRON_OVERRIDE_DIST_PATH or node_modules;
 * if there is none, electron-builder downloads it.
 */
await runCommand(async () => {
  await prepare('package');
  return waitForExit(
    spawn(node24, [inRoot('scripts', 'packaging', 'package.ts'), ...process.argv.slice(2)], {
      cwd: root,
      stdio: 'inherit',
    }),
  );
});
