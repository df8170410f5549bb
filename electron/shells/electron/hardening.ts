import type { App, Session, WebContents } from 'electron';
import { APP_PAGE } from './app-protocol.ts';
import { checksSpelling } from './window-options.ts';

/** Restricts all sessions and pages that are created later. Must be called before the app is ready. */
export function hardenApp(app: Pick<App, 'commandLine' | 'enableSandbox' | 'on'>): void {
  app.enableSandbox();
  reduceIdleWork(app);
  app.on('session-created', (session) => denyPermissions(session, process.platform));
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
  // Never sends a client certificate. By default, Electron sends the first one in the user's store.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault();
    callback();
  });
}

/**
 * By default, Chromium gives unused memory back to the system every 4 s, which wakes up three processes each
 * time. A longer interval avoids most of this.
 */
const MEMORY_EVERY_MINUTE = 'PartitionAllocMemoryReclaimer:interval/60s';

/** Prevents work that Chromium would do while the app is idle. */
function reduceIdleWork({ commandLine }: Pick<App, 'commandLine'>): void {
  // Two minutes after the start, Chromium would create a database for this feature.
  commandLine.appendSwitch('disable-features', 'SharedStorageAPI');
  const enabled = commandLine.getSwitchValue('enable-features');
  commandLine.appendSwitch('enable-features', [enabled, MEMORY_EVERY_MINUTE].filter(Boolean).join(','));
}

/**
 * Denies all permissions, device access and downloads, because the app needs none of them. Enables spell
 * checking only on systems where Chromium does not have to download a dictionary for it.
 */
export function denyPermissions(session: Session, platform: NodeJS.Platform): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setSpellCheckerEnabled(checksSpelling(platform));
  session.on('will-download', (event) => event.preventDefault());
}

/** Prevents navigation and new windows, because the window only ever shows one page. */
export function hardenContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // Restricts WebRTC, which the content security policy does not cover.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/**
 * Cancels every request of a session unless it is for the app's files. This is a second barrier, after the
 * content security policy.
 */
export function confineToApp(session: Session, packaged: boolean): void {
  const allowed = packaged ? [APP_PAGE] : [APP_PAGE, 'devtools://'];
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !allowed.some((start) => details.url.startsWith(start)) });
  });
}

/**
 * Routes all other connections of a session, such as WebRTC over TCP, to a proxy that does not exist. This is
 * a third barrier, after the content security policy and `confineToApp`. Ordinary programs cannot listen on
 * the proxy's port, because port 1 is privileged. DNS lookups are prevented too, because a SOCKS5 proxy
 * resolves names itself.
 */
export const blockNetwork = (session: Pick<Session, 'setProxy'>): Promise<void> =>
  session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'socks5://127.0.0.1:1',
    // Connections to this computer must use the proxy too. By default, they bypass all proxies.
    proxyBypassRules: '<-loopback>',
  });
