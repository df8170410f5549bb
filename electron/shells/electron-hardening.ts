import type { App, Session, WebContents } from 'electron';
import { APP_PAGE } from './app-protocol.ts';

/** Before the app is ready: what holds for every session, page and frame that will ever be made. */
export function hardenApp(app: Pick<App, 'enableSandbox' | 'on'>): void {
  app.enableSandbox();
  app.on('session-created', denyPermissions);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
  // Without this, Chromium would show a site the first certificate of the seller's store.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault();
    callback();
  });
}

/** The app asks for nothing, so everything is denied, on all the ways there are to ask. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
}

/** The window loads its page once and stays there. */
export function hardenContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // The content security policy has no say over WebRTC.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** The page's session reaches the app's own files and no network: a second wall behind the content security policy. */
export function confineToApp(session: Session, packaged: boolean): void {
  const allowed = packaged ? [APP_PAGE] : [APP_PAGE, 'devtools://'];
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !allowed.some((start) => details.url.startsWith(start)) });
  });
}

/**
 * A third wall: whatever of the page would still open a socket (WebRTC to a TURN server over TCP, a preconnect) is handed to a
 * proxy that is not there. Port 1 belongs to the system: no program of a user listens on it. SOCKS resolves names itself, so
 * that none is looked up either.
 */
export const leadNowhere = (session: Pick<Session, 'setProxy'>): Promise<void> =>
  session.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'socks5://127.0.0.1:1',
    // Otherwise this machine itself would be asked directly.
    proxyBypassRules: '<-loopback>',
  });
