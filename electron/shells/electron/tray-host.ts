import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ANSWER_MAX_MS = 2_000;
const WATCHER = 'org.kde.StatusNotifierWatcher';
const PATH = '/StatusNotifierWatcher';
const PROPERTY = 'IsStatusNotifierHostRegistered';
const GET = 'org.freedesktop.DBus.Properties.Get';

type Query = readonly [program: string, args: readonly string[]];
/** The programs that can read the property. A Linux desktop has at least one of them. */
const QUERIES: readonly Query[] = [
  [
    'gdbus',
    ['call', '--session', '--dest', WATCHER, '--object-path', PATH, '--method', GET, WATCHER, PROPERTY],
  ],
  ['busctl', ['--user', 'get-property', WATCHER, PATH, WATCHER, PROPERTY]],
  [
    'dbus-send',
    ['--session', '--print-reply', `--dest=${WATCHER}`, PATH, GET, `string:${WATCHER}`, `string:${PROPERTY}`],
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

interface TrayHostFacts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: RunProgram;
}

/**
 * Returns whether the desktop shows tray icons. macOS and Windows always do. On Linux, Electron reports no
 * error if nothing shows the icon, so this function asks the desktop
 * (https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/StatusNotifierWatcher). Without an
 * answer, it returns false, because a window that was closed without a tray would be out of reach.
 */
export async function hasTrayHost({ platform, env, run }: TrayHostFacts): Promise<boolean> {
  if (platform !== 'linux') return true;
  // Without the address of a bus, these programs might start a bus of their own.
  if (!hasSessionBus(env)) return false;
  for (const [program, args] of QUERIES) {
    const answer = await run(program, args);
    if (answer !== null) return /\btrue\b/.test(answer);
  }
  return false;
}

function hasSessionBus(env: TrayHostFacts['env']): boolean {
  if ((env['DBUS_SESSION_BUS_ADDRESS'] ?? '') !== '') return true;
  const folder = env['XDG_RUNTIME_DIR'] ?? '';
  return folder !== '' && existsSync(join(folder, 'bus'));
}
