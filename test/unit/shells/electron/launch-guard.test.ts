import { describe, expect, it } from 'vitest';
import { refusedArgument, removeUnsafeVariables } from '../../../../electron/shells/electron/launch-guard.ts';

describe('a packaged app', () => {
  it.each([
    [],
    ['--demo'],
    ['--hidden'],
    ['--data-dir=/data/rw', '--hidden'],
    ['--data-dir', '/data/rw'],
    ['--data-dir=/data/rw', '--demo'],
    ['--data-dir', '/data/with space/log-net-log'],
    ['--ozone-platform=wayland', '--force-device-scale-factor=1.25', '--lang=pt-BR', '--disable-gpu'],
    ['--password-store=gnome-libsecret'],
    ['--password-store=kwallet6', 'roundwatch://company/x'],
    ['roundwatch://company/x'],
    ['ROUNDWATCH:anything" --log-net-log=x'],
  ])('starts with %j %j %j %j', (...argv) => {
    for (const platform of ['linux', 'darwin'] as const)
      expect(refusedArgument(argv.filter(Boolean), platform), platform).toBeNull();
  });

  it.each([
    '--log-net-log=/tmp/x',
    '--ssl-key-log-file=/tmp/x',
    '--single-process',
    '--in-process-gpu',
    '--no-sandbox',
    '--no-zygote',
    '--disable-gpu-sandbox',
    '--disable-setuid-sandbox',
    '--disable-seccomp-filter-sandbox',
    '--renderer-cmd-prefix=/tmp/x',
    '--utility-cmd-prefix=/tmp/x',
    '--gpu-launcher=/tmp/x',
    '--browser-subprocess-path=/tmp/x',
    '--proxy-server=127.0.0.1:8080',
    '--proxy-pac-url=http://127.0.0.1/x',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--ignore-certificate-errors',
    '--ignore-certificate-errors-spki-list=x',
    '--inspect',
    '--inspect=0',
    '--inspect-brk=127.0.0.1:9229',
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--disable-web-security',
    '--load-extension=/tmp/x',
    '--user-data-dir=/tmp/x',
    '--disk-cache-dir=/tmp/x',
    '--js-flags=--expose-gc',
    '--enable-features=x',
    '--enable-logging',
    '--type=renderer',
    '--original-process-start-time=1',
  ])('does not start with %s', (argument) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(refusedArgument([argument], platform)).toBe(argument.split('=')[0]);
      expect(refusedArgument(['--demo', argument, '--lang=de'], platform)).toBe(argument.split('=')[0]);
    }
  });

  it.each([
    ['one dash', ['-lang=de']],
    ['one dash', ['-inspect']],
    ['capital letters', ['--LANG=de']],
    ['a slash', ['/lang=de']],
    ['a space that Chromium trims', [' --inspect']],
    ['a tab that Chromium trims', ['\t--log-net-log=/tmp/x']],
    ['a separate value', ['--lang', 'de']],
    ['a value where none belongs', ['--disable-gpu=x']],
    ['a value where none belongs', ['--demo=1']],
    ['no value where one belongs', ['--ozone-platform']],
    ['an odd value', ['--lang=de --inspect']],
    ['an odd value', ['--lang=../../x']],
    ['an odd value', ['--force-device-scale-factor=1e9']],
    ['an odd value', ['--password-store=/tmp/x']],
    ['an end of the switches', ['--']],
    ['an end of the switches', ['--', '--log-net-log=/tmp/x']],
    ['a file', ['/etc/passwd']],
    ['a page', ['https://example.com/']],
    ['another scheme', ['file:///x']],
    ['an empty argument', ['']],
    ['a longer name', ['--disable-gpu-sandbox']],
    ['a longer name', ['--data-directory=/x']],
    ['a name of JavaScript objects', ['--constructor']],
  ])('does not start with %s: %j', (_what, argv) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(refusedArgument(argv, platform), platform).not.toBeNull();
  });

  it('does not mistake a switch for the folder after --data-dir', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      for (const value of ['--log-net-log=/tmp/x', '-x', ' --x', 'relative', ''])
        expect(refusedArgument(['--data-dir', value], platform), value).not.toBeNull();
      expect(refusedArgument(['--data-dir'], platform)).toBe('--data-dir');
    }
    // On Windows, Chromium treats a slash like a dash.
    expect(refusedArgument(['--data-dir', '/log-net-log=x'], 'win32')).toBe('--data-dir');
    expect(refusedArgument(['--data-dir', String.raw`C:\data`], 'win32')).toBeNull();
    expect(refusedArgument([String.raw`--data-dir=\\server\data`], 'win32')).toBeNull();
    expect(refusedArgument(['--data-dir', '/data', '/inspect'], 'linux')).not.toBeNull();
  });

  it('accepts what the system adds, on that system only', () => {
    const platforms = ['linux', 'darwin', 'win32'] as const;
    const acceptedOn = (argument: string) =>
      platforms.filter((platform) => refusedArgument([argument], platform) === null);
    expect(acceptedOn('-psn_0_12345')).toEqual(['darwin']);
    expect(acceptedOn('-psn_0_1 --inspect')).toEqual([]);
    expect(acceptedOn('-Embedding')).toEqual(['win32']);
  });

  it('names a refused argument without its value and without unsafe characters', () => {
    expect(refusedArgument(['--proxy-server=user:secret@x'], 'linux')).toBe('--proxy-server');
    for (const argument of ['\u001b[2J', 'a word', '--\u202Ex', `--${'x'.repeat(500)}`])
      expect(refusedArgument([argument], 'linux')).toBe('an argument that it does not know');
  });

  it('removes the variable that makes Chromium write TLS keys to a file, in any spelling', () => {
    const env = { SSLKEYLOGFILE: '/tmp/x', SslKeyLogFile: '/tmp/x', HOME: '/home/a' };
    removeUnsafeVariables(env);
    expect(env).toEqual({ HOME: '/home/a' });
  });
});
