import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import { createSystemRandom } from '../../../electron/adapters/system-random.ts';
import { PASSPHRASE_COST } from '../../../electron/core/contacts/passphrase.ts';
import { createConfirmation } from '../../../electron/core/foundation/native-confirmation.ts';
import { describeCall } from '../../../electron/core/service-api/endpoints.ts';
import type { CallContext } from '../../../electron/core/service-api/governed-request.ts';
import type { Clock, HttpTransport, Logger, Ports } from '../../../electron/core/ports.ts';
import { createDemoClock } from '../../../electron/core/workspace/demo-clock.ts';
import { openWorkspace, type OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import {
  createWorkspaceStore,
  type WorkspaceRecord,
} from '../../../electron/core/workspace/workspace-store.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { createFakeKeychain } from '../../support/app/fake-keychain.ts';
import { createAwakeClock } from '../../support/app/test-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import type { Surroundings } from './bench.ts';
import { noProgress } from '../../support/app/no-progress.ts';

/**
 * A workspace as the app opens it, with its client, governor, encryption and files, but without the contract.
 */
export interface Core {
  readonly workspace: OpenWorkspace;
  readonly client: OpenWorkspace['client'];
  readonly governor: OpenWorkspace['governor'];
  readonly files: OpenWorkspace['files'];
  /** Returns the price preview that the user sees for a call. */
  price(call: PricedCall): Preview;
  /** Returns the context of an interactive request. Its accepted price is high enough for every request. */
  context(change?: Partial<CallContext>): CallContext;
}

export const GENEROUS = { requests: 1, records: 50, pageTurns: 1, companies: 1 } as const;

export const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Returns the given clock or, if none is given, a clock that follows the simulator's virtual time. */
export const clockOf = ({ simulator, clock }: Surroundings): Clock =>
  clock ?? createDemoClock(createAwakeClock(), simulator);

/**
 * How much longer than in the app a request may take. On a busy machine, the rows share one process, and a
 * request would sometimes time out before the simulator could respond.
 */
const PATIENCE = 8;

export function transportOf({ transport }: Surroundings): HttpTransport {
  const fetching = createFetchTransport((url, init) => fetch(url, init));
  const real: HttpTransport = {
    get: (request) =>
      fetching.get({
        ...request,
        headTimeoutMs: request.headTimeoutMs * PATIENCE,
        totalTimeoutMs: request.totalTimeoutMs * PATIENCE,
      }),
  };
  return transport === null ? real : transport(real);
}

export async function openCore(
  surroundings: Surroundings,
  closers: (() => Promise<void> | void)[],
): Promise<Core> {
  const folder = tempDir();
  closers.push(() => folder.remove());
  const clock = clockOf(surroundings);
  const ports: Ports = {
    clock,
    log: silent,
    random: createSystemRandom(),
    transport: transportOf(surroundings),
    passphraseCost: PASSPHRASE_COST,
    secrets: { keychain: createFakeKeychain(), session: createMemorySecrets() },
    settings: { get: () => undefined, set: () => undefined },
    startDemo: () => Promise.reject(new Error('conformance runs have no demo')),
    chooseFolder: () => Promise.resolve(null),
    openExternal: null,
    confirm: () => Promise.resolve(true),
  };
  const store = createWorkspaceStore(folder.path, ports);
  const record = accountOf(store.newId(), surroundings, clock);
  store.save(record);
  const workspace = await openWorkspace(record, {
    ports,
    store,
    version: '0.0.0-test',
    realAccounts: true,
    confirmation: createConfirmation(ports),
    spentToday: new Map(),
    progress: noProgress,
    publish: () => undefined,
  });
  closers.push(() => workspace.dispose());
  await workspace.vault.setApiKey(surroundings.apiKey, 'session');
  await workspace.vault.createSealKey();
  const { client, governor, files, hints } = workspace;
  return {
    workspace,
    client,
    governor,
    files,
    price: (call) => governor.preview(describeCall(call, hints)),
    context: (change = {}) => ({
      screen: 'none',
      reason: 'Conformance',
      lane: 'interactive',
      accepted: GENEROUS,
      ...change,
    }),
  };
}

const accountOf = (id: string, { simulator }: Surroundings, clock: Clock): WorkspaceRecord => ({
  version: 1,
  id,
  kind: 'account',
  name: 'conformance',
  baseUrl: simulator.baseUrl,
  loopback: true,
  keyType: 'unknown',
  createdAtMs: clock.nowMs(),
  apiKeyPlace: 'session',
  people: { mode: 'keychain' },
});
