import { createFetchTransport, nodeFetch } from '../../../electron/adapters/fetch-transport.ts';
import { createClient } from '../../../electron/core/service-api/client.ts';
import type { CallContext } from '../../../electron/core/service-api/governed-request.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { createPriceHints } from '../../../electron/core/library/price-hints.ts';
import { storeContacts, storeDetail } from '../../../electron/core/library/store-responses.ts';
import type { Clock } from '../../../electron/core/ports.ts';
import type { Governor } from '../../../electron/core/service-api/governor-port.ts';
import { createGovernor } from '../../../electron/core/quota/governor.ts';
import { DOCUMENTED_LIMITS } from '../../../electron/core/quota/policy/costs.ts';
import { createDriftRecorder } from '../../../electron/core/workspace/drift-recorder.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import { companiesQuerySchema, fundingsQuerySchema } from '../../../shared/model/query.ts';
import type { Random } from '../../security/support/random.ts';
import { log, loadContactKey } from '../app/library-fixtures.ts';
import { storePage } from '../app/store-without-key.ts';

/** The app's client, governor, library and ledger on real files and sockets, without the rest of the app. */
export interface LedgerAccount {
  readonly governor: Governor;
  readonly ledger: WriteDb;
  /** Makes a random call. Resolves to `ok` or the kind of the error. */
  makeCall(random: Random): Promise<string>;
  /** Fetches `/stats` and reconciles the ledger with it. */
  confirm(): Promise<string>;
  close(): void;
}

export interface AccountOptions {
  readonly folder: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  /** The first and last day that searches cover, as `YYYY-MM-DD`. */
  readonly range: readonly [from: string, to: string];
  /** Whether to use shorter timeouts than the product does, to save time if the service hangs. */
  readonly hasShortTimeouts?: boolean;
}

const ANY_PRICE: Cost = { requests: 1, records: 100_000, pageTurns: 1, companies: 1 };
const context: CallContext = { screen: 'search', reason: 'You', lane: 'interactive', accepted: ANY_PRICE };
/** These timeouts keep the test short. The product uses 15 s and 30 s. */
const HEAD_TIMEOUT_MS = 700;
const TOTAL_TIMEOUT_MS = 1_200;
const SEARCH_TERMS = ['data', 'health', 'pay', 'green', 'cloud', 'labs', 'robot', 'bio'];
const ignoreResult = (): void => undefined;

export function openLedgerAccount({
  folder,
  baseUrl,
  apiKey,
  clock,
  range,
  hasShortTimeouts = false,
}: AccountOptions): LedgerAccount {
  const files = openWorkspaceFiles(folder, { clock, log });
  const governor = createGovernor({
    db: files.ledger,
    clock,
    log,
    publishChanged: ignoreResult,
    random: Math.random,
    limits: DOCUMENTED_LIMITS,
  });
  const product = createFetchTransport(nodeFetch);
  const client = createClient({
    governor,
    baseUrl,
    apiKey: () => Promise.resolve(apiKey),
    userAgent: 'Roundwatch/test',
    hints: createPriceHints(files.cache),
    transport: {
      get: (request) =>
        product.get(
          hasShortTimeouts
            ? { ...request, headTimeoutMs: HEAD_TIMEOUT_MS, totalTimeoutMs: TOTAL_TIMEOUT_MS }
            : request,
        ),
    },
    watch: createDriftRecorder({ cache: files.cache, log, nowMs: () => governor.serverNowMs() }),
  });
  const seal = loadContactKey();
  const known: string[] = [];

  const callList = async (random: Random): Promise<unknown> => {
    const query = {
      fundingDateStart: range[0],
      fundingDateEnd: range[1],
      search: random.pick(SEARCH_TERMS),
      limit: 1 + random.int(50),
      offset: random.pick([0, 0, 10]),
    };
    const endpoint = random.pick(['fundings', 'companies'] as const);
    const fetched =
      endpoint === 'fundings'
        ? await client.request(
            { endpoint: 'fundings', query: fundingsQuerySchema.parse(query) },
            context,
            (page, nowMs) => {
              const response = {
                endpoint,
                query: fundingsQuerySchema.parse(query),
                page,
                fetchedAtMs: nowMs,
              };
              storePage(files.cache, response);
            },
          )
        : await client.request(
            { endpoint: 'companies', query: companiesQuerySchema.parse(query) },
            context,
            (page, nowMs) => {
              const response = {
                endpoint,
                query: companiesQuerySchema.parse(query),
                page,
                fetchedAtMs: nowMs,
              };
              storePage(files.cache, response);
            },
          );
    known.push(...fetched.value.rows.map(({ company }) => company.companyId));
    return fetched;
  };
  const callCompany = (random: Random): Promise<unknown> => {
    const id = known[random.int(Math.min(known.length, 12))] ?? 'unknown';
    switch (random.int(6)) {
      case 0:
        return client.request({ endpoint: 'company', companyId: id }, context, (detail, nowMs) =>
          storeDetail(files.cache, seal, detail, nowMs),
        );
      case 1:
        return client.request({ endpoint: 'contacts', companyId: id }, context, (contacts, nowMs) =>
          storeContacts(files.cache, seal, contacts, nowMs),
        );
      case 2:
        return client.request({ endpoint: 'rounds', companyId: id }, context, ignoreResult);
      case 3:
        return client.request({ endpoint: 'news', companyId: id }, context, ignoreResult);
      case 4:
        return client.request(
          { endpoint: 'open-roles', companyId: id, query: { page: 1, perPage: 10 } },
          context,
          ignoreResult,
        );
      default:
        return client.request({ endpoint: 'tech-stack', companyId: id }, context, ignoreResult);
    }
  };
  const outcomeOf = async (work: () => Promise<unknown>): Promise<string> => {
    try {
      await work();
      return 'ok';
    } catch (error) {
      if (error instanceof AppFailure) return error.appError.kind;
      throw error;
    }
  };
  return {
    governor,
    ledger: files.ledger,
    makeCall: (random) =>
      outcomeOf(() => (known.length === 0 || random.chance(0.4) ? callList(random) : callCompany(random))),
    confirm: () =>
      outcomeOf(async () => {
        const { value, serverNowMs } = await client.request({ endpoint: 'stats' }, context, ignoreResult);
        governor.reconcile(value, serverNowMs);
      }),
    close: () => {
      governor.dispose();
      files.close();
    },
  };
}
