import type { App, Session, WebContents } from 'electron';
import { APP_PAGE } from './app-protocol.ts';

/** Call before the app is ready: applies to every session, page and frame created later. */
export function hardenApp(app: Pick<App, 'enableSandbox' | 'on'>): void {
  app.enableSandbox();
  app.on('session-created', denyPermissions);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
  // Otherwise Chromium would send the first certificate of the user's store to a site.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault();
    callback();
  });
}

/** The app needs no permissions, so all are denied through every API. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
}

/** The window loads its page once and never navigates. */
export function hardenContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // The content security policy does not cover WebRTC.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/**
 * The page's session can load the app's files and has no network access: a second barrier behind the content
 * security policy.
 */
export function confineToApp(session: Session, packaged: boolean): void {
  const allowed = packaged ? [APP_PAGE] : [APP_PAGE, 'devtools://'];
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !allowed.some((start) => details.url.startsWith(start)) });
  });
}

/**
 * A third barrier: any remaining connection of the page (WebRTC to a TURN server over TCP, a preconnect) goes
 * to a proxy that does not exist. Port 1 is privileged, so no user program listens on it. SOCKS resolves names
 * at the proxy, which also prevents DNS lookups.
 */
export const blockNetwork = (session: Pick<Session, 'setProxy'>): Promise<void> =>
  session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'socks5://127.0.0.1:1',
    // Otherwise connections to this computer would bypass the proxy.
    proxyBypassRules: '<-loopback>',
  });
