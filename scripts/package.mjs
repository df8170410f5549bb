import './common/node-version.mjs';
import { inRoot, node24, root } from './common/environment.mjs';
import { argumentsToPassOn } from './common/options.mjs';
import { waitForExit } from './common/process.mjs';
import { CommandError, runCommand } from './common/messages.mjs';
import { installElectronRuntime } from './setup/electron-runtime.mjs';
import { prepare } from './setup/prepare.mjs';
import { spawn } from 'node:child_process';

/**
 * `npm run package [-- --dir, --verify, --unsigned or --release]`: builds the installers for this operating
 * system and prints the size. With `--dir`, builds only the unpacked folder. With `--verify`, builds the
 * Debian package, installs it on this system, checks it and removes it; use it only on test machines. With
 * `--unsigned`, needs no credentials on macOS and Windows. With `--release`, first checks that every setting
 * that a release needs is set. Uses the Electron runtime in ELECTRON_OVERRIDE_DIST_PATH or node_modules. If
 * neither contains a runtime, downloads one with the installer of the `electron` package, which verifies the
 * checksum of the download.
 */
await runCommand(async () => {
  await prepare(process.argv.includes('--verify') ? 'verify' : 'package');
  const reason = await installElectronRuntime({ retry: true });
  if (reason !== null) throw new CommandError(`${reason}; the package needs it.`);
  return waitForExit(
    spawn(node24, [inRoot('scripts', 'packaging', 'package.ts'), ...argumentsToPassOn()], {
      cwd: root,
      stdio: 'inherit',
    }),
  );
});
