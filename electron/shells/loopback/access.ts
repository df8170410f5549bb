import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sameSecret } from '../../core/foundation/constant-time-equal.ts';

/** Grants access to the loopback shell only to the browser that opened the printed URL. */
export interface LoopbackAccess {
  /** Whether the Host header names this server; any other name may be DNS rebinding. */
  knowsHost(headers: IncomingHttpHeaders): boolean;
  /** Whether the Origin header is this server's own page. */
  isOwnOrigin(headers: IncomingHttpHeaders): boolean;
  hasSession(headers: IncomingHttpHeaders): boolean;
  /**
   * Exchanges the one-time token; null if it is wrong or used.
   * @returns the Set-Cookie header
   */
  redeem(token: string): string | null;
  /** The URL to open once; a new one is created after it was used. */
  address(): string;
}

/** Maximum known sessions; a browser drops its session when it closes. */
const SESSIONS_MAX = 16;

const secret = (): string => randomBytes(32).toString('base64url');

export function createLoopbackAccess(port: number): LoopbackAccess {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  // Browsers share cookies between the ports of a host, so the name includes the port.
  const cookieName = `roundwatch_${port}`;
  const sessions: string[] = [];
  let token = secret();
  return {
    knowsHost: ({ host }) => host !== undefined && hosts.includes(host),
    isOwnOrigin: ({ origin, host }) => origin !== undefined && origin === `http://${host ?? ''}`,
    hasSession: (headers) => {
      const presented = cookieOf(headers, cookieName);
      return presented !== null && sessions.some((known) => sameSecret(known, presented));
    },
    redeem: (presented) => {
      if (!sameSecret(presented, token)) return null;
      token = secret();
      const session = secret();
      sessions.push(session);
      if (sessions.length > SESSIONS_MAX) sessions.shift();
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },
    address: () => `http://127.0.0.1:${port}/?token=${token}`,
  };
}

function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | null {
  for (const pair of cookie.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined) return value;
  }
  return null;
}
