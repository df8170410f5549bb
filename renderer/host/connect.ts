import type { Port } from '../../shared/contract/kit.ts';
import { alwaysConnected, type Link } from './link.ts';
import { preloadPort } from './preload-port.ts';
import { wsPort, type EarlyConnection } from './ws-port.ts';

export interface Host {
  readonly port: Port;
  readonly link: Link;
}

/**
 * Connects to the preload bridge in Electron, or else to the loopback shell that served this page. Returns
 * null if neither is available.
 */
export function connectHost(window: Window): Host | null {
  const bridge = preloadPort(window);
  if (bridge) return { port: bridge, link: alwaysConnected };
  const { protocol, host } = window.location;
  if (protocol !== 'http:') return null;
  return wsPort({
    early: takeEarlyConnection(window),
    open: () => new WebSocket(`ws://${host}/socket`),
    setTimer: (run, ms) => window.setTimeout(run, ms),
  });
}

/** Returns the connection that `early.ts` opened; null if that script did not run. */
function takeEarlyConnection(
  window: Window & { readonly roundwatchEarly?: EarlyConnection },
): EarlyConnection | null {
  return window.roundwatchEarly ?? null;
}
