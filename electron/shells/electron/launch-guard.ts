import { DATA_DIR } from '../common/arguments.ts';

/**
 * The switches that a packaged app accepts. Each has a pattern for its value, or null if it takes no value.
 * All other switches are refused, because many of Chromium's switches write keys and traffic to a file, turn
 * off a sandbox, redirect the network or start a program (ADR 59).
 */
const ACCEPTED_SWITCHES: ReadonlyMap<string, RegExp | null> = new Map([
  ['ozone-platform', /^[a-z\d]{1,20}$/],
  ['force-device-scale-factor', /^\d{1,2}(?:\.\d{1,4})?$/],
  ['lang', /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/i],
  ['disable-gpu', null],
  ['password-store', /^[a-z\d-]{1,30}$/],
  ['demo', null],
  ['hidden', null],
]);

/**
 * Arguments that the system adds. macOS adds one when it starts an app, and Windows adds one when a
 * notification starts an app.
 */
const ADDED_BY_SYSTEM: Readonly<Partial<Record<NodeJS.Platform, RegExp>>> = {
  darwin: /^-psn_\d+_\d+$/,
  win32: /^-Embedding$/,
};

/**
 * Returns whether `value` is an absolute path. A relative path may begin with a dash. Chromium parses every
 * argument and could take such a path for a switch, so relative paths are refused.
 */
const isFolder = (value: string | undefined, platform: NodeJS.Platform): boolean =>
  value !== undefined && (platform === 'win32' ? /^(?:[a-z]:[\\/]|\\\\)/i : /^\//).test(value);

/**
 * Returns the first argument that a packaged app must refuse, in a form that is safe to print. Returns null
 * if all arguments are accepted. An accepted switch must be spelled `--name` or `--name=value`; other
 * spellings that Chromium understands, such as `-name`, are refused.
 * @param argv the arguments without the executable
 */
export function refusedArgument(argv: readonly string[], platform: NodeJS.Platform): string | null {
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at] ?? '';
    if (argument === DATA_DIR && isFolder(argv[at + 1], platform)) at += 1;
    else if (!isAccepted(argument, platform)) return printable(argument);
  }
  return null;
}

function isAccepted(argument: string, platform: NodeJS.Platform): boolean {
  if (/^roundwatch:/i.test(argument) || ADDED_BY_SYSTEM[platform]?.test(argument) === true) return true;
  if (argument.startsWith(`${DATA_DIR}=`)) return isFolder(argument.slice(DATA_DIR.length + 1), platform);
  const [, name = '', value] = /^--([a-z-]+)(?:=(.*))?$/s.exec(argument) ?? [];
  const values = ACCEPTED_SWITCHES.get(name);
  if (values === undefined) return false;
  return values === null ? value === undefined : value !== undefined && values.test(value);
}

/** Returns an argument without its value, which may be a secret. */
const printable = (argument: string): string => {
  const name = argument.split('=', 1)[0] ?? '';
  return /^--?[\w-]{1,60}$/.test(name) ? name : 'an argument that it does not know';
};

/**
 * Removes the environment variable that makes Chromium write the keys of all TLS connections to a file. Must
 * be called before the app is ready, because Chromium reads the variable when it starts its network service.
 */
export function removeUnsafeVariables(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) if (name.toUpperCase() === 'SSLKEYLOGFILE') delete env[name];
}
