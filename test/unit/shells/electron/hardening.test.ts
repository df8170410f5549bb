import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, Session, WebContents } from 'electron';
import { expect, it, vi } from 'vitest';
import {
  confineToApp,
  denyPermissions,
  hardenApp,
  hardenContents,
  blockNetwork,
} from '../../../../electron/shells/electron/hardening.ts';
import { menuTemplate } from '../../../../electron/shells/electron/menu.ts';

type Call = readonly unknown[];

/** Creates a stub that records all method calls with their arguments. */
function createRecorder() {
  const calls = new Map<string, Call[]>();
  const lastCall = (name: string): Call => calls.get(name)?.at(-1) ?? [];
  const record = new Proxy(
    {},
    {
      get: (_target, name) => {
        const key = String(name);
        if (key === 'webRequest' || key === 'commandLine') return record;
        return (...args: Call) => void calls.set(key, [...(calls.get(key) ?? []), args]);
      },
    },
  );
  const listener = (event: string): unknown => calls.get('on')?.find(([name]) => name === event)?.[1];
  return { record, calls, given: lastCall, listener };
}

const run = (task: unknown, ...args: unknown[]): unknown => {
  if (typeof task !== 'function') throw new Error('nothing was registered');
  return Reflect.apply(task, undefined, args);
};

const permissions = (): string[] => {
  const types = readFileSync(
    join(import.meta.dirname, '../../../../node_modules/electron/electron.d.ts'),
    'utf8',
  );
  const line = /setPermissionCheckHandler\(handler:.*/.exec(types)?.[0] ?? '';
  const list = /permission: ((?:'[^']+'(?: \| )?)+)/.exec(line)?.[1] ?? '';
  return [...list.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? '');
};

it('denies every permission that Electron knows, on request and on check', () => {
  const { record, given: lastCall } = createRecorder();
  denyPermissions(record as Session, 'linux');
  expect(permissions().length).toBeGreaterThanOrEqual(40);
  for (const permission of permissions()) {
    const callback = vi.fn();
    run(lastCall('setPermissionRequestHandler')[0], {}, permission, callback, {});
    expect(callback.mock.calls).toEqual([[false]]);
    expect(run(lastCall('setPermissionCheckHandler')[0], null, permission, '', {})).toBe(false);
  }
});

it('denies devices, screen capture and pairing, cancels downloads and fetches no dictionary', () => {
  const { record, given: lastCall, listener } = createRecorder();
  denyPermissions(record as Session, 'linux');
  expect(run(lastCall('setDevicePermissionHandler')[0], {})).toBe(false);
  const display = vi.fn();
  run(lastCall('setDisplayMediaRequestHandler')[0], {}, display);
  expect(display.mock.calls).toEqual([[null]]);
  const pairing = vi.fn();
  run(lastCall('setBluetoothPairingHandler')[0], {}, pairing);
  expect(pairing.mock.calls).toEqual([[{ confirmed: false }]]);
  const preventDefault = vi.fn();
  run(listener('will-download'), { preventDefault });
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(lastCall('setSpellCheckerEnabled')).toEqual([false]);
});

it('checks spelling in a session only on macOS, where the window asks for it too', () => {
  const isEnabledOn = (platform: NodeJS.Platform): unknown => {
    const { record, given: lastCall } = createRecorder();
    denyPermissions(record as Session, platform);
    return lastCall('setSpellCheckerEnabled')[0];
  };
  expect([isEnabledOn('darwin'), isEnabledOn('win32'), isEnabledOn('linux')]).toEqual([true, false, false]);
});

it('blocks navigation, new windows and embedded pages', () => {
  const { record, given: lastCall, listener } = createRecorder();
  hardenContents(record as WebContents);
  for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
    const preventDefault = vi.fn();
    run(listener(event), { preventDefault });
    expect(preventDefault, event).toHaveBeenCalledOnce();
  }
  expect(run(lastCall('setWindowOpenHandler')[0], {})).toEqual({ action: 'deny' });
  expect(lastCall('setWebRTCIPHandlingPolicy')).toEqual(['disable_non_proxied_udp']);
});

it('enables the sandbox, and hardens every later session and page', () => {
  const { record, calls, listener } = createRecorder();
  hardenApp(record as App);
  expect(calls.get('enableSandbox')).toHaveLength(1);
  const session = createRecorder();
  run(listener('session-created'), session.record);
  expect(session.calls.has('setPermissionRequestHandler')).toBe(true);
  const contents = createRecorder();
  run(listener('web-contents-created'), {}, contents.record);
  expect(contents.calls.has('setWindowOpenHandler')).toBe(true);
  const [preventDefault, callback] = [vi.fn(), vi.fn()];
  run(listener('select-client-certificate'), { preventDefault }, null, 'https://x', [{}], callback);
  expect([preventDefault.mock.calls, callback.mock.calls]).toEqual([[[]], [[]]]);
});

it.each([
  ['app://roundwatch/index.html', false],
  ['app://roundwatch.evil/', true],
  ['app://other/', true],
  ['https://example.com/', true],
  ['file:///etc/passwd', true],
  ['ws://127.0.0.1:1/', true],
  ['devtools://devtools/x', true],
])('decides whether the packaged page may request %s: cancelled = %s', (url, cancel) => {
  const { record, given: lastCall } = createRecorder();
  confineToApp(record as Session, true);
  const callback = vi.fn();
  run(lastCall('onBeforeRequest')[0], { url }, callback);
  expect(callback.mock.calls).toEqual([[{ cancel }]]);
});

it('leaves copy and paste in the packaged menu, but neither reload nor developer tools', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const words = JSON.stringify(
      menuTemplate({ packaged: true, platform, items: [], choose: () => undefined }),
    );
    expect(words).toMatch(/"copy".*"paste"/);
    expect(words).not.toMatch(/reload|devtools/i);
    expect(
      JSON.stringify(menuTemplate({ packaged: false, platform, items: [], choose: () => undefined })),
    ).toMatch(/reload.*toggleDevTools/);
  }
});

it('routes all remaining traffic of the page, loopback included, to a proxy that does not exist', () => {
  const { record, given: lastCall } = createRecorder();
  void blockNetwork(record as Session);
  expect(lastCall('setProxy')).toEqual([
    { mode: 'fixed_servers', proxyRules: 'socks5://127.0.0.1:1', proxyBypassRules: '<-loopback>' },
  ]);
});

it('disables the feature for which Chromium would write a database while the app is idle', () => {
  const { record, calls } = createRecorder();
  hardenApp(record as App);
  expect(calls.get('appendSwitch')).toContainEqual(['disable-features', 'SharedStorageAPI']);
});

it('gives unused memory back once a minute, and leaves other features enabled', () => {
  const switches = new Map([['enable-features', 'Other']]);
  const commandLine = {
    getSwitchValue: (name: string) => switches.get(name) ?? '',
    appendSwitch: (name: string, value: string) => void switches.set(name, value),
  };
  hardenApp({ enableSandbox: () => undefined, on: () => undefined, commandLine } as unknown as App);
  expect(switches.get('enable-features')).toBe('Other,PartitionAllocMemoryReclaimer:interval/60s');
});
