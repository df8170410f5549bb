import type { Port } from '../../shared/contract/kit.ts';
import { alwaysConnected, type Link } from './link.ts';
import { preloadPort } from './preload-port.ts';
import { wsPort, type EarlyConnection } from './ws-port.ts';

export interface Host {
  readonly port: Port;
  readonly link: Link;
}

/**
 * Connects to the core. Uses the preload bridge in Electron, and otherwise the loopback shell that served
 * this page. Returns null if neither is available.
 */
export function connectHost(window: Window & { readonly roundwatchEarly?: EarlyConnection }): Host | null {
  const bridge = preloadPort(window);
  if (bridge) return { port: bridge, link: alwaysConnected };
  // Set by `early.ts`, which runs first.
  const early = window.roundwatchEarly;
  if (early === undefined) return null;
  return wsPort({
    early,
    open: () => openSocket(`ws://${window.location.host}/socket`, early.proof),
    setTimer: (run, ms) => window.setTimeout(run, ms),
  });
}

/** Opens a socket whose first frame proves the tab's session. */
function openSocket(url: string, proof: string): WebSocket {
  const socket = new WebSocket(url);
  socket.addEventListener('open', () => socket.send(proof));
  return socket;
}
