import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { sameSecret } from '../../core/foundation/constant-time-equal.ts';

/**
 * Schema for the first frame of a socket. `session` is a secret that a tab generates and stores in its
 * `sessionStorage`. To have a new secret accepted, a tab must also send its previous secret or the one-time
 * token from the app's address.
 */
export const proofSchema = z.strictObject({
  session: z.string().regex(/^[\w-]{43,64}$/),
  token: z.string().max(64).optional(),
  previous: z.string().max(64).optional(),
});
export type Proof = z.infer<typeof proofSchema>;

/** Controls access to the loopback shell. Only a tab in which the shell's address was opened has access. */
export interface LoopbackAccess {
  /** The only origin whose page may connect. */
  readonly origin: string;
  /**
   * Returns whether the Host header is a name of this server. A different name may be a sign of a DNS
   * rebinding attack.
   */
  knowsHost(headers: IncomingHttpHeaders): boolean;
  /**
   * Returns whether the Host header is `localhost` with this server's port. Requests with this name are
   * redirected to 127.0.0.1, because browsers resolve `localhost` to ::1 first, and another account's server
   * could listen there on the same port.
   */
  isLocalhost(headers: IncomingHttpHeaders): boolean;
  /** Returns whether the Origin header is the origin of this server's page. */
  isOwnOrigin(headers: IncomingHttpHeaders): boolean;
  /** Returns whether a tab may use the app. The call uses up a valid token. */
  accepts(proof: Proof): boolean;
  /**
   * Returns an address that can be used once, within five minutes. Until it has been used or has expired,
   * further calls return the same address. The token is in the URL's fragment, which browsers do not send to
   * any server.
   */
  address(): string;
  /** Invalidates the current address. */
  close(): void;
}

/** Maximum number of sessions. When it is reached, a new session replaces the oldest. */
const SESSIONS_MAX = 16;
const TOKEN_LIFETIME_MS = 300_000;

/** @param onAddressSpent called when the address with the current token has been used or has expired */
export function createLoopbackAccess(port: number, onAddressSpent: () => void): LoopbackAccess {
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  const sessions: string[] = [];
  let token: string | null = null;
  let expiry: NodeJS.Timeout | undefined;

  const spend = (): void => {
    clearTimeout(expiry);
    token = null;
    onAddressSpent();
  };
  const redeem = (presented: string | undefined): boolean => {
    const isValid = token !== null && presented !== undefined && sameSecret(presented, token);
    if (isValid) spend();
    return isValid;
  };
  const isKnown = (presented: string | undefined): boolean =>
    presented !== undefined && sessions.some((known) => sameSecret(known, presented));
  return {
    origin,
    knowsHost: (headers) => headers.host === host,
    isLocalhost: (headers) => headers.host === `localhost:${port}`,
    isOwnOrigin: (headers) => headers.origin === origin,
    accepts: ({ session, token: presented, previous }) => {
      if (isKnown(session)) return true;
      if (!redeem(presented) && !isKnown(previous)) return false;
      sessions.push(session);
      if (sessions.length > SESSIONS_MAX) sessions.shift();
      return true;
    },
    address: () => {
      if (token === null) {
        token = randomBytes(32).toString('base64url');
        expiry = setTimeout(spend, TOKEN_LIFETIME_MS).unref();
      }
      return `${origin}/#token=${token}`;
    },
    close: () => {
      if (token !== null) spend();
    },
  };
}
