import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import { syncFolder, writeDurably } from '../../core/backup/durable-files.ts';

/**
 * Starts the app when the user logs in. The app stores no copy of this setting, because users can also change
 * it in the system.
 */
export interface LoginStart {
  isOn(): boolean;
  /** @throws Error if the system did not store the change */
  set(isOn: boolean): void;
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** The name of the file that starts the app. This name is also the app's id. */
const FILE = 'app.roundwatch.desktop';

/** Returns the user's autostart file (https://specifications.freedesktop.org/autostart-spec). */
export function autostartFile(home: string, env: Readonly<Record<string, string | undefined>>): string {
  const config = env['XDG_CONFIG_HOME'] ?? '';
  return join(isAbsolute(config) ? config : join(home, '.config'), 'autostart', FILE);
}

/**
 * Quotes an argument of the key `Exec`. A desktop file also escapes each backslash in the value of a string
 * key, so backslashes are escaped twice
 * (https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html).
 * @throws Error if the argument contains a control character, because the file cannot contain one
 */
export function quoteExec(argument: string): string {
  if (/\p{Cc}/u.test(argument)) throw new Error('a control character in the command');
  const escaped = argument.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${escaped}"`.replaceAll('\\', '\\\\');
}

export const autostartEntry = ({ program, args }: Command): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Roundwatch',
    'Comment=Keep listening for new funding rounds',
    `Exec=${[program, ...args].map(quoteExec).join(' ')}`,
    'Icon=app.roundwatch.desktop',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

/** Matches the lines that desktops add to turn an autostart file off. */
const TURNED_OFF = /^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m;

/**
 * Uses an autostart file, which all Linux desktops read. An existing file is rewritten if it refers to
 * another path, for example after an AppImage was moved.
 */
export function createAutostart(file: string, command: Command): LoginStart {
  const read = (): string | null => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return null;
    }
  };
  const isOn = (): boolean => {
    const content = read();
    return content !== null && !TURNED_OFF.test(content);
  };
  const write = (): void => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeDurably(file, autostartEntry(command));
  };
  try {
    if (isOn() && read() !== autostartEntry(command)) write();
  } catch {
    // The app must start even if the file cannot be written. The old path then remains.
  }
  return {
    isOn,
    set: (wanted) => {
      if (wanted) return write();
      if (read() === null) return;
      rmSync(file, { force: true });
      syncFolder(dirname(file));
    },
  };
}

/** Uses the login items of macOS or the registry of Windows. macOS does not pass the arguments to the app. */
export function createLoginItem(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>,
  { program, args }: Command,
): LoginStart {
  const item = { path: program, args: [...args] };
  return {
    isOn: () => app.getLoginItemSettings(item).openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ ...item, openAtLogin }),
  };
}
