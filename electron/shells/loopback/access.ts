import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sameSecret } from '../../core/foundation/constant-time-equal.ts';

/** Controls access to the loopback shell. Only a browser in which the printed URL was opened has access. */
export interface LoopbackAccess {
  /**
   * Returns whether the Host header names this server. A different name may be a sign of a DNS rebinding
   * attack.
   */
  knowsHost(headers: IncomingHttpHeaders): boolean;
  /** Returns whether the Origin header is the origin of this server's page. */
  isOwnOrigin(headers: IncomingHttpHeaders): boolean;
  hasSession(headers: IncomingHttpHeaders): boolean;
  /**
   * Exchanges a one-time token for a session. Returns the Set-Cookie header; null if the token is invalid.
   */
  redeem(token: string): string | null;
  /** Returns a URL that can be opened only once. After it has been opened, returns a new URL. */
  address(): string;
}

/** Maximum number of sessions. One more session ends the oldest. */
const SESSIONS_MAX = 16;

const secret = (): string => randomBytes(32).toString('base64url');

export function createLoopbackAccess(port: number): LoopbackAccess {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  // The name includes the port, because browsers send a host's cookies to all of its ports.
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
