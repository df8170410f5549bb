import { describe, expect, it } from 'vitest';
import { classifyFetchError } from '../../../electron/adapters/fetch-errors.ts';

describe('rejected fetch', () => {
  it.each([
    ['net::ERR_INTERNET_DISCONNECTED', 'offline', false],
    ['net::ERR_NAME_NOT_RESOLVED', 'offline', false],
    ['net::ERR_CONNECTION_REFUSED', 'connection', false],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'connection', false],
    ['net::ERR_CONNECTION_TIMED_OUT', 'timeout', false],
    ['net::ERR_TIMED_OUT', 'timeout', true],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'tls', false],
    ['net::ERR_CERT_DATE_INVALID', 'tls', false],
    ['net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'tls', false],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'tls', true],
    ['net::ERR_CONNECTION_RESET', 'connection', true],
    ['net::ERR_CONNECTION_CLOSED', 'connection', true],
    ['net::ERR_EMPTY_RESPONSE', 'connection', true],
    ['net::ERR_NETWORK_CHANGED', 'connection', true],
    ['net::ERR_RESPONSE_HEADERS_TOO_BIG', 'too-large', true],
    ["Attempted to redirect, but redirect policy was 'error'", 'redirect', true],
    ['Redirect was cancelled', 'redirect', true],
    ['net::ERR_UNSAFE_REDIRECT', 'redirect', true],
    ['an unknown error', 'connection', true],
  ])('in Electron: %s is %s, possibly sent: %s', (message, reason, maybeSent) => {
    expect(classifyFetchError(new Error(message))).toEqual({ reason, maybeSent });
  });

  it.each([
    [{ code: 'ENETUNREACH', syscall: 'connect' }, 'offline', false],
    [{ code: 'ENETUNREACH', syscall: 'read' }, 'connection', true],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'timeout', false],
    [{ code: 'ETIMEDOUT', syscall: 'read' }, 'timeout', true],
    [{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, 'offline', false],
    [{ code: 'CERT_HAS_EXPIRED' }, 'tls', false],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'tls', false],
    [{ code: 'CRL_HAS_EXPIRED' }, 'tls', false],
    [{ code: 'ERROR_IN_CERT_NOT_AFTER_FIELD' }, 'tls', false],
    // Node uses this code for a certificate whose key is too weak.
    [{ code: 'UNSPECIFIED', message: 'EE certificate key too weak' }, 'tls', false],
    [{ code: 'EPROTO', syscall: 'write' }, 'tls', true],
    [{ code: 'ERR_SSL_UNEXPECTED_MESSAGE' }, 'tls', true],
    [{ code: 'ECONNRESET', syscall: 'read', message: 'read ECONNRESET' }, 'connection', true],
    [
      {
        code: 'ECONNRESET',
        message: 'Client network socket disconnected before secure TLS connection was established',
      },
      'connection',
      false,
    ],
  ])('in Node: %j is %s, possibly sent: %s', (system, reason, maybeSent) => {
    const attempt = Object.assign(new Error('x'), system);
    const single = new TypeError('fetch failed', { cause: attempt });
    const several = new TypeError('fetch failed', { cause: new AggregateError([attempt]) });
    for (const error of [single, several]) expect(classifyFetchError(error)).toEqual({ reason, maybeSent });
  });

  it.each([null, undefined, 'text', 7, {}, { cause: { cause: null } }])(
    'counts as possibly sent: %j',
    (error) => {
      expect(classifyFetchError(error)).toEqual({ reason: 'connection', maybeSent: true });
    },
  );

  it('is classified despite a circular chain of causes', () => {
    const error = new Error('a');
    error.cause = error;
    expect(classifyFetchError(error)).toEqual({ reason: 'connection', maybeSent: true });
  });
});
