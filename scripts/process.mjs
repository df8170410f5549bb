import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { node24 } from './environment.mjs';

/** Child processes: none outlives its command, and every one has a time limit or a person waiting for it. */

const groups = new Set();
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Ends a child and everything it started: politely, then after `graceMs` for certain. */
async function endGroup(child, graceMs = 5_000) {
  const signal = (name) => {
    try {
      if (process.platform === 'win32') child.kill(name);
      else process.kill(-child.pid, name);
      return true;
    } catch {
      return false; // nobody left in the group
    }
  };
  if (!signal('SIGTERM')) return;
  const deadlineMs = Date.now() + graceMs;
  while (Date.now() < deadlineMs && signal(0)) await wait(50);
  signal('SIGKILL');
}

/** While groups run, a signal to us ends them first. Otherwise signals do what they always do. */
function endGroupsAndExit(name) {
  void Promise.all([...groups].map((child) => endGroup(child))).then(() =>
    process.exit(name === 'SIGINT' ? 130 : 143),
  );
}
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
function addGroup(child) {
  if (groups.size === 0) for (const name of signals) process.on(name, endGroupsAndExit);
  groups.add(child);
}
function removeGroup(child) {
  groups.delete(child);
  if (groups.size === 0) for (const name of signals) process.off(name, endGroupsAndExit);
}

/** Whose turn comes after that of others: a quarter of the processor where they want all of it, and whatever they leave. */
const AFTER_OTHERS = 5;

/**
 * Lets a child, and what it starts, come after others; where the system refuses, it runs like any other. Linux shares the processor among
 * sessions first, and each child here is one: there its session has to come after others as well.
 */
function giveWay(child) {
  try {
    setPriority(child.pid, AFTER_OTHERS);
    if (process.platform === 'linux') writeFileSync(`/proc/${child.pid}/autogroup`, String(AFTER_OTHERS));
  } catch {
    // over already, or not for us
  }
}

/**
 * Runs a command in a process group of its own and keeps its output. With `givesWay` its turn comes after that of
 * others, as by itself with what such a child runs.
 * Resolves to `{ code, output, timedOut }`; never rejects (a command that cannot be started has code 127).
 */
export function run(
  file,
  args,
  { cwd, env, timeoutMs, onOutput, givesWay = getPriority() >= AFTER_OTHERS } = {},
) {
  return new Promise((done) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...(env ?? process.env), NO_COLOR: '1', FORCE_COLOR: undefined }, // kept, not watched
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (givesWay) giveWay(child);
    let output = '';
    let timedOut = false;
    const keep = (chunk) => {
      output = (output + chunk).slice(-200_000);
      onOutput?.(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const limit = timeoutMs
      ? setTimeout(() => {
          timedOut = true;
          void endGroup(child);
        }, timeoutMs)
      : undefined;
    const finish = (code) => {
      clearTimeout(limit);
      removeGroup(child);
      done({ code, output, timedOut });
    };
    addGroup(child);
    child.once('error', (error) => {
      keep(`${file}: ${error.message}\n`);
      finish(127);
    });
    // "exit", not "close": a daemon left behind may hold the pipes open. What it left in the group is ended.
    child.once('exit', (code) => {
      void endGroup(child, 2_000).then(() => setImmediate(() => finish(code ?? 1)));
    });
  });
}

/** Tasks run at most `width` at a time, started in order; results keep the order. */
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
 * Starts an attended child on our own terminal. SIGTERM and SIGHUP are passed on; Ctrl-C reaches it by itself when there
 * is a terminal. Resolves to its exit code once it has ended.
 */
export function attend(child) {
  return new Promise((done) => {
    const pass = (name) => {
      if (name === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(name);
    };
    for (const name of signals) process.on(name, pass);
    const finish = (code) => {
      for (const name of signals) process.off(name, pass);
      done(code);
    };
    child.once('error', () => finish(127));
    child.once('exit', (code, signal) => finish(code ?? (signal ? 1 : 0)));
  });
}

/**
 * Becomes `node file …args` on Node 24. Where the system can replace a process, nothing stays between the caller and the
 * program: its signals, its exit code and its stdio are the program's own.
 */
export async function becomeNode24(file, args, env = process.env) {
  const argv = [node24, file, ...args];
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.removeAllListeners('warning'); // execve announces itself as experimental
    process.execve(node24, argv, env);
  }
  return attend(spawn(node24, argv.slice(1), { stdio: 'inherit', env }));
}
