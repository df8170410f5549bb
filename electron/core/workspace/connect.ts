import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { Preview } from '../../../shared/model/budget.ts';
import { parseBaseUrl } from '../api/base-url.ts';
import { describeCall } from '../api/endpoints.ts';
import { ledgerMigrations } from '../db/migrations/ledger/index.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { close } from '../db/sql.ts';
import { createPassphraseRecord } from '../library/passphrase.ts';
import type { Ports } from '../ports.ts';
import { createGovernor } from '../quota/governor.ts';
import { byHand, paidCall } from '../services/priced-call.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import { summaryOf, type WorkspaceRecord } from './workspace-store.ts';
import type { Workspaces } from './workspaces.ts';

type ConnectRequest = Parameters<Handlers['workspaces']['connect']>[0];
type Connected = Awaited<ReturnType<Handlers['workspaces']['connect']>>;

/** What connecting costs, by the documented limits: nothing is known of the account yet. */
export function priceOfConnecting(ports: Ports): Preview {
  const db = openDatabase(':memory:', ports);
  try {
    migrate(db, ledgerMigrations);
    const governor = createGovernor({
      db,
      clock: ports.clock,
      log: ports.log,
      publishChanged: () => undefined,
    });
    const preview = governor.preview(describeCall({ endpoint: 'stats' }, { totalContacts: () => null }));
    governor.dispose();
    return preview;
  } finally {
    close(db);
  }
}

/**
 * Connects an account: keeps the key where the seller chose, then makes one priced `/stats` call. Whatever fails leaves
 * neither a workspace nor a key behind, and the workspace that was open stays open.
 * @throws AppFailure unsupported, unauthorized, network, …
 */
export async function connect(
  workspaces: Workspaces,
  ports: Ports,
  realAccounts: boolean,
  request: ConnectRequest,
): Promise<Connected> {
  const base = parseBaseUrl(request.baseUrl);
  if (!realAccounts && !base.loopback)
    throw new AppFailure({ kind: 'unsupported', capability: 'real-account' });
  const record = await newAccount(workspaces.store.newId(), ports, base, request);
  workspaces.store.save(record);
  let workspace: OpenWorkspace | null = null;
  try {
    workspace = await workspaces.prepare(record);
    const opened = workspace;
    await keepKeys(opened, request);
    const { value, receipt, serverNowMs } = await paidCall(opened, () =>
      opened.client.stats(byHand(request.accepted, request.screen, 'Connect'), () => undefined),
    );
    opened.governor.reconcile(value, serverNowMs);
    opened.update({ keyType: value.keyType });
    await workspaces.activate(opened);
    return { workspace: summaryOf(opened.record()), receipt };
  } catch (error) {
    await workspace?.vault.forget();
    await workspace?.dispose();
    workspaces.store.remove(record.id);
    throw error;
  }
}

async function keepKeys({ vault, record }: OpenWorkspace, request: ConnectRequest): Promise<void> {
  const { apiKey, place, people } = request;
  const states = [await vault.setApiKey(apiKey, place)];
  if (people.mode === 'passphrase') await vault.unlock(people.passphrase);
  if (record().people.mode === 'keychain') states.push(await vault.createSealKey());
  if (states.some((state) => state !== 'ready'))
    throw new AppFailure({ kind: 'unsupported', capability: 'keychain' });
}

async function newAccount(
  id: string,
  { clock, random }: Ports,
  base: ReturnType<typeof parseBaseUrl>,
  { people, place }: ConnectRequest,
): Promise<WorkspaceRecord> {
  return {
    version: 1,
    id,
    kind: 'account',
    name: new URL(base.url).host,
    baseUrl: base.url,
    loopback: base.loopback,
    keyType: 'unknown',
    createdAtMs: clock.nowMs(),
    apiKeyPlace: place,
    people:
      people.mode === 'passphrase'
        ? { mode: 'passphrase', passphrase: await createPassphraseRecord(people.passphrase, random) }
        : people,
  };
}
