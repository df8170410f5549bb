import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EXECUTABLE } from './installed-package.ts';
import { run } from './system.ts';

/** An ordinary user with an empty home folder and a virtual display. */
export interface DesktopUser {
  readonly home: string;
  /** Runs a shell command in a session of this user, as a desktop environment would. */
  start(command: string): Promise<RunningApp>;
  remove(): Promise<void>;
}

export interface RunningApp {
  readonly title: string;
  readonly windowClass: string;
  /** Number of colours in a screenshot of the window. An empty window has one or two. */
  readonly colours: number;
  readonly processes: readonly AppProcess[];
  quit(): Promise<void>;
}

interface AppProcess {
  readonly pid: number;
  /** The value of Chromium's `--type`; `main` for the first process. */
  readonly type: string;
  readonly commandLine: string;
  readonly uid: number;
  /** The seccomp mode. 2 means that the system calls of the process are filtered. */
  readonly seccomp: number;
  /** Whether the process is in its own namespace, so it cannot see other processes. */
  readonly isIsolated: boolean;
}

const START_MS = 60_000;
/**
 * Minimum number of colours in a screenshot that counts as showing the first view. The view has far more
 * colours, because its text is antialiased.
 */
const COLOURS_MIN = 100;
/** Number of identical screenshots in a row, half a second apart, after which the view counts as loaded. */
const EQUAL_PICTURES = 6;

export async function createDesktopUser(pictures: string): Promise<DesktopUser> {
  const name = `roundwatch-verify-${process.pid}`;
  const { status, output } = run('useradd', ['--create-home', '--shell', '/bin/sh', name]);
  if (status !== 0) throw new Error(`the user could not be created: ${output}`);
  const home = run('getent', ['passwd', name]).output.split(':')[5] ?? '';
  const runtime = mkdtempSync(join(tmpdir(), 'roundwatch-verify-'));
  run('chown', [name, runtime]);
  const display = await startDisplay();
  const environment = [`HOME=${home}`, `USER=${name}`, `LOGNAME=${name}`, 'PATH=/usr/bin:/bin'];
  const session = [...environment, 'LANG=C.UTF-8', `DISPLAY=${display.name}`, `XDG_RUNTIME_DIR=${runtime}`];
  const prefix = ['-u', name, '--', 'env', '-i', ...session, 'dbus-run-session', '--', 'sh', '-c'];
  let taken = 0;
  return {
    home,
    start: async (command) => {
      const child = spawn('runuser', [...prefix, `${command} & sleep 600`], {
        detached: true,
        stdio: 'ignore',
      });
      taken += 1;
      return waitForApp(child, display.name, join(pictures, `window-${taken}.png`));
    },
    remove: async () => {
      for (const { pid } of appProcesses()) process.kill(pid, 'SIGKILL');
      display.child.kill();
      rmSync(runtime, { recursive: true, force: true });
      await wait(1_000);
      run('userdel', ['--remove', '--force', name]);
    },
  };
}

/** Starts Xvfb, which chooses a free display and writes its number to file descriptor 3. */
async function startDisplay(): Promise<{ readonly name: string; readonly child: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp', '-ac'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const pipe = child.stdio[3];
  if (pipe === null || pipe === undefined) throw new Error('Xvfb did not start');
  const [chunk] = (await once(pipe, 'data', { signal: AbortSignal.timeout(30_000) })) as [Buffer];
  return { name: `:${chunk.toString().trim()}`, child };
}

async function waitForApp(session: ChildProcess, display: string, picture: string): Promise<RunningApp> {
  const onDisplay = (file: string, ...args: string[]): string => run(file, args, { DISPLAY: display }).output;
  const endsAtMs = Date.now() + START_MS;
  let colours = 0;
  let window = '';
  let last = '';
  let equal = 0;
  while (Date.now() < endsAtMs && equal < EQUAL_PICTURES) {
    await wait(500);
    const found =
      onDisplay('xdotool', 'search', '--onlyvisible', '--class', 'roundwatch').split('\n')[0] ?? '';
    window = /^\d+$/.test(found) ? found : '';
    if (window === '') continue;
    onDisplay('import', '-silent', '-window', window, picture);
    const [count = '', signature = ''] = onDisplay('identify', '-format', '%k %#', picture).split(' ');
    colours = Number(count) || 0;
    equal = colours >= COLOURS_MIN && signature === last ? equal + 1 : 0;
    last = signature;
  }
  return {
    title: window === '' ? '' : onDisplay('xdotool', 'getwindowname', window),
    windowClass: window === '' ? '' : onDisplay('xprop', '-id', window, 'WM_CLASS'),
    colours,
    processes: appProcesses(),
    quit: () => quitApp(session),
  };
}

/** Ends the app with SIGTERM, as a log-out would, and then kills the rest of its session. */
async function quitApp(session: ChildProcess): Promise<void> {
  for (const { pid, type } of appProcesses()) if (type === 'main') process.kill(pid, 'SIGTERM');
  for (let tries = 0; tries < 40 && appProcesses().length > 0; tries += 1) await wait(250);
  if (session.pid !== undefined) process.kill(-session.pid, 'SIGKILL');
}

function appProcesses(): readonly AppProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      if (readlinkSync(`/proc/${pid}/exe`) !== EXECUTABLE) return [];
      return [describeProcess(Number(pid))];
    } catch {
      return []; // The process has ended.
    }
  });
}

function describeProcess(pid: number): AppProcess {
  const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const value = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return {
    pid,
    type: /--type=(\S+)/.exec(commandLine)?.[1] ?? 'main',
    commandLine,
    uid: value('Uid'),
    seccomp: value('Seccomp'),
    isIsolated: readlinkSync(`/proc/${pid}/ns/pid`) !== readlinkSync('/proc/self/ns/pid'),
  };
}
