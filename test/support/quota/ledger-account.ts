import { createFetchTransport, nodeFetch } from '../../../electron/adapters/fetch-transport.ts';
import { createClient } from '../../../electron/core/service-api/client.ts';
import type { CallContext } from '../../../electron/core/service-api/governed-request.ts';
import type { WriteDb } from '../../../electron/core/database/sql.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { createPriceHints } from '../../../electron/core/library/price-hints.ts';
import { storeContacts, storeDetail, storePage } from '../../../electron/core/library/store-responses.ts';
import type { Clock } from '../../../electron/core/ports.ts';
import type { Governor } from '../../../electron/core/service-api/governor-port.ts';
import { createGovernor } from '../../../electron/core/quota/governor.ts';
import { DOCUMENTED_LIMITS } from '../../../electron/core/quota/policy/costs.ts';
import { createServiceWatch } from '../../../electron/core/workspace/service-watch.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Cost } from '../../../shared/model/budget.ts';
import { companiesQuerySchema, fundingsQuerySchema } from '../../../shared/model/query.ts';
import type { Random } from '../../security/support/random.ts';
import { log, openSeal } from '../app/library-fixtures.ts';

/** The product's client, governor, library and ledger over real files and sockets, without screens. */
export interface LedgerAccount {
  readonly governor: Governor;
  readonly ledger: WriteDb;
  /** Any call a seller makes; resolves to how it ended. */
  ask(random: Random): Promise<string>;
  /** `/stats`, reconciled. */
  confirm(): Promise<string>;
  close(): void;
}

export interface AccountOptions {
  readonly folder: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  /** `YYYY-MM-DD`, both included; what is searched lies between them. */
  readonly range: readonly [from: string, to: string];
  /** Hangs up on a service that hangs sooner than the product does. */
  readonly isHasty?: boolean;
}

const ANY_PRICE: Cost = { requests: 1, records: 100_000, pageTurns: 1, companies: 1 };
const context: CallContext = { screen: 'search', reason: 'You', lane: 'interactive', accepted: ANY_PRICE };
/** In place of the product's 15 and 30 s: a service that hangs is hung up on sooner, ms. */
const HEAD_TIMEOUT_MS = 700;
const TOTAL_TIMEOUT_MS = 1_200;
const WORDS = ['data', 'health', 'pay', 'green', 'cloud', 'labs', 'robot', 'bio'];
const notKept = (): void => undefined;

export function openLedgerAccount({
  folder,
  baseUrl,
  apiKey,
  clock,
  range,
  isHasty = false,
}: AccountOptions): LedgerAccount {
  const files = openWorkspaceFiles(folder, { clock, log });
  const governor = createGovernor({
    db: files.ledger,
    clock,
    log,
    publishChanged: notKept,
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
          isHasty
            ? { ...request, headTimeoutMs: HEAD_TIMEOUT_MS, totalTimeoutMs: TOTAL_TIMEOUT_MS }
            : request,
        ),
    },
    watch: createServiceWatch({ cache: files.cache, log, nowMs: () => governor.serverNowMs() }),
  });
  const seal = openSeal();
  const known: string[] = [];

  const list = async (random: Random): Promise<unknown> => {
    const query = {
      fundingDateStart: range[0],
      fundingDateEnd: range[1],
      search: random.pick(WORDS),
      limit: 1 + random.int(50),
      offset: random.pick([0, 0, 10]),
    };
    const endpoint = random.pick(['fundings', 'companies'] as const);
    const fetched =
      endpoint === 'fundings'
        ? await client.fundings(fundingsQuerySchema.parse(query), context, (page, nowMs) => {
            const told = { endpoint, query: fundingsQuerySchema.parse(query), page, fetchedAtMs: nowMs };
            storePage(files.cache, told);
          })
        : await client.companies(companiesQuerySchema.parse(query), context, (page, nowMs) => {
            const told = { endpoint, query: companiesQuerySchema.parse(query), page, fetchedAtMs: nowMs };
            storePage(files.cache, told);
          });
    known.push(...fetched.value.rows.map(({ company }) => company.companyId));
    return fetched;
  };
  const below = (random: Random): Promise<unknown> => {
    const id = known[random.int(Math.min(known.length, 12))] ?? 'nobody';
    switch (random.int(6)) {
      case 0:
        return client.company(id, context, (detail, nowMs) => storeDetail(files.cache, seal, detail, nowMs));
      case 1:
        return client.contacts(id, context, (told, nowMs) => storeContacts(files.cache, seal, told, nowMs));
      case 2:
        return client.rounds(id, context, notKept);
      case 3:
        return client.news(id, context, notKept);
      case 4:
        return client.openRoles(id, { page: 1, perPage: 10 }, context, notKept);
      default:
        return client.techStack(id, context, notKept);
    }
  };
  const ending = async (work: () => Promise<unknown>): Promise<string> => {
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
    ask: (random) => ending(() => (known.length === 0 || random.chance(0.4) ? list(random) : below(random))),
    confirm: () =>
      ending(async () => {
        const { value, serverNowMs } = await client.stats(context, notKept);
        governor.reconcile(value, serverNowMs);
      }),
    close: () => {
      governor.dispose();
      files.close();
    },
  };
}
