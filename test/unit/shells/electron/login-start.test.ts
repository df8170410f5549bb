import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  autostartEntry,
  autostartFile,
  createAutostart,
  createLoginItem,
  quoteExec,
} from '../../../../electron/shells/electron/login-start.ts';
import { refusedArgument } from '../../../../electron/shells/electron/launch-guard.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';

const command = { program: '/opt/Roundwatch/roundwatch', args: ['--hidden'] };

/**
 * Parses the value of `Exec` in the order that desktops use: first the string, then the quoted arguments,
 * then `%%`.
 */
function argumentsOf(entry: string): string[] {
  const exec = /^Exec=(.*)$/m.exec(entry)?.[1] ?? '';
  const text = exec.replaceAll('\\\\', '\\');
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, quoted = '']) =>
    quoted.replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%'),
  );
}

describe('the autostart file', () => {
  it('is in the user’s configuration folder, whose variable must be an absolute path', () => {
    const usual = '/home/ines/.config/autostart/app.roundwatch.desktop';
    expect(autostartFile('/home/ines', {})).toBe(usual);
    expect(autostartFile('/home/ines', { XDG_CONFIG_HOME: 'relative' })).toBe(usual);
    expect(autostartFile('/home/ines', { XDG_CONFIG_HOME: '/cfg' })).toBe(
      '/cfg/autostart/app.roundwatch.desktop',
    );
  });

  it('starts the app with arguments that the packaged app accepts', () => {
    const [program, ...args] = argumentsOf(
      autostartEntry({ ...command, args: ['--data-dir=/d', '--hidden'] }),
    );
    expect([program, args]).toEqual(['/opt/Roundwatch/roundwatch', ['--data-dir=/d', '--hidden']]);
    expect(refusedArgument(args, 'linux')).toBeNull();
  });

  it.each(['/opt/with space/app', '/opt/100%/a"b', '/opt/$HOME/`id`', '/opt/back\\slash', "/opt/it's;&|"])(
    'quotes the path %j',
    (program) => {
      expect(argumentsOf(autostartEntry({ program, args: [] }))).toEqual([program]);
    },
  );

  it('cannot be given a second line by a path', () => {
    expect(() => quoteExec('/opt/a\nExec=evil')).toThrow('a control character');
  });

  it('is written and removed, and no other file is left behind', () => {
    const { path, remove } = tempDir();
    const file = join(path, 'new', 'autostart', 'app.roundwatch.desktop');
    const autostart = createAutostart(file, command);
    expect([autostart.isOn(), existsSync(file)]).toEqual([false, false]);
    autostart.set(true);
    expect(autostart.isOn()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(autostartEntry(command));
    expect(readdirSync(dirname(file))).toEqual(['app.roundwatch.desktop']);
    autostart.set(false);
    autostart.set(false);
    expect([autostart.isOn(), readdirSync(dirname(file))]).toEqual([false, []]);
    remove();
  });

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
    'counts as off, and is left alone, if the desktop has added %s',
    (line) => {
      const { path, remove } = tempDir();
      const file = join(path, 'app.roundwatch.desktop');
      const content = `[Desktop Entry]\nExec=/old/path\n${line}\n`;
      writeFileSync(file, content);
      const autostart = createAutostart(file, command);
      expect([autostart.isOn(), readFileSync(file, 'utf8')]).toEqual([false, content]);
      autostart.set(true);
      expect(autostart.isOn()).toBe(true);
      remove();
    },
  );

  it('follows an app that was moved, and does not keep the app from starting if it cannot', () => {
    const { path, remove } = tempDir();
    const file = join(path, 'app.roundwatch.desktop');
    createAutostart(file, { ...command, program: '/old/Roundwatch.AppImage' }).set(true);
    const moved = { ...command, program: '/new/Roundwatch.AppImage' };
    expect(createAutostart(file, moved).isOn()).toBe(true);
    expect(argumentsOf(readFileSync(file, 'utf8'))[0]).toBe('/new/Roundwatch.AppImage');
    // A folder in place of the temporary file makes every write fail.
    mkdirSync(`${file}.new`);
    expect(createAutostart(file, command).isOn()).toBe(true);
    expect(argumentsOf(readFileSync(file, 'utf8'))[0]).toBe('/new/Roundwatch.AppImage');
    remove();
  });
});

it('the login item of macOS and Windows is found with the arguments that it was stored with', () => {
  const stored: object[] = [];
  const login = createLoginItem(
    {
      getLoginItemSettings: (item?: object) =>
        ({ openAtLogin: stored.some((each) => same(each, { ...item, openAtLogin: true })) }) as never,
      setLoginItemSettings: (item) => void stored.splice(0, 1, item),
    },
    command,
  );
  expect(login.isOn()).toBe(false);
  login.set(true);
  expect(stored).toEqual([{ path: command.program, args: ['--hidden'], openAtLogin: true }]);
  expect(login.isOn()).toBe(true);
  login.set(false);
  expect(login.isOn()).toBe(false);
});
const same = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
