import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasTrayHost, runProgram } from '../../../../electron/shells/electron/tray-host.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';

const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' };

/** Answers as these programs do. A program that is not listed is missing. */
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
    ['busctl', 'b true\n', true],
    ['busctl', 'b false\n', false],
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

it('macOS and Windows always show tray icons', async () => {
  const { run, asked } = desktop({});
  for (const platform of ['darwin', 'win32'] as const)
    expect(await hasTrayHost({ platform, env: {}, run })).toBe(true);
  expect(asked).toEqual([]);
});

it('a program’s output is read; a missing, failing or silent program gives none', async () => {
  const node = process.execPath;
  expect(await runProgram(node, ['-e', 'console.log("b true")'])).toBe('b true\n');
  expect(await runProgram(node, ['-e', 'console.log("b true"); process.exit(1)'])).toBeNull();
  expect(await runProgram('/no/such/program', [])).toBeNull();
  expect(await runProgram(node, ['-e', 'setTimeout(() => {}, 60_000)'])).toBeNull();
});
