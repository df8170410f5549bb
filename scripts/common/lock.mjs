import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, printMessage } from './messages.mjs';

const heartbeatMs = 2_000;
/**
 * A lock without a heartbeat for this many ms counts as abandoned. It does not matter whether a process with
 * the owner's id is running, because ids are reused. After the machine has slept, an owner that is still
 * working may lose its lock.
 */
const staleMs = 30_000;

const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/**
 * Runs `work` while holding the lock `file`. If the lock has a live owner, waits until that owner releases
 * it. If the owner is dead, takes over the lock.
 */
export async function withLock(file, work) {
  await acquire(file);
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimesSync(file, now, now);
  }, heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

async function acquire(file) {
  let hasReported = false;
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw notWritableError(dirname(file), error);
  }
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw notWritableError(dirname(file), error);
    }
    if (removeIfStale(file)) continue;
    if (!hasReported) printMessage('another command is setting up in this folder; waiting for it');
    hasReported = true;
    await wait(200);
  }
}

/**
 * Removes the lock of an owner that no longer runs. Several waiting processes may try this at once, but only
 * one of them succeeds in renaming the lock, and that process removes the renamed file.
 */
function removeIfStale(file) {
  try {
    const owner = readFileSync(file, 'utf8');
    const isFresh = Date.now() - statSync(file).mtimeMs < staleMs;
    if (isFresh && (owner === '' || isAlive(Number(owner)))) return false;
    const staleFile = `${file}.${process.pid}`;
    renameSync(file, staleFile);
    // Another process may have acquired the lock between the read and the rename. If so, restores that
    // process's lock.
    if (readFileSync(staleFile, 'utf8') !== owner) linkSync(staleFile, file);
    rmSync(staleFile, { force: true });
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}

/** Returns the error for a folder that cannot be written to. */
export const notWritableError = (folder, error) =>
  new CommandError(
    `cannot write to ${folder} (${error.code ?? error.message}); make the folder writable or clone into one that is.`,
  );
