import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { node24 } from './environment.mjs';

/**
 * Child processes. A child never outlives the command that started it: it either has a time limit or runs in
 * the foreground.
 */

const groups = new Set();
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Terminates a child and its descendants with SIGTERM, and with SIGKILL if some still run after `graceMs`. On
 * Windows, terminates only the child.
 */
async function terminateGroup(child, graceMs = 5_000) {
  const signal = (name) => {
    try {
      if (process.platform === 'win32') child.kill(name);
      else process.kill(-child.pid, name);
      return true;
    } catch {
      return false; // The group has no processes left.
    }
  };
  if (!signal('SIGTERM')) return;
  const deadlineMs = Date.now() + graceMs;
  while (Date.now() < deadlineMs && signal(0)) await wait(50);
  signal('SIGKILL');
}

/**
 * Terminates all groups, then exits. This function handles signals only while groups are running. Otherwise,
 * signals have their default effect.
 */
function terminateGroupsAndExit(name) {
  void Promise.all([...groups].map((child) => terminateGroup(child))).then(() =>
    process.exit(name === 'SIGINT' ? 130 : 143),
  );
}
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
function addGroup(child) {
  if (groups.size === 0) for (const name of signals) process.on(name, terminateGroupsAndExit);
  groups.add(child);
}
function removeGroup(child) {
  groups.delete(child);
  if (groups.size === 0) for (const name of signals) process.off(name, terminateGroupsAndExit);
}

/**
 * Nice value of low-priority children. They get about a quarter of a busy processor, and all of an idle
 * processor.
 */
const LOW_PRIORITY = 5;

/**
 * Lowers the priority of a child and its descendants. Has no effect if the system refuses. On Linux, each
 * child has its own session, and processor time is first divided among sessions. The priority of the session
 * is therefore lowered too.
 */
function lowerPriority(child) {
  try {
    setPriority(child.pid, LOW_PRIORITY);
    if (process.platform === 'linux') writeFileSync(`/proc/${child.pid}/autogroup`, String(LOW_PRIORITY));
  } catch {
    // The process has already ended, or the system does not allow the change.
  }
}

/**
 * Runs a command in a separate process group and captures its output. By default, `isLowPriority` is true if
 * this process itself has a low priority.
 * @returns `{ code, output, timedOut }`; never rejects. If a command cannot be started, its code is 127.
 */
export function run(
  file,
  args,
  { cwd, env, timeoutMs, onOutput, isLowPriority = getPriority() >= LOW_PRIORITY } = {},
) {
  return new Promise((done) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...(env ?? process.env), NO_COLOR: '1', FORCE_COLOR: undefined }, // no colours in captured output
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (isLowPriority) lowerPriority(child);
    let output = '';
    let timedOut = false;
    const append = (chunk) => {
      output = (output + chunk).slice(-200_000);
      onOutput?.(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', append);
    child.stderr.setEncoding('utf8').on('data', append);
    const limit = timeoutMs
      ? setTimeout(() => {
          timedOut = true;
          void terminateGroup(child);
        }, timeoutMs)
      : undefined;
    const finish = (code) => {
      clearTimeout(limit);
      removeGroup(child);
      done({ code, output, timedOut });
    };
    addGroup(child);
    child.once('error', (error) => {
      append(`${file}: ${error.message}\n`);
      finish(127);
    });
    // Waits for "exit", because "close" never occurs if the child has started a daemon that keeps the pipes
    // open. After the child has exited, the remaining processes of its group are terminated.
    child.once('exit', (code) => {
      void terminateGroup(child, 2_000).then(() => setImmediate(() => finish(code ?? 1)));
    });
  });
}

/** Runs the tasks in order, at most `width` at the same time. Returns their results in the same order. */
export async function pool(width, tasks) {
  const results = new Array(tasks.length);
  let next = 0;
  const worker = async () => {
    while (next < tasks.length) {
      const index = next++;
      results[index] = await tasks[index]();
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/**
 * Waits for a child that runs in the foreground of this terminal, and returns its exit code. Forwards SIGTERM
 * and SIGHUP, and also SIGINT if there is no terminal. With a terminal, Ctrl-C reaches the child directly.
 */
export function waitForExit(child) {
  return new Promise((done) => {
    const forward = (name) => {
      if (name === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(name);
    };
    for (const name of signals) process.on(name, forward);
    const finish = (code) => {
      for (const name of signals) process.off(name, forward);
      done(code);
    };
    child.once('error', () => finish(127));
    child.once('exit', (code, signal) => finish(code ?? (signal ? 1 : 0)));
  });
}

/**
 * Runs `node file …args` on Node 24. If the system supports exec, the program replaces this process. Signal
 * handling, exit code and stdio are then those of the program. Otherwise, the program runs as a child.
 */
export async function execNode24(file, args, env = process.env) {
  const argv = [node24, file, ...args];
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.removeAllListeners('warning'); // Hides the warning that execve is experimental.
    process.execve(node24, argv, env);
  }
  return waitForExit(spawn(node24, argv.slice(1), { stdio: 'inherit', env }));
}
