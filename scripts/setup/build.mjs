import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { inRoot, node24, pathWithModules, root, toolFile } from '../common/environment.mjs';
import { filesBelow } from '../common/files.mjs';
import { notWritableError } from '../common/lock.mjs';
import { run } from '../common/process.mjs';
import { step } from '../common/messages.mjs';
import { readStamp, writeStamp } from '../common/stamps.mjs';

/** Builds the app in `out/` if one of its inputs has changed. */

const stampFile = inRoot('out', '.inputs.sha256');
const inputs = [
  'electron',
  'renderer',
  'shared',
  'electron.vite.config.ts',
  'svelte.config.js',
  'package-lock.json',
  // This file contains the homepage and the update settings, which become part of the build
  // (`scripts/packaging/update-feed.ts`).
  'package.json',
];
const variables = ['ROUNDWATCH_UPDATE_FEED', 'ROUNDWATCH_UPDATE_KEY', 'ROUNDWATCH_UPDATE_CHANNEL'];

/**
 * Hashes the names and contents of the inputs and the variables, but not the times of files. A checkout that
 * changes only the times of files therefore does not cause a rebuild.
 */
function inputsHash() {
  const hash = createHash('sha256');
  const existing = inputs.filter((path) => existsSync(inRoot(path)));
  const files = existing.flatMap((path) => (statSync(inRoot(path)).isFile() ? [path] : filesBelow(path)));
  for (const path of files) hash.update(`\0${path}\0`).update(readFileSync(inRoot(path)));
  for (const name of variables) hash.update(`\0${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}

export function isBuilt() {
  const built = readStamp(stampFile);
  return built !== null && built === inputsHash();
}

/**
 * Builds the app.
 * @returns the end of the output if the build failed; otherwise null
 */
export async function buildApp() {
  const hash = inputsHash();
  try {
    rmSync(stampFile, { force: true });
  } catch (error) {
    throw notWritableError(inRoot('out'), error);
  }
  const { code, output } = await step('Building the app', () =>
    run(node24, [toolFile('electron-vite'), 'build'], {
      cwd: root,
      env: { ...process.env, PATH: pathWithModules(true) },
      timeoutMs: 300_000,
    }),
  );
  if (code !== 0) return output.trim().split('\n').slice(-30).join('\n');
  writeStamp(stampFile, hash);
  return null;
}
