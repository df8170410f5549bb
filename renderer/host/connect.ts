import type { Port } from '../../shared/contract-kit.ts';
import { alwaysUp, type Link } from './link.ts';
import { preloadPort } from './preload-port.ts';
import { wsPort } from './ws-port.ts';

export interface Host {
  readonly port: Port;
  readonly link: Link;
}

/** The preload bridge where there is one (Electron), else the loopback shell that served this page. */
export function connectHost(window: Window): Host | null {
  const bridge = preloadPort(window);
  if (bridge) return { port: bridge, link: alwaysUp };
  const { protocol, host } = window.location;
  if (protocol !== 'http:') return null;
  return wsPort({
    open: () => new WebSocket(`ws://${host}/socket`),
    setTimer: (run, ms) => window.setTimeout(run, ms),
  });
}
