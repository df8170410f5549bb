import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { inRoot, node24, pathWithModules, root, toolFile } from './environment.mjs';
import { filesBelow } from './files.mjs';
import { unwritable } from './lock.mjs';
import { run } from './process.mjs';
import { step } from './say.mjs';
import { readStamp, writeStamp } from './stamps.mjs';

/** The built app in `out/`, remade only when something it is made of has changed. */

const stamp = inRoot('out', '.inputs.sha256');
const inputs = [
  'electron',
  'renderer',
  'shared',
  'electron.vite.config.ts',
  'svelte.config.js',
  'package-lock.json',
];

/** Names and contents, not times: a check-out that touches files rebuilds nothing. */
function inputsHash() {
  const hash = createHash('sha256');
  const existing = inputs.filter((path) => existsSync(inRoot(path)));
  const files = existing.flatMap((path) => (statSync(inRoot(path)).isFile() ? [path] : filesBelow(path)));
  for (const path of files) hash.update(`\0${path}\0`).update(readFileSync(inRoot(path)));
  return hash.digest('hex');
}

export function isBuilt() {
  const built = readStamp(stamp);
  return built !== null && built === inputsHash();
}

/** Builds; resolves to the output's end when that failed, else to null. */
export async function buildApp() {
  const hash = inputsHash();
  try {
    rmSync(stamp, { force: true });
  } catch (error) {
    throw unwritable(inRoot('out'), error);
  }
  const { code, output } = await step('Building the app', () =>
    run(node24, [toolFile('electron-vite'), 'build'], {
      cwd: root,
      env: { ...process.env, PATH: pathWithModules(true) },
      timeoutMs: 300_000,
    }),
  );
  if (code !== 0) return output.trim().split('\n').slice(-30).join('\n');
  writeStamp(stamp, hash);
  return null;
}
