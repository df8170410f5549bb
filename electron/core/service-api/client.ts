import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { TransportFailure, type HttpTransport } from '../ports.ts';
import type { Governor } from './governor-port.ts';
import { parseBaseUrl, type BaseUrl } from './base-url.ts';
import type { Client, PriceHints, ServiceWatch, Store } from './client-port.ts';
import { decodeContacts } from './decoders/contacts.ts';
import { decodeDetail } from './decoders/company-detail.ts';
import { decodeFilters } from './decoders/filters.ts';
import { parseJson } from './decoders/json.ts';
import { decodePage, type Decoded } from './decoders/list-page.ts';
import { decodeHighlightList, decodeNews, decodeRounds, decodeTechStack } from './decoders/panels.ts';
import { decodeRoles } from './decoders/open-roles.ts';
import { decodeHealth, decodeStats } from './decoders/stats.ts';
import { text } from './decoders/values.ts';
import { driftIn, type DriftFacts } from './schema-drift.ts';
import { describeCall } from './endpoints.ts';
import { failureOf } from './error-mapping.ts';
import type { DecodedResponse, CallContext, FetchedResponse, GovernedCall } from './governed-request.ts';

export interface ClientOptions {
  readonly governor: Governor;
  readonly transport: HttpTransport;
  /** @see parseBaseUrl */
  readonly baseUrl: string;
  /**
   * Called for every request; the key is never stored. Throws AppFailure unauthorized `no-key` or
   * `key-locked`.
   */
  readonly apiKey: () => Promise<string>;
  /** `Roundwatch/<version>` */
  readonly userAgent: string;
  readonly hints: PriceHints;
  readonly watch: ServiceWatch;
}

const HEAD_TIMEOUT_MS = 15_000;
const TOTAL_TIMEOUT_MS = 30_000;
const BODY_MAX_BYTES = 5 * 1024 * 1024;

/** One kind of request, with its price and decoder. The decoder returns null for an unreadable 2xx. */
interface Ask<T> {
  readonly call: PricedCall;
  readonly decode: (body: unknown) => Decoded<T> | null;
  /** For a list: number of rows before the requested page. */
  readonly first?: number;
}

/**
 * Creates the client; all its requests go through the governor.
 * @throws AppFailure unsupported if the key must not be sent to `baseUrl`
 */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl);
  const ask = <T>(asked: Ask<T>, context: CallContext, store: Store<T>): Promise<FetchedResponse<T>> =>
    run(options, base, { ...asked, context, store });
  return {
    ...createLists(ask),
    ...createBelowCompany(ask),
    filters: (context, store) =>
      ask({ call: { endpoint: 'filters' }, decode: decodeFilters }, context, store),
    stats: (context, store) => ask({ call: { endpoint: 'stats' }, decode: decodeStats }, context, store),
    health: (context, store) => ask({ call: { endpoint: 'health' }, decode: decodeHealth }, context, store),
  };
}

type AskFor = <T>(asked: Ask<T>, context: CallContext, store: Store<T>) => Promise<FetchedResponse<T>>;

const createLists = (ask: AskFor): Pick<Client, 'fundings' | 'companies'> => ({
  fundings: (query, context, store) =>
    ask(
      {
        call: { endpoint: 'fundings', query },
        decode: (body) => decodePage('fundings', body, query.offset),
        first: query.offset,
      },
      context,
      store,
    ),
  companies: (query, context, store) =>
    ask(
      {
        call: { endpoint: 'companies', query },
        decode: (body) => decodePage('companies', body, query.offset),
        first: query.offset,
      },
      context,
      store,
    ),
});

type BelowCompany = 'company' | 'techStack' | 'rounds' | 'contacts' | 'highlights' | 'openRoles' | 'news';

