import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Endpoint } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { TransportFailure, type HttpTransport } from '../ports.ts';
import type { Governor } from '../quota/governor-port.ts';
import { parseBaseUrl, type BaseUrl } from './base-url.ts';
import type { Client, PriceHints, ServiceWatch, Store } from './client-port.ts';
import { decodeContacts } from './decode-contacts.ts';
import { decodeDetail } from './decode-detail.ts';
import { decodeFilters } from './decode-filters.ts';
import { parseJson } from './decode-json.ts';
import { decodePage, type Decoded } from './decode-list.ts';
import { decodeHighlightList, decodeNews, decodeRounds, decodeTechStack } from './decode-panels.ts';
import { decodeRoles } from './decode-roles.ts';
import { decodeHealth, decodeStats } from './decode-stats.ts';
import { text } from './decode-values.ts';
import { driftIn, type DriftFacts } from './drift.ts';
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
  readonly watch: ServiceWatch;
}

const HEAD_TIMEOUT_MS = 15_000;
const TOTAL_TIMEOUT_MS = 30_000;
const BODY_MAX_BYTES = 5 * 1024 * 1024;

/** One kind of call, from its price to its decoded answer. Null: a 2xx that cannot be read. */
interface Ask<T> {
  readonly call: PricedCall;
  readonly decode: (body: unknown) => Decoded<T> | null;
  /** Of a list: the rows before the page that is asked for. */
  readonly first?: number;
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
    ...createLists(ask),
    ...createBelowCompany(ask),
    filters: (context, store) =>
      ask({ call: { endpoint: 'filters' }, decode: decodeFilters }, context, store),
    stats: (context, store) => ask({ call: { endpoint: 'stats' }, decode: decodeStats }, context, store),
    health: (context, store) => ask({ call: { endpoint: 'health' }, decode: decodeHealth }, context, store),
  };
}

type AskFor = <T>(asked: Ask<T>, context: CallContext, store: Store<T>) => Promise<Fetched<T>>;

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
    (companyId: string, context: CallContext, store: Store<T>): Promise<Fetched<T>> =>
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
      throw failureOf({
        ...{ endpoint: call.endpoint, status, body },
        isKnown: call.companyId !== null && options.hints.isKnown(call.companyId),
        isLaterPage: asked.call.endpoint === 'open-roles' && asked.call.query.page > 1,
      });
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
  { transport, userAgent, watch }: ClientOptions,
  { call, url, apiKey, signal }: Sending,
  { decode, first = 0 }: Ask<T>,
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
  const page = call.rowsAsked === null ? null : { first, rows: call.rowsAsked };
  tellWatch(watch, call.endpoint, { headers, body, page, setAside: decoded?.setAside ?? 0 });
  // Charged, but nobody can say for how much: the worst case stands, so that the ledger never counts too little.
  const rows = decoded?.rows ?? call.worst.records;
  // A page is kept in a turn of its own: reading and keeping it in one would hold the process too long.
  if (call.rowsAsked !== null) await nextTurn();
  return { status, headers, body, rows, value: decoded?.value ?? null };
}

/** Watching costs no call its answer: whatever goes wrong there stays there. */
function tellWatch(
  watch: ServiceWatch,
  endpoint: Endpoint,
  { headers, body, ...facts }: Pick<Answered<unknown>, 'headers' | 'body'> & DriftFacts,
): void {
  try {
    watch.answered({
      endpoint,
      notes: driftIn(endpoint, body, facts),
      deprecation: announcement(headers['deprecation']),
      sunset: announcement(headers['sunset']),
    });
  } catch {
    // Counted nowhere, and the answer stands.
  }
}

const announcement = (header: string | undefined): string | null =>
  text(header?.replace(/[^\x20-\x7e]/g, ' '), 200);

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
