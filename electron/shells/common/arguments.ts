import { isAbsolute, resolve } from 'node:path';

export interface ElectronArguments {
  /** Absolute path of the data folder; null for the default folder. */
  readonly dataDir: string | null;
  readonly demo: boolean;
  /** Whether the app should start without a window, as it does at login. */
  readonly hidden: boolean;
}
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly sentence: string };

const refuse = (sentence: string) => ({ ok: false, sentence }) as const;

export const DATA_DIR = '--data-dir';
export const HIDDEN = '--hidden';
const PATH_MAX = 1_000;

const parseFolder = (value: string | undefined): string | null => {
  const isValid = value !== undefined && value !== '' && value.length <= PATH_MAX && !/\p{Cc}/u.test(value);
  return isValid && !value.startsWith('-') ? value : null;
};

/**
 * Parses the app's own switches. Ignores Chromium's switches, which `launch-guard.ts` checks. If the command
 * line contains a link, all switches are ignored, because another program, such as a browser, started the
 * app.
 */
export function parseElectronArguments(argv: readonly string[]): Parsed<ElectronArguments> {
  if (argv.some((argument) => /^roundwatch:/i.test(argument)))
    return { ok: true, value: { dataDir: null, demo: false, hidden: false } };
  let dataDir: string | null = null;
  for (const [index, argument] of argv.entries()) {
    const inline = argument.startsWith(`${DATA_DIR}=`);
    if (argument !== DATA_DIR && !inline) continue;
    const folder = parseFolder(inline ? argument.slice(DATA_DIR.length + 1) : argv[index + 1]);
    if (folder === null || !isAbsolute(folder) || dataDir !== null)
      return refuse(`${DATA_DIR} takes one absolute path.`);
    dataDir = resolve(folder);
  }
  return { ok: true, value: { dataDir, demo: argv.includes('--demo'), hidden: argv.includes(HIDDEN) } };
}

export interface LoopbackArguments extends Omit<ElectronArguments, 'hidden'> {
  /** If 0, the system chooses a free port. */
  readonly port: number;
  readonly rendererDir: string | null;
}

/** Parses the arguments of the loopback shell. Relative paths are resolved against the working directory. */
export function parseLoopbackArguments(argv: readonly string[]): Parsed<LoopbackArguments> {
  let [dataDir, rendererDir, port, demo]: [string | null, string | null, number, boolean] = [
    null,
    null,
    0,
    false,
  ];
  const rest = argv.values();
  for (const argument of rest) {
    if (argument === '--demo') {
      demo = true;
      continue;
    }
    if (![DATA_DIR, '--renderer', '--port'].includes(argument))
      return refuse(`unknown argument ${JSON.stringify(argument.slice(0, 100))}`);
    const value = parseFolder(rest.next().value);
    if (value === null) return refuse(`${argument} needs a value`);
    if (argument === DATA_DIR) dataDir = resolve(value);
    else if (argument === '--renderer') rendererDir = resolve(value);
    else if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) port = Number(value);
    else return refuse('--port takes a number from 0 to 65535');
  }
  return { ok: true, value: { dataDir, demo, port, rendererDir } };
}

/** Returns the default data folder, which both shells share. */
export function defaultDataDir(
  platform: NodeJS.Platform,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (platform === 'darwin') return `${home}/Library/Application Support/Roundwatch`;
  if (platform === 'win32') return `${env['APPDATA'] ?? `${home}\\AppData\\Roaming`}\\Roundwatch`;
  // According to the XDG specification, relative paths must be ignored.
  const xdg = env['XDG_DATA_HOME'];
  return `${xdg?.startsWith('/') ? xdg : `${home}/.local/share`}/roundwatch`;
}
