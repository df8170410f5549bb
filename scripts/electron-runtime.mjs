import { join } from 'node:path';
import { electronExecutable, inRoot, installCache, node24, root } from './environment.mjs';
import { run } from './process.mjs';
import { step, Stop } from './say.mjs';
import { readStamp, writeStamp } from './stamps.mjs';

const stamp = join(installCache, 'electron-download.txt');
const retryAfterMs = 24 * 3_600_000;
const timeoutMs = 60_000;

/**
 * Fetches Electron's runtime with the package's installer, unless it exists or an attempt failed within a day
 * (`retry` overrides this).
 * @returns the reason why there is none, or null
 */
export async function provideElectronRuntime({ retry }) {
  if (electronExecutable()) return null;
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) return 'ELECTRON_OVERRIDE_DIST_PATH holds no Electron';
  const [triedMs, reason] = (readStamp(stamp) ?? '').split('\n');
  if (!retry && triedMs && Date.now() - Number(triedMs) < retryAfterMs) return reason;
  const installer = inRoot('node_modules', 'electron', 'install.js');
  const { code, output, timedOut } = await step("Fetching Electron's runtime", () =>
    run(node24, [installer], { cwd: root, timeoutMs }),
  );
  if (code === 0 && electronExecutable()) return null;
  const said = output.match(/^(?:\w*Error: )(.{1,120})/m)?.[1] ?? `the installer ended with code ${code}`;
  const cause = timedOut ? `no answer within ${timeoutMs / 1000} s` : said;
  const words = `Electron's runtime could not be downloaded (${cause})`;
  remember(words);
  return words;
}

/** If the folder is not writable, the next start only repeats the attempt. */
function remember(words) {
  try {
    writeStamp(stamp, `${Date.now()}\n${words}`);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
}
