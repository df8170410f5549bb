import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasTrayHost, isTrayAccepted, runProgram } from '../../../../electron/shells/electron/tray-host.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';

const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' };

/**
 * Returns a fake desktop. `answers` contains the programs that exist on it, each with the text that it
 * prints.
 */
function desktop(answers: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const run = (program: string): Promise<string | null> => {
    asked.push(program);
    return Promise.resolve(answers[program] ?? null);
  };
  return { asked, run };
}

describe('the tray of a Linux desktop', () => {
  it.each([
    ['gdbus', '(<true>,)\n', true],
    ['gdbus', '(<false>,)\n', false],
    ['busctl', 'v b true\n', true],
    ['busctl', 'v b false\n', false],
    [
      'dbus-send',
      'method return time=1.2 sender=:1.4 -> destination=:1.9 serial=5 reply_serial=2\n   variant       boolean true\n',
      true,
    ],
    ['dbus-send', '   variant       boolean false\n', false],
  ])('is found with %s, which answers %j', async (program, answer, expected) => {
    const { run } = desktop({ [program]: answer });
    expect(await hasTrayHost({ platform: 'linux', env, run })).toBe(expected);
  });

  it('is missing if no program gets an answer, as on a desktop without StatusNotifierWatcher', async () => {
    const { run, asked } = desktop({});
    expect(await hasTrayHost({ platform: 'linux', env, run })).toBe(false);
    expect(asked).toEqual(['gdbus', 'busctl', 'dbus-send']);
  });

  it('is not asked for without a session bus, because the programs might start one', async () => {
    const { run, asked } = desktop({ gdbus: '(<true>,)' });
    const { path, remove } = tempDir();
    expect(await hasTrayHost({ platform: 'linux', env: { XDG_RUNTIME_DIR: path }, run })).toBe(false);
    expect(asked).toEqual([]);
    writeFileSync(join(path, 'bus'), '');
    expect(await hasTrayHost({ platform: 'linux', env: { XDG_RUNTIME_DIR: path }, run })).toBe(true);
    remove();
  });
});

describe('a tray icon', () => {
  /**
   * A desktop that lists these tray icons. `processes` contains the process behind each connection on its
   * bus.
   */
  const listing = (items: string, processes: Readonly<Record<string, string>> = {}) => ({
    platform: 'linux' as const,
    env,
    run: (_program: string, args: readonly string[]): Promise<string | null> =>
      Promise.resolve(
        args.includes('RegisteredStatusNotifierItems') ? items : (processes[args.at(-1) ?? ''] ?? null),
      ),
  });

  it.each([
    "(<['org.freedesktop.StatusNotifierItem-42-1/StatusNotifierItem']>,)",
    'v as 2 "org.kde.StatusNotifierItem-7-1" "org.freedesktop.StatusNotifierItem-42-1"',
    'variant array [\n string "org.freedesktop.StatusNotifierItem-42-1"\n ]',
  ])('is accepted if the desktop lists it by its process: %s', async (items) => {
    expect(await isTrayAccepted(listing(items), 42)).toBe(true);
    expect(await isTrayAccepted(listing(items), 4)).toBe(false);
  });

  it.each(['(uint32 42,)', 'u 42', 'uint32 42'])(
    'is accepted if the desktop lists its connection, whose process is %s',
    async (answer) => {
      const desk = listing("(<[':1.7/StatusNotifierItem', ':1.42@/org/ayatana']>,)", {
        ':1.42': answer,
        ':1.7': 'u 9',
      });
      expect(await isTrayAccepted(desk, 42)).toBe(true);
      expect(await isTrayAccepted(desk, 43)).toBe(false);
    },
  );

  it('is refused if the desktop lists none, or does not answer', async () => {
    expect(await isTrayAccepted(listing('(<@as []>,)'), 42)).toBe(false);
    expect(await isTrayAccepted({ platform: 'linux', env, run: () => Promise.resolve(null) }, 42)).toBe(
      false,
    );
  });
});

it('macOS and Windows always show tray icons', async () => {
  const { run, asked } = desktop({});
  for (const platform of ['darwin', 'win32'] as const)
    for (const isShown of [
      hasTrayHost({ platform, env: {}, run }),
      isTrayAccepted({ platform, env: {}, run }, 1),
    ])
      expect(await isShown).toBe(true);
  expect(asked).toEqual([]);
});

it('a program’s output is read; a missing, failing or silent program gives none', async () => {
  const node = process.execPath;
  expect(await runProgram(node, ['-e', 'console.log("b true")'])).toBe('b true\n');
  expect(await runProgram(node, ['-e', 'console.log("b true"); process.exit(1)'])).toBeNull();
  expect(await runProgram('/no/such/program', [])).toBeNull();
  expect(await runProgram(node, ['-e', 'setTimeout(() => {}, 60_000)'])).toBeNull();
});
