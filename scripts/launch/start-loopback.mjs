import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import {
  chromiumArguments,
  compileCache,
  defaultDataDir,
  findChromium,
  hasDisplay,
  inRoot,
  node24,
} from '../common/environment.mjs';
import { notWritableError } from '../common/lock.mjs';
import { toArguments } from '../common/options.mjs';
import { refuseTakenPort } from '../common/ports.mjs';
import { waitForExit } from '../common/process.mjs';
import { printMessage } from '../common/messages.mjs';

/** Runs the loopback shell until it exits or its browser window is closed. Returns the exit code. */
export async function startLoopback(options) {
  await refuseTakenPort(options.port);
  const dataDir = resolve(options['data-dir'] ?? defaultDataDir());
  const chromium = options['no-open'] || !hasDisplay ? null : findBrowser();
  const profile = join(dataDir, 'browser');
  if (chromium) makePrivate(profile);
  const args = toArguments({ ...options, 'data-dir': dataDir }, ['data-dir', 'port', 'demo']);
  const server = spawn(node24, [inRoot('electron', 'shells', 'loopback.ts'), ...args], {
    env: { ...process.env, ...compileCache },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  const ended = waitForExit(server);
  createInterface({ input: server.stdout }).once('line', (line) => {
    const { url, file } = readAddress(line);
    if (!url) return;
    if (chromium && file) openWindow({ chromium, profile, url, file, server, ended });
    else printAddress(url);
  });
  return ended;
}

const printAddress = (url) => process.stdout.write(`Roundwatch is at ${url} (Ctrl+C stops it)\n`);

function findBrowser() {
  const chromium = findChromium();
  if (!chromium) printMessage('no Chromium or Chrome found; open the address below in a browser');
  return chromium;
}

function makePrivate(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw notWritableError(folder, error);
  }
}

function readAddress(line) {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {}; // The shell prints its error to stderr and exits.
  }
}

/**
 * Opens a browser window with a separate profile. Closing the window stops the shell, and stopping the shell
 * closes the window. The browser opens `file`, which redirects to `url`. `url` itself must not be on the
 * command line, because it contains a token and other accounts on this computer can read the command line.
 */
function openWindow({ chromium, profile, url, file, server, ended }) {
  const openedMs = Date.now();
  const app = `--app=${pathToFileURL(file).href}`;
  const args = [app, `--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check'];
  const browser = spawn(chromium, [...args, ...chromiumArguments], { stdio: 'ignore' });
  browser.once('error', () => printAddress(url));
  browser.once('exit', (code) => {
    // A browser that exits immediately with code 0 has probably passed the URL to a browser that was already
    // running. Any other immediate exit means that the browser failed to start.
    const endedImmediately = Date.now() - openedMs < 3_000;
    if (!endedImmediately) server.kill('SIGTERM');
    else if (code !== 0) printAddress(url);
  });
  void ended.then(() => browser.kill('SIGTERM'));
}
