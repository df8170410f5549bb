import { TransportFailure, type HttpRequest, type HttpResponse, type HttpTransport } from '../core/ports.ts';
import { classifyFetchError } from './fetch-errors.ts';

/** Node's `fetch` or an Electron session's; the latter uses the system's proxy and trust store. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Node's fetch with a new connection for each request. On a reused connection, bytes sent after the end of a
 * response could be taken for the next response.
 */
export const nodeFetch: FetchLike = (url, init) => {
  const headers = new Headers(init.headers);
  headers.set('connection', 'close');
  return fetch(url, { ...init, headers });
};

/**
 * GET over fetch: follows no redirects (the key would be sent along), sends no cookies and has no cache.
 * Enforces the time and size limits of the request even if `fetchLike` ignores its signal.
 */
export function createFetchTransport(fetchLike: FetchLike): HttpTransport {
  return { get: (request) => exchange(fetchLike, request) };
}

async function exchange(fetchLike: FetchLike, request: HttpRequest): Promise<HttpResponse> {
  if (request.signal.aborted) throw new TransportFailure('aborted', false);
  const deadline = startDeadline(request);
  let status: number | null = null;
  try {
    const response = await deadline.race(open(fetchLike, request, deadline.signal));
    deadline.markHeadReceived();
    status = response.status;
    // 304 answers a conditional request, which is never sent, but it is not a redirect.
    if (response.redirected || (status >= 300 && status < 400 && status !== 304))
      throw new TransportFailure('redirect', true, status);
    const body = await deadline.race(readText(response, request.maxBodyBytes, deadline.signal));
    return { status, headers: Object.fromEntries(response.headers), body };
  } catch (error) {
    deadline.abort();
    throw toTransportFailure(error, status);
  } finally {
    deadline.dispose();
  }
}

async function open(fetchLike: FetchLike, request: HttpRequest, signal: AbortSignal): Promise<Response> {
  const response = await fetchLike(request.url, {
    method: 'GET',
    headers: { ...request.headers },
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
  // It arrived after the deadline and is never read, so release its socket.
  if (signal.aborted) void response.body?.cancel().catch(() => undefined);
  return response;
}

/** The body as text without a byte order mark; invalid UTF-8 becomes U+FFFD. The limit counts decompressed bytes. */
async function readText(response: Response, maxBytes: number, signal: AbortSignal): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  const decoder = new TextDecoder('utf-8');
  let received = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    received += value.byteLength;
    if (received > maxBytes) {
      cancel();
      throw new TransportFailure('too-large', true, response.status);
    }
    text += decoder.decode(value, { stream: true });
  }
  signal.removeEventListener('abort', cancel);
  return text + decoder.decode();
}

interface Deadline {
  readonly signal: AbortSignal;
  /** Settles with `work`, or rejects with TransportFailure on a timeout or cancellation. */
  race<T>(work: Promise<T>): Promise<T>;
  markHeadReceived(): void;
  /** Aborts the request. */
  abort(): void;
  dispose(): void;
}

function startDeadline({ signal, headTimeoutMs, totalTimeoutMs }: HttpRequest): Deadline {
  const controller = new AbortController();
  let end = (_reason: 'timeout' | 'aborted'): void => undefined;
  const over = new Promise<never>((_resolve, reject) => {
    end = (reason) => {
      // Reject first, so the race ends with this reason and not with the abort's error.
      reject(new TransportFailure(reason, true));
      controller.abort();
    };
  });
  over.catch(() => undefined);
  const onAbort = (): void => end('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  const headTimer = setTimeout(() => end('timeout'), headTimeoutMs);
  const totalTimer = setTimeout(() => end('timeout'), totalTimeoutMs);
  return {
    signal: controller.signal,
    race: (work) => {
      work.catch(() => undefined);
      return Promise.race([over, work]);
    },
    markHeadReceived: () => clearTimeout(headTimer),
    abort: () => controller.abort(),
    dispose: () => {
      clearTimeout(headTimer);
      clearTimeout(totalTimer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

/** With a status, the request was certainly sent, even if reading the body failed. */
function toTransportFailure(error: unknown, status: number | null): TransportFailure {
  const { reason, maybeSent } = error instanceof TransportFailure ? error : classifyFetchError(error);
  return new TransportFailure(reason, status === null ? maybeSent : true, status);
}
