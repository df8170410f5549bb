import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot, root } from '../common/environment.mjs';
import { run } from '../common/process.mjs';
import { inElectron } from '../launch/start-electron.mjs';

const TIMEOUT_MS = 120_000;

/**
 * Starts the built app with the demo in a temporary folder, and puts V8's code cache beside each script of
 * the main process (ADR 80). The next build deletes the cache.
 *
 * @returns null on success, otherwise the reason why there is no cache; without a cache, the app only starts
 * more slowly
 */
export async function makeCodeCache() {
  // Electron may run as another user, who must be able to write to the folders created here.
  const folder = mkdtempSync(join(tmpdir(), 'roundwatch-code-cache-'));
  chmodSync(folder, 0o755);
  const [dataDir, caches] = ['data', 'caches'].map((name) => join(folder, name));
  for (const each of [dataDir, caches]) {
    mkdirSync(each);
    chmodSync(each, 0o777);
  }
  try {
    const { value, reason } = await inElectron(({ env, wrap }) => {
      const recorder = inRoot('scripts', 'packaging', 'record-code-cache.cjs');
      const args = ['-r', recorder, env.ROUNDWATCH_STAGE, `--data-dir=${dataDir}`, '--demo'];
      const [file, ...rest] = wrap([env.ROUNDWATCH_ELECTRON, ...args]);
      const start = () =>
        run(file, rest, {
          cwd: root,
          env: { ...process.env, ROUNDWATCH_CODE_CACHE: caches },
          timeoutMs: TIMEOUT_MS,
        });
      // The cache of the first start also contains code that creates the demo, which later starts do not
      // need. A second start therefore replaces that cache.
      return start().then((first) => (first.code === 0 ? start() : first));
    });
    if (reason !== undefined) return reason;
    const names = readdirSync(caches, { recursive: true }).filter((name) => name.endsWith('.cache'));
    if (value.code !== 0 || names.length === 0) return `the app did not start: ${value.output.trim()}`;
    for (const name of names) copyFileSync(join(caches, name), inRoot('out', 'main', name));
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
