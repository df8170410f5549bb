import { createServer, type AddressInfo, type Server } from 'node:net';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import type { Clock, NativeQuestion } from '../../../electron/core/ports.ts';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { FundingsQuery } from '../../../shared/model/query.ts';
import { fundingsQuery } from '../../support/app/library-fixtures.ts';
import { startTestApp, TESTS_BEGIN_MS, type TestApp } from '../../support/app/test-app.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';

/** A running app with a compromised page and an account of the simulated service. */
export interface Attack {
  readonly app: TestApp;
  readonly clock: Clock;
  readonly service: Simulator;
  /** The origin of the attacker's server. */
  readonly bait: string;
  /** The number of bytes that reached the attacker's server. */
  readonly baitBytes: () => number;
  /** Addresses that the app asked the system to open. */
  readonly opened: string[];
  /** Addresses of the requests that the core sent. */
  readonly requested: string[];
  readonly questions: NativeQuestion[];
  /** The user's answer to all questions. */
  agrees: boolean;
  /** Advances all clocks by a minute, so the minute limits start again. */
  readonly waitMinute: () => void;
  readonly dispose: () => Promise<void>;
}

export async function startAttack({
  realAccounts = true,
  canAsk = true,
}: { readonly realAccounts?: boolean; readonly canAsk?: boolean } = {}): Promise<Attack> {
  let passedMs = 0;
  const nowMs = (): number => TESTS_BEGIN_MS + Math.floor(performance.now()) + passedMs;
  const service = await startSimulator({
    seed: 5,
    companies: 300,
    epochMs: TESTS_BEGIN_MS,
    nowMs,
    makeWorld: sharedWorld,
  });
  let bytes = 0;
  const bait: Server = createServer((socket) => {
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve));
  const { port } = bait.address() as AddressInfo;
  const [opened, requested, questions]: [string[], string[], NativeQuestion[]] = [[], [], []];
  const transport = createFetchTransport((url, init) => fetch(url, init));
  const clock = {
    nowMs,
    monotonicMs: () => performance.now() + passedMs,
    after: (delayMs: number, task: () => void) => {
      const timer = setTimeout(task, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const attack: { agrees: boolean } = { agrees: true };
  const confirm = (question: NativeQuestion): Promise<boolean> => {
    questions.push(question);
    return Promise.resolve(attack.agrees);
  };
  const app = await startTestApp({
    realAccounts,
    ports: {
      clock,
      openExternal: (url) => Promise.resolve(void opened.push(url)),
      confirm: canAsk ? confirm : null,
      transport: {
        get: (request) => {
          requested.push(request.url);
          return transport.get(request);
        },
      },
    },
  });
  return Object.assign(attack, {
    app,
    clock,
    service,
    bait: `http://127.0.0.1:${port}`,
    baitBytes: () => bytes,
    opened,
    requested,
    questions,
    waitMinute: () => (passedMs += 61_000),
    dispose: async () => {
      await app.dispose();
      await service.dispose();
      bait.close();
    },
  });
}

/** Storage options for the API key and the contact key. */
type Keys = Pick<Parameters<Api['workspaces']['connect']>[0], 'place' | 'people'>;

/**
 * Connects the user's account, with the user's agreement to the host. Then fetches companies, and the
 * contacts of one of them.
 *
 * @returns the id of the company with contacts, and the ids of all companies
 */
export async function connectUser(
  { app: { api }, service }: Pick<Attack, 'app' | 'service'>,
  keys: Keys = { place: 'session', people: { mode: 'passphrase', passphrase: 'correct horse battery' } },
): Promise<{ id: string; ids: string[] }> {
  const { cost } = await api.workspaces.connectPrice({});
  await api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    ...keys,
    accepted: cost,
    screen: 'first-run',
  });
  const query = roundsQuery(service.nowMs(), { days: 14, limit: 20 });
  const price = await api.quota.price({ call: { endpoint: 'fundings', query } });
  const question = { list: 'fundings', query } as const;
  const { set } = await api.search.run({ question, accepted: price.cost, screen: 'search' });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 20 });
  const ids = rows.map(({ companyId }) => companyId);
  for (const id of ids) {
    const { cost: accepted } = await api.quota.price({ call: { endpoint: 'contacts', companyId: id } });
    await api.companies.fetchPeople({ id, accepted, screen: 'company' }).catch(() => null);
    const { people } = await api.companies.people({ id });
    if (people.some(({ email, emailValid }) => email !== null && emailValid)) return { id, ids };
  }
  throw new Error('no company with contacts');
}

/** Returns a query for the last `days` days, restricted to rounds with contacts. */
export function roundsQuery(
  nowMs: number,
  { days, limit }: { readonly days: number; readonly limit: number },
): FundingsQuery {
  const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  return fundingsQuery({
    fundingDateStart: date(nowMs - days * 86_400_000),
    fundingDateEnd: date(nowMs),
    validatedContacts: true,
    limit,
  });
}
