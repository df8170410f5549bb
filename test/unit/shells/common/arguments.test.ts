import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultDataDir,
  parseElectronArguments,
  parseLoopbackArguments,
} from '../../../../electron/shells/common/arguments.ts';
import { nodeRefusal } from '../../../../electron/shells/loopback/node-version.ts';
import { anyCharacter } from '../../../support/generators/any-character.ts';

describe('arguments of the Electron shell', () => {
  it('are parsed among the switches of Chromium', () => {
    expect(parseElectronArguments(['.', '--data-dir', '/data/rw', '--lang=de', '--demo'])).toEqual({
      ok: true,
      value: { dataDir: '/data/rw', demo: true, hidden: false },
    });
    expect(parseElectronArguments(['--data-dir=/data/rw'])).toMatchObject({ value: { dataDir: '/data/rw' } });
    expect(parseElectronArguments(['.', '--hidden'])).toMatchObject({ value: { hidden: true } });
  });

  it.each([
    [['--data-dir']],
    [['--data-dir', 'relative']],
    [['--data-dir', '--demo']],
    [['--data-dir=']],
    [['--data-dir', '/a\0b']],
    [['--data-dir', '/a\nb']],
    [['--data-dir', `/${'a'.repeat(2_000)}`]],
    [['--data-dir', '/a', '--data-dir', '/b']],
  ])('are rejected if they are %j', (argv) => {
    expect(parseElectronArguments(argv).ok).toBe(false);
  });

  it('are ignored if they contain a link, because a browser wrote that command line', () => {
    const argv = [
      'roundwatch://company/x" --data-dir=/tmp/evil',
      '--data-dir=/tmp/evil',
      '--demo',
      '--hidden',
    ];
    expect(parseElectronArguments(argv)).toEqual({
      ok: true,
      value: { dataDir: null, demo: false, hidden: false },
    });
  });

  it('yield only absolute folders without control characters from 5,000 hostile command lines', () => {
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

describe('arguments of the loopback shell', () => {
  it('are all parsed', () => {
    expect(
      parseLoopbackArguments(['--data-dir', '/d', '--port', '8123', '--demo', '--renderer', '/r']),
    ).toEqual({ ok: true, value: { dataDir: '/d', port: 8_123, demo: true, rendererDir: '/r' } });
  });

  it('default to any free port and no demo', () => {
    expect(parseLoopbackArguments([])).toEqual({
      ok: true,
      value: { dataDir: null, port: 0, demo: false, rendererDir: null },
    });
  });

  it.each([
    [['--port', '70000']],
    [['--port', '-1']],
    [['--port', '8e3']],
    [['--host', 'x']],
    [['x']],
    [['--renderer']],
  ])('are rejected if they are %j', (argv) => {
    expect(parseLoopbackArguments(argv).ok).toBe(false);
  });

  it('default to the data folder where the system stores app data', () => {
    expect(defaultDataDir('linux', '/home/a', {})).toBe('/home/a/.local/share/roundwatch');
    expect(defaultDataDir('linux', '/home/a', { XDG_DATA_HOME: '/x' })).toBe('/x/roundwatch');
    expect(defaultDataDir('linux', '/home/a', { XDG_DATA_HOME: 'x' })).toBe(
      '/home/a/.local/share/roundwatch',
    );
    expect(defaultDataDir('darwin', '/Users/a', {})).toBe('/Users/a/Library/Application Support/Roundwatch');
    expect(defaultDataDir('win32', 'C:\\U', { APPDATA: 'C:\\R' })).toBe('C:\\R\\Roundwatch');
  });
});

it('rejects an older Node, but not Electron’s', () => {
  expect(nodeRefusal({ node: '20.18.0' })).toBe('needs Node.js 22 or newer; this is 20.18.0.');
  expect(nodeRefusal({ node: '24.21.0' })).toBeNull();
  expect(nodeRefusal({ node: '20.18.3', electron: '33.4.11' })).toBeNull();
});
