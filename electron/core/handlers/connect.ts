import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Preview, Receipt } from '../../../shared/model/budget.ts';
import { parseBaseUrl } from '../service-api/base-url.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { secretNotStored } from '../foundation/keychain-errors.ts';
import { createPassphraseRecord } from '../contacts/passphrase.ts';
import type { Ports } from '../ports.ts';
import { applyLearned } from '../quota/learned-costs.ts';
import { price } from '../quota/policy/quota-policy.ts';
import { unusedState } from '../quota/policy/initial-state.ts';
import { fetchStats, type StatsParts } from '../fetching/fetch-stats.ts';
import { byHand } from '../fetching/priced-request.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { summaryOf, WORKSPACES_MAX, type WorkspaceRecord } from '../workspace/workspace-store.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

type ConnectRequest = Parameters<Handlers['workspaces']['connect']>[0];
type ConnectResult = Awaited<ReturnType<Handlers['workspaces']['connect']>>;

/** No price hints exist before an account is connected. */
const NO_HINTS: PriceHints = {
  totalContacts: () => null,
  totalRounds: () => null,
  rowsSeen: () => null,
  isKnown: () => false,
};

/** The price of connecting by the documented limits, as the account is still unknown. */
export function priceOfConnecting({ clock }: Ports): Preview {
  const nowMs = clock.nowMs();
  const call = applyLearned(describeCall({ endpoint: 'stats' }, NO_HINTS), []);
  return price(unusedState(nowMs), call, nowMs);
}

/**
 * Connects an account: stores the key where the user chose, then makes one priced `/stats` request. On an error
 * no workspace or key remains; if the keychain locked in between, a folder remains by which the next start
 * finds the key. The workspace that was open stays open.
 * @throws AppFailure unsupported, unauthorized, network, …
 */
export async function connect(
  workspaces: Workspaces,
  ports: Ports,
  request: ConnectRequest,
): Promise<ConnectResult> {
  const base = parseBaseUrl(request.baseUrl);
  if (workspaces.store.list().length >= WORKSPACES_MAX)
    throw new AppFailure({ kind: 'validation', issues: [{ path: 'workspaces', message: 'too many' }] });
  // The record is written once the key is valid; after a crash before that, the next start deletes the folder.
  const record = await newAccount(workspaces.store.newId(), ports, base, request);
  let workspace: OpenWorkspace | null = null;
  let isKeyStored = false;
  try {
    workspace = await workspaces.prepare(record);
    await storeKeys(workspace, request, () => (isKeyStored = true));
    const receipt = await validate(workspace, request);
    await workspaces.activate(workspace);
    return { workspace: summaryOf(workspace.record()), receipt };
  } catch (error) {
    await discard(workspaces, record.id, workspace, isKeyStored);
    throw error;
  }
}

/** One priced `/stats` request: validates the key, reads its type and sets the opening balances. */
async function validate(
  workspace: StatsParts & Pick<OpenWorkspace, 'update'>,
  { accepted, screen }: ConnectRequest,
): Promise<Receipt> {
  const { value, receipt } = await fetchStats(workspace, byHand(accepted, screen, 'Connect'));
  workspace.update({ keyType: value.keyType });
  return receipt;
}

async function discard(
  { active, store }: Workspaces,
  id: string,
  workspace: Pick<OpenWorkspace, 'vault' | 'dispose'> | null,
  isKeyStored: boolean,
): Promise<void> {
  // The workspace is paid for and open, so a later error must not discard it.
  if (workspace !== null && active() === workspace) return;
  let isKeyLeft = false;
  try {
    const state = await workspace?.vault.forget();
    // The next start finds the key by the folder without a record.
    isKeyLeft = isKeyStored && (state === 'locked' || state === 'timeout');
    await workspace?.dispose();
  } finally {
    if (!isKeyLeft) store.remove(id);
  }
}

async function storeKeys(
  { vault, record }: Pick<OpenWorkspace, 'vault' | 'record'>,
  { apiKey, place, people }: ConnectRequest,
  onStored: () => void,
): Promise<void> {
  const states = [await vault.setApiKey(apiKey, place, { onStored })];
  if (people.mode === 'passphrase') await vault.unlock(people.passphrase);
  if (record().people.mode === 'keychain') states.push(await vault.createSealKey());
  for (const state of states) if (state !== 'ready') throw secretNotStored(state);
}

async function newAccount(
  id: string,
  ports: Ports,
  base: ReturnType<typeof parseBaseUrl>,
  { people, place }: ConnectRequest,
): Promise<WorkspaceRecord> {
  return {
    version: 1,
    id,
    kind: 'account',
    name: new URL(base.url).host.slice(0, 200),
    baseUrl: base.url,
    loopback: base.loopback,
    keyType: 'unknown',
    createdAtMs: ports.clock.nowMs(),
    apiKeyPlace: place,
    people:
      people.mode === 'passphrase'
        ? { mode: 'passphrase', passphrase: await createPassphraseRecord(people.passphrase, ports) }
        : people,
  };
}
