import {
  createFetchTransport,
  nodeFetch,
  type FetchLike,
} from '../../../electron/adapters/fetch-transport.ts';
import { TransportFailure, type HttpRequest, type HttpTransport } from '../../../electron/core/ports.ts';
import { KEY, type SubjectDefect } from './subject-plan.ts';

const product = createFetchTransport(nodeFetch);

/** Returns the product's transport, or a transport with a deliberate defect. */
export function subjectTransport(defect: SubjectDefect): HttpTransport {
  switch (defect) {
    case 'none':
      return product;
    case 'reads-everything':
      return { get: plain };
    case 'loses-the-type':
      return { get: (request) => product.get(request).catch(untyped) };
    case 'settles-unreadable-as-free':
      return { get: (request) => product.get(request).catch(forFree) };
    case 'waits-too-long':
      return {
        get: (request) => product.get({ ...request, headTimeoutMs: 10_000, totalTimeoutMs: 10_000 }),
      };
    case 'follows':
      return createFetchTransport((url, init) =>
        fetch(url, { ...init, redirect: 'follow', headers: { ...headersOf(init), 'X-Api-Key': KEY } }),
      );
    case 'follows-by-hand':
      return createFetchTransport(followByHand);
    case 'follows-refresh':
      return createFetchTransport(followRefresh);
  }
}

const headersOf = (init: RequestInit): Record<string, string> =>
  Object.fromEntries(new Headers(init.headers));

/** Fetches without any limit on bytes or time. */
async function plain({ url, headers }: HttpRequest) {
  try {
    const response = await fetch(url, { headers: { ...headers } });
    const body = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  } catch {
    throw new TransportFailure('connection', true);
  }
}

function untyped(error: unknown): never {
  if (error instanceof TransportFailure && error.reason === 'connection') throw new Error('fetch failed');
  throw error;
}

function forFree(error: unknown): never {
  if (error instanceof TransportFailure && error.status !== null)
    throw new TransportFailure('connection', false);
  throw error;
}

const HOPS_MAX = 10;
const followByHand: FetchLike = async (url, init) => {
  let response = await fetch(url, { ...init, redirect: 'manual' });
  let at = url;
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) break;
    at = new URL(location, at).href;
    response = await fetch(at, { ...init, redirect: 'manual' });
  }
  return response;
};

const followRefresh: FetchLike = async (url, init) => {
  const response = await fetch(url, init);
  const body = await response.clone().text();
  const target = /url=([^"'>\s]+)/i.exec(`${response.headers.get('refresh') ?? ''} ${body}`)?.[1];
  if (target !== undefined) await fetch(new URL(target, url), init);
  return response;
};
