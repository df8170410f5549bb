import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { TransportFailure, type HttpTransport } from '../ports.ts';
import type { Governor } from './governor-port.ts';
import { parseBaseUrl, requestUrl, type BaseUrl } from './base-url.ts';
import type { CallOf, Client, PriceHints, ServiceWatch, Store, ValueOf } from './client-port.ts';
import { decodeContacts } from './decoders/contacts.ts';
import { decodeDetail } from './decoders/company-detail.ts';
import { decodeFilters } from './decoders/filters.ts';
import { parseJson } from './decoders/json.ts';
import type { Decoded } from './decoders/decoded-types.ts';
import { decodePage } from './decoders/list-page.ts';
import {
  decodeHighlightList,
  decodeNews,
  decodeRoles,
  decodeRounds,
  decodeTechStack,
} from './decoders/panels.ts';
import { decodeHealth, decodeStats } from './decoders/stats.ts';
import { text } from './decoders/values.ts';
import { headerNotes } from './header-check.ts';
import { driftIn, type DriftFacts } from './schema-drift.ts';
import { describeCall } from './endpoints.ts';
import { failureOf } from './error-mapping.ts';
import { readServiceError } from './service-error.ts';
import type { DecodedResponse, CallContext, FetchedResponse, GovernedCall } from './governed-request.ts';

export interface ClientOptions {
  readonly governor: Governor;
  readonly transport: HttpTransport;
  /** @see parseBaseUrl */
  readonly baseUrl: string;
  /**
   * Reads the API key. Called for every request, because the client does not keep the key in memory.
   * @throws AppFailure `unauthorized`, with the reason `no-key` or `key-locked`
   */
  readonly apiKey: () => Promise<string>;
  /** Whether this client only checks an API key that is not in use yet. */
  readonly isKeyCheck?: boolean;
  /** `Roundwatch/<version>` */
  readonly userAgent: string;
  readonly hints: PriceHints;
  readonly watch: ServiceWatch;
}

const HEAD_TIMEOUT_MS = 15_000;
const TOTAL_TIMEOUT_MS = 30_000;
const BODY_MAX_BYTES = 5 * 1024 * 1024;

/** Decodes the body of a 2xx response; null if it is unreadable. */
type Decode<E extends Endpoint> = (body: unknown, call: CallOf<E>) => Decoded<ValueOf<E>> | null;

const decoders: { readonly [E in Endpoint]: Decode<E> } = {
  fundings: (body, { query }) => decodePage('fundings', body, query.offset),
  companies: (body, { query }) => decodePage('companies', body, query.offset),
  company: (body, { companyId }) => decodeDetail(companyId, body),
  'tech-stack': (body, { companyId }) => decodeTechStack(companyId, body),
  rounds: (body, { companyId }) => decodeRounds(companyId, body),
  contacts: (body, { companyId }) => decodeContacts(companyId, body),
  highlights: (body, { companyId }) => decodeHighlightList(companyId, body),
  'open-roles': (body, { companyId, query }) => decodeRoles(companyId, query, body),
  news: (body, { companyId }) => decodeNews(companyId, body),
  filters: decodeFilters,
  stats: decodeStats,
  health: decodeHealth,
};

/**
 * Creates the client. All its requests go through the governor.
 * @throws AppFailure `unsupported` if `parseBaseUrl` rejects `baseUrl`
 */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl);
  return { request: (call, context, store) => request(options, base, call, context, store) };
}

async function request<E extends Endpoint>(
  options: ClientOptions,
  base: BaseUrl,
  call: CallOf<E>,
  context: CallContext,
  store: Store<ValueOf<E>>,
): Promise<FetchedResponse<ValueOf<E>>> {
  const governed: GovernedCall = {
    ...describeCall(call, options.hints),
    ...(options.isKeyCheck === true ? { isKeyCheck: true } : {}),
  };
  const url = requestUrl(base, governed.canonical);
  const decode = decoderOf(call);
  const firstRow = firstRowOf(call);
  // If there is no key, this call throws before a budget is reserved.
  await readKey(options);
  return options.governor.run(governed, context, {
    // The key may have been replaced while the request waited in the queue, so it is read again.
    send: async (signal, isKeyCurrent) => {
      const apiKey = await readKey(options);
      if (!isKeyCurrent()) throw new TransportFailure('aborted', false);
      return send(options, { call: governed, firstRow, url, apiKey, signal }, decode);
    },
    store,
    fail: ({ status, body }) => {
      throw failureOf({
        endpoint: governed.endpoint,
        status,
        body,
        isKnown: governed.companyId !== null && options.hints.isKnown(governed.companyId),
        isLaterPage: firstRow > 0,
      });
    },
  });
}

