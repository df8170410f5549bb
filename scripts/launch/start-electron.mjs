import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { electronLaunch, findOnPath, hasDisplay, node24, root } from '../common/environment.mjs';
import { waitForExit, run } from '../common/process.mjs';
import { CommandError } from '../common/messages.mjs';
import { installElectronRuntime } from '../setup/electron-runtime.mjs';

/**
 * Returns the `{ command }` that launches Electron, or a `{ reason }` if Electron cannot be launched on this
 * machine.
 */
export async function chooseElectron({ retry }) {
  if (!hasDisplay) return { reason: 'there is no display for Electron' };
  const missing = await installElectronRuntime({ retry });
  return missing ? { reason: missing } : electronLaunch();
}

/**
 * Returns the folder of the app that Electron runs. By default, this is the project's folder. If
 * ELECTRON_LAUNCHER runs Electron as another user, that user may be unable to read the project's folder. In
 * that case, set ELECTRON_STAGE to a script that copies the app to a readable folder. `dispose` removes the
 * copy.
 */
export async function stageApp() {
  const script = process.env.ELECTRON_STAGE;
  if (!script) return { folder: root, dispose: () => {} };
  const parent = mkdtempSync(join(tmpdir(), 'roundwatch-stage-'));
  chmodSync(parent, 0o755);
  const folder = join(parent, 'app');
  const { code, output } = await run(node24, [script, '.', folder], { cwd: root, timeoutMs: 60_000 });
  const dispose = () => rmSync(dirname(folder), { recursive: true, force: true });
  if (code === 0) return { folder, dispose };
  dispose();
  throw new CommandError(`the app could not be staged for Electron: ${output.trim().split('\n').at(-1)}`);
}

/**
 * Calls `work` if this machine has Electron and a display. `work` receives the launcher's environment
 * variables, and `wrap`, which runs a command on a virtual display if necessary.
 * @returns `{ value }` with the result of `work`, or `{ reason }` as a string
 */
export async function inElectron(work) {
  const { command, reason } = electronLaunch();
  if (reason) return { reason };
  if (!hasDisplay && !findOnPath('xvfb-run')) return { reason: 'there is no display and no xvfb-run' };
  const stage = await stageApp();
  try {
    const env = { ROUNDWATCH_ELECTRON: command, ROUNDWATCH_STAGE: stage.folder };
    const wrap = (argv) => (hasDisplay ? argv : ['xvfb-run', '-a', ...argv]);
    return { value: await work({ env, wrap }) };
  } finally {
    stage.dispose();
  }
}

/** Runs Electron until it exits. Returns the exit code, or the reason why Electron did not start. */
export async function startElectron({ command }, options) {
  const stage = await stageApp();
  const startedMs = Date.now();
  // Passes the option and its value as one argument. If the value were a separate argument, Chromium would
  // open it as a page.
  const dataDir = options['data-dir'] ? [`--data-dir=${resolve(options['data-dir'])}`] : [];
  const args = [...(options.demo ? ['--demo'] : []), ...dataDir];
  try {
    const child = spawn(command, [stage.folder, ...args], { cwd: root, stdio: 'inherit' });
    const code = await waitForExit(child);
    const failedToStart = code !== 0 && Date.now() - startedMs < 3_000;
    return failedToStart ? `Electron did not start (exit code ${code})` : code;
  } finally {
    stage.dispose();
  }
}