function createBelowCompany(ask: AskFor): Pick<Client, BelowCompany> {
  const of =
    <T>(
      endpoint: 'company' | 'tech-stack' | 'rounds' | 'contacts' | 'highlights' | 'news',
      decode: (companyId: string, body: unknown) => Decoded<T> | null,
    ) =>
    (companyId: string, context: CallContext, store: Store<T>): Promise<FetchedResponse<T>> =>
      ask({ call: { endpoint, companyId }, decode: (body) => decode(companyId, body) }, context, store);
  return {
    company: of('company', decodeDetail),
    techStack: of('tech-stack', decodeTechStack),
    rounds: of('rounds', decodeRounds),
    contacts: of('contacts', decodeContacts),
    highlights: of('highlights', decodeHighlightList),
    news: of('news', decodeNews),
    openRoles: (companyId, query, context, store) =>
      ask(
        {
          call: { endpoint: 'open-roles', companyId, query },
          decode: (body) => decodeRoles(companyId, query, body),
          first: (query.page - 1) * query.perPage,
        },
        context,
        store,
      ),
  };
}

interface Run<T> extends Ask<T> {
  readonly context: CallContext;
  readonly store: Store<T>;
}

async function run<T>(options: ClientOptions, base: BaseUrl, asked: Run<T>): Promise<FetchedResponse<T>> {
  const call = describeCall(asked.call, options.hints);
  const url = requestUrl(base, call.canonical);
  // Checked before reserving, because nothing can be sent without a key.
  await readKey(options);
  return options.governor.run<T>(call, asked.context, {
    // Read again when the request is sent, so a key replaced while waiting is not used and no key is held in
    // memory.
    send: async (signal, isKeyCurrent) => {
      const apiKey = await readKey(options);
      if (!isKeyCurrent()) throw new TransportFailure('aborted', false);
      return send(options, { call, url, apiKey, signal }, asked);
    },
    store: asked.store,
    fail: ({ status, body }) => {
      throw failureOf({
        endpoint: call.endpoint,
        status,
        body,
        isKnown: call.companyId !== null && options.hints.isKnown(call.companyId),
        isLaterPage: asked.call.endpoint === 'open-roles' && asked.call.query.page > 1,
      });
    },
  });
}

interface RequestToSend {
  readonly call: GovernedCall;
  readonly url: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
}

async function send<T>(
  { transport, userAgent, watch }: ClientOptions,
  { call, url, apiKey, signal }: RequestToSend,
  { decode, first = 0 }: Ask<T>,
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
  if (status < 200 || status > 299) return { status, headers, body, rows: 0, value: null };
  const decoded = decode(body);
  const page = call.rowsAsked === null ? null : { first, rows: call.rowsAsked };
  tellWatch(watch, call.endpoint, { headers, body, page, setAside: decoded?.setAside ?? 0 });
  // The request was charged an unknown amount, so the worst case is kept and the ledger never undercounts.
  const rows = decoded?.rows ?? call.worst.records;
  // Storing a page in a separate turn avoids blocking the process with decoding and storing together.
  if (call.rowsAsked !== null) await nextTurn();
  return { status, headers, body, rows, value: decoded?.value ?? null };
}

/** An error in the watch must not affect the response. */
function tellWatch(
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
    });
  } catch {
    // The response is still valid.
  }
}

const announcement = (header: string | undefined): string | null =>
  text(header?.replace(/[^\x20-\x7e]/g, ' '), 200);

/** URL of a request. Anything outside the base URL is a defect, and nothing is sent. */
function requestUrl(base: BaseUrl, canonical: string): string {
  const address = `${base.url}${canonical}`;
  const parsed = new URL(address);
  if (parsed.href !== address || !address.startsWith(`${base.url}/`))
    throw new Error('call leaves the base URL');
  return address;
}

/** Rejects a key that is invalid in a header, because fetch would quote it in its error. */
async function readKey({ apiKey }: ClientOptions): Promise<string> {
  const key = (await apiKey()).trim();
  if (key === '') throw new AppFailure({ kind: 'unauthorized', reason: 'no-key' });
  if (!/^[\x21-\x7e]+$/.test(key)) throw new AppFailure({ kind: 'unauthorized', reason: 'key-refused' });
  return key;
}
