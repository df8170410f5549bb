import {
  TransportFailure,
  type DownloadTransport,
  type HttpRequest,
  type HttpResponse,
  type HttpTransport,
} from '../core/ports.ts';
import { classifyFetchError } from './fetch-errors.ts';

/** The `fetch` of Node, or of an Electron session with the system's proxy and certificates. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Fetches with Node over a new connection for each request. On a reused connection, extra bytes after a
 * response could be mistaken for the next response.
 */
export const nodeFetch: FetchLike = (url, init) => {
  const headers = new Headers(init.headers);
  headers.set('connection', 'close');
  return fetch(url, { ...init, headers });
};

/**
 * Creates a transport based on `fetchLike`. It sends no cookies, does not cache, and does not follow
 * redirects, because their targets would receive the API key. Its timeouts work even if `fetchLike` ignores
 * the abort signal.
 */
export function createFetchTransport(fetchLike: FetchLike): HttpTransport {
  return {
    get: async (request) => {
      let body = '';
      const decoder = new TextDecoder('utf-8');
      const response = await exchange(fetchLike, request, (chunk) => {
        body += decoder.decode(chunk, { stream: true });
      });
      return { ...response, body: body + decoder.decode() };
    },
  };
}

/**
 * Creates a transport that downloads files from a single origin. It refuses every other address, and plain
 * HTTP, before connecting.
 */
export function createDownloadTransport(fetchLike: FetchLike, origin: string): DownloadTransport {
  return {
    get: async (request) => {
      const url = new URL(request.url);
      if (url.protocol !== 'https:' || url.origin !== origin) throw new TransportFailure('redirect', false);
      return exchange(fetchLike, request, request.onChunk);
    },
  };
}

type OnChunk = (chunk: Uint8Array) => void | Promise<void>;

async function exchange(
  fetchLike: FetchLike,
  request: HttpRequest,
  onChunk: OnChunk,
): Promise<Omit<HttpResponse, 'body'>> {
  if (request.signal.aborted) throw new TransportFailure('aborted', false);
  const deadline = startDeadline(request);
  let status: number | null = null;
  try {
    const response = await deadline.race(open(fetchLike, request, deadline.signal));
    deadline.markHeadReceived();
    status = response.status;
    // 304 is not a redirect.
    if (response.redirected || (status >= 300 && status < 400 && status !== 304))
      throw new TransportFailure('redirect', true, status);
    await deadline.race(readBody(response, request.maxBodyBytes, deadline.signal, onChunk));
    return { status, headers: Object.fromEntries(response.headers) };
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
  // The body of a response that arrived after a timeout or cancellation is never read, so its socket is
  // released here.
  if (signal.aborted) void response.body?.cancel().catch(() => undefined);
  return response;
}

/** Reads the body. `maxBytes` limits the decompressed bytes. */
async function readBody(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
  onChunk: OnChunk,
): Promise<void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    received += value.byteLength;
    if (received > maxBytes) {
      cancel();
      throw new TransportFailure('too-large', true, response.status);
    }
    await onChunk(value);
  }
  signal.removeEventListener('abort', cancel);
}

interface Deadline {
  readonly signal: AbortSignal;
  /**
   * Settles like `work`, but rejects with a `TransportFailure` if the request times out or is cancelled
   * first.
   */
  race<T>(work: Promise<T>): Promise<T>;
  markHeadReceived(): void;
  abort(): void;
  dispose(): void;
}

function startDeadline({ signal, headTimeoutMs, totalTimeoutMs }: HttpRequest): Deadline {
  const controller = new AbortController();
  let end = (_reason: 'timeout' | 'aborted'): void => undefined;
  const over = new Promise<never>((_resolve, reject) => {
    end = (reason) => {
      // Reject before aborting. `abort` also makes the fetch reject, and `race` settles with the first
      // rejection.
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

/**
 * Converts an error to a `TransportFailure`. If the service has already returned a status, the request counts
 * as sent, whatever the error is.
 */
function toTransportFailure(error: unknown, status: number | null): TransportFailure {
  const { reason, maybeSent } = error instanceof TransportFailure ? error : classifyFetchError(error);
  return new TransportFailure(reason, status === null ? maybeSent : true, status);
}
