import { join } from 'node:path';
import { electronExecutable, inRoot, installCache, node24, root } from '../common/environment.mjs';
import { run } from '../common/process.mjs';
import { step, CommandError } from '../common/messages.mjs';
import { readStamp, writeStamp } from '../common/stamps.mjs';

const stampFile = join(installCache, 'electron-download.txt');
const retryAfterMs = 24 * 3_600_000;
const timeoutMs = 60_000;

/**
 * Downloads Electron's runtime with the installer of the `electron` package, unless the runtime is already
 * installed. If the download fails, calls within the next day do not try again, unless `retry` is set.
 * @returns the reason why there is no runtime; null if there is one
 */
export async function installElectronRuntime({ retry }) {
  if (electronExecutable()) return null;
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) return 'ELECTRON_OVERRIDE_DIST_PATH contains no Electron';
  const [attemptedMs, previousReason] = (readStamp(stampFile) ?? '').split('\n');
  if (!retry && attemptedMs && Date.now() - Number(attemptedMs) < retryAfterMs) return previousReason;
  const installer = inRoot('node_modules', 'electron', 'install.js');
  const { code, output, timedOut } = await step("Fetching Electron's runtime", () =>
    run(node24, [installer], { cwd: root, env: withPinnedChecksums(process.env), timeoutMs }),
  );
  if (code === 0 && electronExecutable()) return null;
  const message = output.match(/^(?:\w*Error: )(.{1,120})/m)?.[1] ?? `the installer ended with code ${code}`;
  const cause = timedOut ? `no answer within ${timeoutMs / 1000} s` : message;
  const reason = `Electron's runtime could not be downloaded (${cause})`;
  recordFailure(reason);
  return reason;
}

/**
 * Returns the environment without `electron_use_remote_checksums`. With this setting, the installer would
 * trust the server's checksums.
 */
const withPinnedChecksums = (env) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(npm_config_)?electron_use_remote_checksums$/i.test(name)),
  );

/**
 * Records that downloading the runtime failed. If the folder is not writable, nothing is recorded, and the
 * next start simply tries again.
 */
function recordFailure(reason) {
  try {
    writeStamp(stampFile, `${Date.now()}\n${reason}`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}
