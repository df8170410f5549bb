import { AppFailure } from '../../../shared/app-failure.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { TransportFailure, type HttpTransport } from '../ports.ts';
import type { Governor } from '../quota/governor-port.ts';
import { parseBaseUrl, type BaseUrl } from './base-url.ts';
import type { Client, PriceHints, Store } from './client-port.ts';
import { decodeContacts } from './decode-contacts.ts';
import { decodeDetail } from './decode-detail.ts';
import { decodeFilters } from './decode-filters.ts';
import { parseJson } from './decode-json.ts';
import { decodePage, type Decoded } from './decode-list.ts';
import { decodeHealth, decodeStats } from './decode-stats.ts';
import { describeCall } from './endpoints.ts';
import { failureOf } from './errors.ts';
import type { Answered, CallContext, Fetched, GovernedCall } from './exchange.ts';

export interface ClientOptions {
  readonly governor: Governor;
  readonly transport: HttpTransport;
  /** @see parseBaseUrl */
  readonly baseUrl: string;
  /** Asked for every request and kept nowhere. Throws AppFailure unauthorized `no-key` or `key-locked`. */
  readonly apiKey: () => Promise<string>;
  /** `Roundwatch/<version>` */
  readonly userAgent: string;
  readonly hints: PriceHints;
}

const HEAD_TIMEOUT_MS = 15_000;
const TOTAL_TIMEOUT_MS = 30_000;
const BODY_MAX_BYTES = 5 * 1024 * 1024;

/** One kind of call, from its price to its decoded answer. Null: a 2xx that cannot be read. */
interface Ask<T> {
  readonly call: PricedCall;
  readonly decode: (body: unknown) => Decoded<T> | null;
}

/**
 * The Funding Signals client: no request leaves it except through the governor.
 * @throws AppFailure unsupported, where `baseUrl` is not one the key may be sent to
 */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl);
  const ask = <T>(asked: Ask<T>, context: CallContext, store: Store<T>): Promise<Fetched<T>> =>
    run(options, base, { ...asked, context, store });
  return {
    fundings: (query, context, store) =>
      ask(
        {
          call: { endpoint: 'fundings', query },
          decode: (body) => decodePage('fundings', body, query.offset),
        },
        context,
        store,
      ),
    companies: (query, context, store) =>
      ask(
        {
          call: { endpoint: 'companies', query },
          decode: (body) => decodePage('companies', body, query.offset),
        },
        context,
        store,
      ),
    company: (companyId, context, store) =>
      ask(
        { call: { endpoint: 'company', companyId }, decode: (body) => decodeDetail(companyId, body) },
        context,
        store,
      ),
    contacts: (companyId, context, store) =>
      ask(
        { call: { endpoint: 'contacts', companyId }, decode: (body) => decodeContacts(companyId, body) },
        context,
        store,
      ),
    filters: (context, store) =>
      ask({ call: { endpoint: 'filters' }, decode: decodeFilters }, context, store),
    stats: (context, store) => ask({ call: { endpoint: 'stats' }, decode: decodeStats }, context, store),
    health: (context, store) => ask({ call: { endpoint: 'health' }, decode: decodeHealth }, context, store),
  };
}

interface Run<T> extends Ask<T> {
  readonly context: CallContext;
  readonly store: Store<T>;
}

async function run<T>(options: ClientOptions, base: BaseUrl, asked: Run<T>): Promise<Fetched<T>> {
  const call = describeCall(asked.call, options.hints);
  const url = requestUrl(base, call.canonical);
  // Before anything is reserved: without a key there is nothing to send.
  await readKey(options);
  return options.governor.run<T>(call, asked.context, {
    // Asked again when its turn has come: a key that was replaced meanwhile is not used any more, and none is kept.
    send: async (signal, isKeyCurrent) => {
      const apiKey = await readKey(options);
      if (!isKeyCurrent()) throw new TransportFailure('aborted', false);
      return send(options, { call, url, apiKey, signal }, asked);
    },
    store: asked.store,
    fail: ({ status, body }) => {
      throw failureOf({ endpoint: call.endpoint, status, body });
    },
  });
}

interface Sending {
  readonly call: GovernedCall;
  readonly url: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
}

async function send<T>(
  { transport, userAgent }: ClientOptions,
  { call, url, apiKey, signal }: Sending,
  { decode }: Ask<T>,
): Promise<Answered<T>> {
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
  if (status < 200 || status > 299) return { status, headers, body, rows: 0, value: null };
  const decoded = decode(body);
  // Charged, but nobody can say for how much: the worst case stands, so that the ledger never counts too little.
  const rows = decoded?.rows ?? call.worst.records;
  return { status, headers, body, rows, value: decoded?.value ?? null };
}

/** The address of a call. Whatever would lead anywhere but below the base URL is a defect, and nothing is sent. */
function requestUrl(base: BaseUrl, canonical: string): string {
  const address = `${base.url}${canonical}`;
  const parsed = new URL(address);
  if (parsed.href !== address || !address.startsWith(`${base.url}/`))
    throw new Error('call leaves the base URL');
  return address;
}

/** A key that cannot stand in a header is refused here: fetch would quote it in its error. */
async function readKey({ apiKey }: ClientOptions): Promise<string> {
  const key = (await apiKey()).trim();
  if (key === '') throw new AppFailure({ kind: 'unauthorized', reason: 'no-key' });
  if (!/^[\x21-\x7e]+$/.test(key)) throw new AppFailure({ kind: 'unauthorized', reason: 'key-refused' });
  return key;
}
