import type { TransportReason } from '../core/ports.ts';

/** Why a fetch failed, and whether the request may have been sent. */
interface FetchFailure {
  readonly reason: TransportReason;
  readonly maybeSent: boolean;
}

interface ErrorFacts {
  readonly code: string;
  /** Name of the system call that failed. If `connect` or `getaddrinfo` failed, the request was not sent. */
  readonly syscall: string;
  readonly message: string;
}

type Verdict = readonly [reason: TransportReason, maybeSent: boolean];

/**
 * Verdicts by error code. The codes of Node and undici come first, then Chromium's codes. If an error has
 * none of these codes and matches no pattern below, the request counts as possibly sent.
 */
const CODES: Readonly<Record<string, Verdict>> = {
  ECONNREFUSED: ['connection', false],
  ENOTFOUND: ['offline', false],
  EAI_AGAIN: ['offline', false],
  EAI_NODATA: ['offline', false],
  EAI_FAIL: ['offline', false],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', false],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', true],
  UND_ERR_BODY_TIMEOUT: ['timeout', true],
  UND_ERR_HEADERS_OVERFLOW: ['too-large', true],
  ETIMEDOUT: ['timeout', true],

  ERR_INTERNET_DISCONNECTED: ['offline', false],
  ERR_NAME_NOT_RESOLVED: ['offline', false],
  ERR_NAME_RESOLUTION_FAILED: ['offline', false],
  ERR_ADDRESS_UNREACHABLE: ['offline', false],
  ERR_NETWORK_ACCESS_DENIED: ['offline', false],
  ERR_CONNECTION_REFUSED: ['connection', false],
  ERR_CONNECTION_FAILED: ['connection', false],
  ERR_PROXY_CONNECTION_FAILED: ['connection', false],
  ERR_TUNNEL_CONNECTION_FAILED: ['connection', false],
  ERR_ADDRESS_INVALID: ['connection', false],
  ERR_UNSAFE_PORT: ['connection', false],
  ERR_CONNECTION_TIMED_OUT: ['timeout', false],
  ERR_TIMED_OUT: ['timeout', true],
  ERR_RESPONSE_HEADERS_TOO_BIG: ['too-large', true],
  ERR_TOO_MANY_REDIRECTS: ['redirect', true],
  ERR_UNSAFE_REDIRECT: ['redirect', true],
  ERR_INVALID_REDIRECT: ['redirect', true],
};

/** Codes of connection errors caused by a missing network rather than by the service. */
const NO_NETWORK = new Set(['ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL']);

/**
 * Codes of certificate and handshake errors, which occur before the request is sent. Node reports a weak
 * certificate as UNSPECIFIED.
 */
const BEFORE_TLS =
  /^(?:ERR_CERT_|CERT_|CRL_|ERROR_IN_C|UNSPECIFIED$|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|NO_CIPHERS_AVAILABLE|VERSION_OR_CIPHER_MISMATCH|UNRECOGNIZED_NAME_ALERT|HTTP_REQUEST|SSLV3_ALERT_HANDSHAKE_FAILURE|TLSV1_ALERT_PROTOCOL_VERSION|TLSV1_UNRECOGNIZED_NAME|PINNED_KEY_NOT_IN_CERT_CHAIN))/;
/** Codes of other TLS errors. These may also occur after the request was sent. */
const ANY_TLS = /^(?:ERR_SSL_|ERR_TLS_|ERR_BAD_SSL_|EPROTO$)/;

/** Messages for a redirect: the first is Node's, the others are Electron's. */
const REDIRECT = /unexpected redirect|redirect policy|redirect was cancelled/i;
/** Node's message for a port that fetch refuses before connecting. */
const BAD_PORT = /^bad port$/i;
/**
 * Node's message for a connection that was closed during the TLS handshake, before the request was sent. Only
 * the message shows this: if a connection is closed later, the error code is the same.
 */
const HANDSHAKE_CUT = /before secure TLS connection was established/;

const CHAIN_MAX = 16;

/** Classifies an error by the first known code or message in the error itself and its causes. */
export function classifyFetchError(error: unknown): FetchFailure {
  for (const facts of errorChain(error)) {
    const verdict = verdictOf(facts);
    if (verdict !== null) return { reason: verdict[0], maybeSent: verdict[1] };
  }
  return { reason: 'connection', maybeSent: true };
}

function verdictOf({ code, syscall, message }: ErrorFacts): Verdict | null {
  if (syscall === 'connect' || syscall === 'getaddrinfo') return beforeConnect(code);
  if (HANDSHAKE_CUT.test(message)) return ['connection', false];
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  if (known !== undefined) return known;
  if (BEFORE_TLS.test(code)) return ['tls', false];
  if (ANY_TLS.test(code)) return ['tls', true];
  if (code.startsWith('ERR_DNS_')) return ['offline', false];
  if (REDIRECT.test(message)) return ['redirect', true];
  return BAD_PORT.test(message) ? ['connection', false] : null;
}

function beforeConnect(code: string): Verdict {
  if (NO_NETWORK.has(code) || code === 'ENOTFOUND' || code.startsWith('EAI_')) return ['offline', false];
  return [code === 'ETIMEDOUT' ? 'timeout' : 'connection', false];
}

/**
 * Returns the error, its causes and the errors of an `AggregateError`, which contains one error for each
 * address tried. The outermost error comes first.
 */
function errorChain(error: unknown): readonly ErrorFacts[] {
  const facts: ErrorFacts[] = [];
  const queue: unknown[] = [error];
  while (queue.length > 0 && facts.length < CHAIN_MAX) {
    const next = queue.shift();
    if (typeof next !== 'object' || next === null) continue;
    const message = readText(next, 'message');
    facts.push({
      code: readText(next, 'code') || (/net::(ERR_[A-Z0-9_]+)/.exec(message)?.[1] ?? ''),
      syscall: readText(next, 'syscall'),
      message,
    });
    const attempts: unknown = Reflect.get(next, 'errors');
    if (Array.isArray(attempts)) queue.push(...attempts.slice(0, CHAIN_MAX));
    queue.push(Reflect.get(next, 'cause'));
  }
  return facts;
}

function readText(value: object, key: string): string {
  const read: unknown = Reflect.get(value, key);
  return typeof read === 'string' ? read : '';
}