const decoderOf = <E extends Endpoint>(call: CallOf<E>) => {
  const endpoint: E = call.endpoint;
  const decode: Decode<E> = decoders[endpoint];
  return (body: unknown) => decode(body, call);
};

/** Returns the number of rows that precede the requested page; 0 for a call without pages. */
function firstRowOf(call: PricedCall): number {
  if (call.endpoint === 'open-roles') return (call.query.page - 1) * call.query.perPage;
  return 'query' in call ? call.query.offset : 0;
}

interface RequestToSend {
  readonly call: GovernedCall;
  readonly firstRow: number;
  readonly url: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
}

async function send<T>(
  { transport, userAgent, watch }: ClientOptions,
  { call, firstRow, url, apiKey, signal }: RequestToSend,
  decode: (body: unknown) => Decoded<T> | null,
): Promise<DecodedResponse<T>> {
  const response = await transport.get({
    url,
    headers: { Accept: 'application/json', Authorization: `Bearer ${apiKey}`, 'User-Agent': userAgent },
    signal,
    headTimeoutMs: HEAD_TIMEOUT_MS,
    totalTimeoutMs: TOTAL_TIMEOUT_MS,
    maxBodyBytes: BODY_MAX_BYTES,
  });
  const { status, headers } = response;
  const body = parseJson(response.body) ?? null;
  const serviceError = () => readServiceError({ status, text: response.body, body, apiKey });
  if (status < 200 || status > 299)
    return { status, headers, body, rows: 0, value: null, serviceError: serviceError() };
  const decoded = decode(body);
  const page = call.rowsRequested === null ? null : { first: firstRow, rows: call.rowsRequested };
  reportToWatch(watch, call.endpoint, { headers, body, page, setAside: decoded?.setAside ?? 0 });
  // If the response is unreadable, the number of charged rows is unknown, so the worst case is recorded.
  const rows = decoded?.rows ?? call.worst.records;
  // Decoding and storing a page in one turn of the event loop would block other work for too long. The rest
  // therefore runs in a new turn.
  if (call.rowsRequested !== null) await nextTurn();
  if (decoded === null) return { status, headers, body, rows, value: null, serviceError: serviceError() };
  return { status, headers, body, rows, value: decoded.value };
}

/** Reports a 2xx response to `watch` and ignores errors that `watch` throws. */
function reportToWatch(
  watch: ServiceWatch,
  endpoint: Endpoint,
  { headers, body, ...facts }: Pick<DecodedResponse<unknown>, 'headers' | 'body'> & DriftFacts,
): void {
  try {
    watch.answered({
      endpoint,
      notes: driftIn(endpoint, body, facts),
      deprecation: announcement(headers['deprecation']),
      sunset: announcement(headers['sunset']),
      headers: headerNotes(headers),
    });
  } catch {
    // An error in `watch` must not make the request fail, because the response is valid.
  }
}

const announcement = (header: string | undefined): string | null =>
  text(header?.replace(/[^\x20-\x7e]/g, ' '), 200);

/**
 * Reads the API key. Rejects a key with characters that are not allowed in a header. With such a key, `fetch`
 * would fail with an error message that quotes the key.
 */
async function readKey({ apiKey }: ClientOptions): Promise<string> {
  const key = (await apiKey()).trim();
  if (key === '') throw new AppFailure({ kind: 'unauthorized', reason: 'no-key' });
  if (!/^[\x21-\x7e]+$/.test(key)) throw new AppFailure({ kind: 'unauthorized', reason: 'key-refused' });
  return key;
}
