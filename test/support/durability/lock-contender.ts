import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { acquireFolderLock } from '../../../electron/adapters/folder-lock.ts';

/*
 * A process that tries to acquire a data folder: `node test/support/durability/lock-contender.ts FOLDER`
 *
 * It keeps no reference to the lock and runs garbage collection, which must not release the lock. Then it
 * prints its process id and the result, and runs until it is killed.
 */

/** A contender that is not killed exits after this time, in ms. */
const LIFE_MS = 120_000;

export interface Contender {
  readonly state: string;
  readonly pid: number;
  /** Kills the process with SIGKILL and waits until it has ended. Rejects if it had already ended. */
  kill(): Promise<void>;
  /** Ends the parent of a zombie. The zombie remains in the process table until its parent ends. */
  end(): void;
}

export interface ContenderOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The host name that the process sees. Works only if the system lets this process set a host name. */
  readonly hostName?: string;
  /**
   * If true, no parent collects the exit code of the killed process, so the process stays in the process
   * table.
   */
  readonly becomesZombie?: boolean;
}

const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;

/** Starts a contender and waits for its result. */
export async function startContender(folder: string, options: ContenderOptions = {}): Promise<Contender> {
  const { env = {}, hostName, becomesZombie = false } = options;
  const command = [process.execPath, import.meta.filename, folder].map(quoted).join(' ');
  const named = hostName === undefined ? '' : `hostname ${quoted(hostName)} && `;
  const shell = becomesZombie ? `${command} & exec sleep 600` : `${named}exec ${command}`;
  const [program, ...args] = [...(hostName === undefined ? [] : ['unshare', '--uts']), 'sh', '-c', shell];
  const child = spawn(program ?? 'sh', args, {
    env: { ...process.env, ...env },
    // If a test fails, its contender may keep running. The contender must not inherit the test runner's
    // streams, because it would then keep them open.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([once(lines, 'line'), ended.then(() => ['0 ended'])])) as [string];
  const [pid = '0', state = 'ended'] = line.split(' ');
  return {
    state,
    pid: Number(pid),
    kill: async () => {
      if (state === 'ended') return;
      process.kill(Number(pid), 'SIGKILL');
      if (!becomesZombie) return void (await ended);
      while (!/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    end: () => void child.kill('SIGKILL'),
  };
}

/** Runs garbage collection, which also closes unreferenced databases. */
export async function collectMemory(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    // The garbage collector closes native objects only in a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { state } = acquireFolderLock(process.argv[2] ?? '', 'test');
  await collectMemory();
  process.stdout.write(`${process.pid} ${state}\n`);
  setTimeout(() => process.exit(), LIFE_MS);
}
