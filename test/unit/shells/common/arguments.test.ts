import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultDataDir,
  unsafeSwitch,
  parseElectronArguments,
  parseLoopbackArguments,
} from '../../../../electron/shells/common/arguments.ts';
import { nodeRefusal } from '../../../../electron/shells/loopback/node-version.ts';
import { anyCharacter } from '../../../support/any-character.ts';

describe('switches that would open the packaged app', () => {
  test.each([
    '--inspect',
    '--inspect=0',
    '--inspect-brk=127.0.0.1:9229',
    '-inspect',
    '--INSPECT',
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--no-sandbox',
    '--disable-web-security',
    '--ignore-certificate-errors',
    '--ignore-certificate-errors-spki-list=x',
    '--load-extension=/tmp/x',
  ])('%s', (argument) => {
    expect(unsafeSwitch(['/app', argument], 'linux')).not.toBeNull();
  });

  test('slashes count on Windows only', () => {
    expect(unsafeSwitch(['/remote-debugging-port=1'], 'win32')).toBe('remote-debugging-port');
    expect(unsafeSwitch(['/inspect'], 'linux')).toBeNull();
  });

  test('ordinary lines pass', () => {
    expect(
      unsafeSwitch(['.', '--demo', '--data-dir', '/x/inspect', '--ozone-platform=x11'], 'linux'),
    ).toBeNull();
  });
});

describe('the Electron shell', () => {
  test('its own switches among those of Chromium', () => {
    expect(parseElectronArguments(['.', '--data-dir', '/data/rw', '--lang=de', '--demo'])).toEqual({
      ok: true,
      value: { dataDir: '/data/rw', demo: true },
    });
    expect(parseElectronArguments(['--data-dir=/data/rw'])).toMatchObject({ value: { dataDir: '/data/rw' } });
  });

  test.each([
    [['--data-dir']],
    [['--data-dir', 'relative']],
    [['--data-dir', '--demo']],
    [['--data-dir=']],
    [['--data-dir', '/a\0b']],
    [['--data-dir', '/a\nb']],
    [['--data-dir', `/${'a'.repeat(2_000)}`]],
    [['--data-dir', '/a', '--data-dir', '/b']],
  ])('refuses %j', (argv) => {
    expect(parseElectronArguments(argv).ok).toBe(false);
  });

  test('a line with a link was written by a browser: its switches are not taken', () => {
    const argv = ['roundwatch://company/x" --data-dir=/tmp/evil', '--data-dir=/tmp/evil', '--demo'];
    expect(parseElectronArguments(argv)).toEqual({ ok: true, value: { dataDir: null, demo: false } });
  });

  test('5,000 hostile lines: never throws, and a folder is always absolute and without control characters', () => {
    const word = fc.oneof(
      fc.constantFrom('--data-dir', '--demo', '--data-dir=/x', '/x'),
      fc.string({ unit: anyCharacter }),
    );
    fc.assert(
      fc.property(fc.array(word), (argv) => {
        const parsed = parseElectronArguments(argv);
        if (!parsed.ok || parsed.value.dataDir === null) return true;
        return parsed.value.dataDir.startsWith('/') && !/\p{Cc}/u.test(parsed.value.dataDir);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('the loopback shell', () => {
  test('reads all of its arguments', () => {
    expect(
      parseLoopbackArguments(['--data-dir', '/d', '--port', '8123', '--demo', '--renderer', '/r']),
    ).toEqual({ ok: true, value: { dataDir: '/d', port: 8_123, demo: true, rendererDir: '/r' } });
  });

  test('takes any free port and opens no demo where nothing is asked for', () => {
    expect(parseLoopbackArguments([])).toEqual({
      ok: true,
      value: { dataDir: null, port: 0, demo: false, rendererDir: null },
    });
  });

  test.each([
    [['--port', '70000']],
    [['--port', '-1']],
    [['--port', '8e3']],
    [['--host', 'x']],
    [['x']],
    [['--renderer']],
  ])('refuses %j', (argv) => {
    expect(parseLoopbackArguments(argv).ok).toBe(false);
  });

  test('keeps its data where the system keeps those of apps', () => {
    expect(defaultDataDir('linux', '/home/a', {})).toBe('/home/a/.local/share/roundwatch');
    expect(defaultDataDir('linux', '/home/a', { XDG_DATA_HOME: '/x' })).toBe('/x/roundwatch');
    expect(defaultDataDir('linux', '/home/a', { XDG_DATA_HOME: 'x' })).toBe(
      '/home/a/.local/share/roundwatch',
    );
    expect(defaultDataDir('darwin', '/Users/a', {})).toBe('/Users/a/Library/Application Support/Roundwatch');
    expect(defaultDataDir('win32', 'C:\\U', { APPDATA: 'C:\\R' })).toBe('C:\\R\\Roundwatch');
  });
});

test('an older Node is refused, Electron is not', () => {
  expect(nodeRefusal({ node: '20.18.0' })).toBe('needs Node.js 22 or newer; this is 20.18.0.');
  expect(nodeRefusal({ node: '24.21.0' })).toBeNull();
  expect(nodeRefusal({ node: '20.18.3', electron: '33.4.11' })).toBeNull();
});
