import type { App, Session, WebContents } from 'electron';
import { APP_PAGE } from './app-protocol.ts';

/** Restricts all sessions and pages that are created later. Must be called before the app is ready. */
export function hardenApp(app: Pick<App, 'enableSandbox' | 'on'>): void {
  app.enableSandbox();
  app.on('session-created', denyPermissions);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
  // Sends no client certificate. By default, Electron sends the first certificate in the user's store.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault();
    callback();
  });
}

/** Denies all permissions, devices and downloads, because the app needs none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
}

/** Prevents navigation and new windows, because the window only shows its one page. */
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
 * Cancels all requests of a session except those for the app's files, as a second barrier in addition to the
 * content security policy.
 */
export function confineToApp(session: Session, packaged: boolean): void {
  const allowed = packaged ? [APP_PAGE] : [APP_PAGE, 'devtools://'];
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !allowed.some((start) => details.url.startsWith(start)) });
  });
}

/**
 * Sends all other connections of a session, such as WebRTC over TCP, to a proxy that does not exist. This is
 * a third barrier after the content security policy and `confineToApp`. Port 1 is privileged, so an ordinary
 * program cannot listen on it. With SOCKS5, the proxy would resolve names, so DNS lookups are also prevented.
 */
export const blockNetwork = (session: Pick<Session, 'setProxy'>): Promise<void> =>
  session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'socks5://127.0.0.1:1',
    // Includes connections to this computer, which bypass a proxy by default.
    proxyBypassRules: '<-loopback>',
  });
