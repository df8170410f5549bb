import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ANSWER_MAX_MS = 2_000;
const WATCHER = 'org.kde.StatusNotifierWatcher';
const BUS = 'org.freedesktop.DBus';

/** A D-Bus call whose arguments are all strings. */
interface BusCall {
  readonly to: string;
  readonly path: string;
  readonly group: string;
  readonly method: string;
  readonly args: readonly string[];
}
const property = (name: string): BusCall => ({
  to: WATCHER,
  path: '/StatusNotifierWatcher',
  group: 'org.freedesktop.DBus.Properties',
  method: 'Get',
  args: [WATCHER, name],
});
const processOf = (connection: string): BusCall => ({
  to: BUS,
  path: '/org/freedesktop/DBus',
  group: BUS,
  method: 'GetConnectionUnixProcessID',
  args: [connection],
});

/**
 * The command-line programs that can make a D-Bus call, each with a function that builds its arguments. A
 * Linux desktop has at least one of these programs.
 */
const PROGRAMS: readonly (readonly [program: string, argumentsOf: (call: BusCall) => string[]])[] = [
  [
    'gdbus',
    ({ to, path, group, method, args }) => [
      ...['call', '--session', '--dest', to, '--object-path', path, '--method', `${group}.${method}`],
      ...args,
    ],
  ],
  [
    'busctl',
    ({ to, path, group, method, args }) => [
      ...['--user', 'call', to, path, group, method, 's'.repeat(args.length)],
      ...args,
    ],
  ],
  [
    'dbus-send',
    ({ to, path, group, method, args }) => [
      ...['--session', '--print-reply', `--dest=${to}`, path, `${group}.${method}`],
      ...args.map((each) => `string:${each}`),
    ],
  ],
];

/** Runs a program and resolves to its output; null if it is missing, fails or does not answer in time. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string | null>;

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(program, [...args], { timeout: ANSWER_MAX_MS, killSignal: 'SIGKILL' }, (error, stdout) =>
      resolve(error === null ? stdout : null),
    );
  });

interface DesktopFacts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: RunProgram;
}

/**
 * Returns whether the desktop shows tray icons. macOS and Windows always do. On Linux, Electron reports no
 * error if nothing shows the icon, so this function queries the desktop
 * (https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/StatusNotifierWatcher). If the desktop
 * does not reply, returns false, because without an icon the user could not reopen a closed window.
 */
export async function hasTrayHost(facts: DesktopFacts): Promise<boolean> {
  if (facts.platform !== 'linux') return true;
  const answer = await callBus(facts, property('IsStatusNotifierHostRegistered'));
  return answer !== null && /\btrue\b/.test(answer);
}

/**
 * Returns whether the desktop has accepted the tray icon of a process. Some versions of Electron register the
 * icon in a way that some desktops refuse, without an error
 * (https://github.com/electron/electron/issues/53213).
 *
 * @param pid id of the process that created the icon
 */
export async function isTrayAccepted(facts: DesktopFacts, pid: number): Promise<boolean> {
  if (facts.platform !== 'linux') return true;
  const answer = (await callBus(facts, property('RegisteredStatusNotifierItems'))) ?? '';
  const items = [...answer.matchAll(/["']([^"']+)["']/g)].map(([, item = '']) => item);
  // KDE identifies an icon by a name that contains the process id. GNOME identifies it by its D-Bus
  // connection.
  if (items.some((item) => item.includes(`StatusNotifierItem-${pid}-`))) return true;
  for (const connection of items.flatMap((item) => /^:\d+\.\d+/.exec(item) ?? [])) {
    const owner = /\b(?:uint32|u) (\d+)/.exec((await callBus(facts, processOf(connection))) ?? '')?.[1];
    if (Number(owner) === pid) return true;
  }
  return false;
}

/**
 * Runs the programs in turn until one gets a reply, and returns its output. Returns null if none gets a reply
 * or if there is no session bus.
 */
async function callBus({ env, run }: DesktopFacts, call: BusCall): Promise<string | null> {
  // If no session bus exists, these programs might start a new one.
  if (!hasSessionBus(env)) return null;
  for (const [program, argumentsOf] of PROGRAMS) {
    const answer = await run(program, argumentsOf(call));
    if (answer !== null) return answer;
  }
  return null;
}

function hasSessionBus(env: DesktopFacts['env']): boolean {
  if ((env['DBUS_SESSION_BUS_ADDRESS'] ?? '') !== '') return true;
  const folder = env['XDG_RUNTIME_DIR'] ?? '';
  return folder !== '' && existsSync(join(folder, 'bus'));
}
