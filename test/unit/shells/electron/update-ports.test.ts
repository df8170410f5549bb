import type { Session } from 'electron';
import { expect, it, vi } from 'vitest';
import { createUpdatePorts, type BuiltUpdates } from '../../../../electron/shells/electron/update-ports.ts';

const FEED = { url: 'https://updates.example/stable.json', publicKey: 'key', channel: 'stable' };

/** Creates the ports of an installation, with a session that records its filter and its requests. */
function portsOf(built: BuiltUpdates, platform: NodeJS.Platform = 'linux', isAppImage = false, failure = '') {
  const filters: unknown[] = [];
  const fetched: string[] = [];
  const shown: string[] = [];
  const session = {
    fetch: (url: string) => {
      fetched.push(url);
      return Promise.resolve(new Response('{}'));
    },
    webRequest: { onBeforeRequest: (filter: unknown) => void filters.push(filter) },
  };
  const createSession = vi.fn(() => session as unknown as Session);
  const ports = createUpdatePorts({
    built,
    platform,
    isAppImage,
    createSession,
    arch: 'x64',
    app: { getPath: (name) => `/home/user/${name}` },
    shell: { openPath: () => Promise.resolve(failure), showItemInFolder: (path) => void shown.push(path) },
  });
  return { ports, createSession, filters, fetched, shown };
}

it('creates no session without an address for updates', () => {
  const { ports, createSession } = portsOf({ feed: null, homepage: 'https://roundwatch.example/' });
  expect(ports.source).toBeNull();
  expect(ports.homepage).toBe('https://roundwatch.example/');
  expect(createSession).not.toHaveBeenCalled();
});

it('lets the session reach only the server of the feed', () => {
  const { filters } = portsOf({ feed: FEED, homepage: null });
  const isCancelled = (url: string): unknown => {
    const callback = vi.fn();
    (filters[0] as unknown as (details: { url: string }, done: typeof callback) => void)({ url }, callback);
    return callback.mock.calls[0]?.[0];
  };
  expect(isCancelled('https://updates.example/1.4.0/file.deb')).toEqual({ cancel: false });
  for (const url of [
    'http://updates.example/stable.json',
    'https://updates.example.evil.example/stable.json',
    'https://updates.example:444/stable.json',
    'https://other.example/?https://updates.example/',
  ])
    expect([url, isCancelled(url)]).toEqual([url, { cancel: true }]);
});

it('refuses other servers and plain HTTP before it uses the session', async () => {
  const { ports, fetched } = portsOf({ feed: FEED, homepage: null });
  const get = (url: string) =>
    ports.source?.downloads.get({
      url,
      headers: {},
      signal: new AbortController().signal,
      headTimeoutMs: 1_000,
      totalTimeoutMs: 1_000,
      maxBodyBytes: 100,
      onChunk: () => Promise.resolve(),
    });
  await expect(get('https://other.example/file.deb')).rejects.toMatchObject({ maybeSent: false });
  await expect(get('http://updates.example/file.deb')).rejects.toMatchObject({ maybeSent: false });
  expect(fetched).toEqual([]);
  await get(FEED.url);
  expect(fetched).toEqual([FEED.url]);
});

it('asks for the kind of file that installed this app', () => {
  const kind = (platform: NodeJS.Platform, isAppImage = false) =>
    portsOf({ feed: null, homepage: null }, platform, isAppImage).ports.target.kind;
  expect([kind('linux'), kind('linux', true), kind('win32'), kind('darwin')]).toEqual([
    'deb',
    'appimage',
    'exe',
    'dmg',
  ]);
});

it('shows the file in its folder if the system cannot open it', async () => {
  const failed = portsOf({ feed: null, homepage: null }, 'linux', false, 'no application');
  expect(await failed.ports.openInstaller('/tmp/a.deb')).toBe(false);
  expect(failed.shown).toEqual(['/tmp/a.deb']);
  const opened = portsOf({ feed: null, homepage: null });
  expect(await opened.ports.openInstaller('/tmp/a.deb')).toBe(true);
  expect(opened.shown).toEqual([]);
});
