import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { node24 } from '../../../scripts/common/environment.mjs';

/**
 * The Node executable from `node_modules`, which can run TypeScript files directly. If it is not installed,
 * this is the Node that runs this process.
 */
export const ownNode = existsSync(node24) ? node24 : process.execPath;

export interface Started {
  readonly child: ChildProcess;
  /** The JSON line that the program prints on stdout when it is ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** Returns the program's stderr output so far. */
  log(): string;
  /** Sends a signal and waits for the exit code. Kills the program after a timeout. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;

/** Starts a program in this repository with the Node that runs the tests, and waits for its ready line. */
export async function startProgram(
  source: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Started> {
  const child = spawn(process.execPath, [resolve(source), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  // Kills the program when this process exits, in case a test fails before it calls `stop`.
  const killOrphan = (): void => void child.kill('SIGKILL');
  process.once('exit', killOrphan);
  child.once('exit', () => process.off('exit', killOrphan));
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (log += chunk));
  const ended = new Promise<number | null>((resolveEnd) => child.once('exit', (code) => resolveEnd(code)));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    const code = await ended;
    clearTimeout(timer);
    return code;
  };
  const firstLine = new Promise<string>((resolveLine, reject) => {
    createInterface({ input: child.stdout }).once('line', resolveLine);
    setTimeout(() => reject(new Error(`${source} was not ready in time:\n${log}`)), READY_TIMEOUT_MS).unref();
    void ended.then((code) => reject(new Error(`${source} ended with ${code}:\n${log}`)));
  });
  try {
    const parsed: unknown = JSON.parse(await firstLine);
    if (typeof parsed !== 'object' || parsed === null) throw new Error(`${source} printed no JSON object`);
    return { child, ready: { ...parsed }, log: () => log, stop };
  } catch (error) {
    await stop('SIGKILL');
    throw error;
  }
}

/** Returns a string field of a program's ready line. Throws if there is none. */
export function readyText(started: Started, key: string): string {
  const value = started.ready[key];
  if (typeof value !== 'string') throw new Error(`no ${key} in ${JSON.stringify(started.ready)}`);
  return value;
}
