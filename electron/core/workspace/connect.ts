import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { Preview, Receipt } from '../../../shared/model/budget.ts';
import { parseBaseUrl } from '../api/base-url.ts';
import type { PriceHints } from '../api/client-port.ts';
import { describeCall } from '../api/endpoints.ts';
import { notStored } from '../keychain-answers.ts';
import { createPassphraseRecord } from '../library/passphrase.ts';
import type { Ports } from '../ports.ts';
import { applyLearned } from '../quota/learned.ts';
import { price } from '../quota/quota-policy.ts';
import { unusedState } from '../quota/unused-state.ts';
import { byHand, paidCall } from '../services/priced-call.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import { summaryOf, WORKSPACES_MAX, type WorkspaceRecord } from './workspace-store.ts';
import type { Workspaces } from './workspaces.ts';

type ConnectRequest = Parameters<Handlers['workspaces']['connect']>[0];
type Connected = Awaited<ReturnType<Handlers['workspaces']['connect']>>;

/** Nothing is known of an account before it is connected. */
const NO_HINTS: PriceHints = {
  totalContacts: () => null,
  totalRounds: () => null,
  rowsSeen: () => null,
  isKnown: () => false,
};

/** What connecting costs, by the documented limits: nothing is known of the account yet. */
export function priceOfConnecting({ clock }: Ports): Preview {
  const nowMs = clock.nowMs();
  const call = applyLearned(describeCall({ endpoint: 'stats' }, NO_HINTS), []);
  return price(unusedState(nowMs), call, nowMs);
}

/**
 * Connects an account: keeps the key where the seller chose, then makes one priced `/stats` call. Whatever fails leaves
 * neither a workspace nor a key behind, or where the keychain locked itself meanwhile a folder by which the next start finds
 * the key; the workspace that was open stays open.
 * @throws AppFailure unsupported, unauthorized, network, …
 */
export async function connect(
  workspaces: Workspaces,
  ports: Ports,
  request: ConnectRequest,
): Promise<Connected> {
  const base = parseBaseUrl(request.baseUrl);
  if (workspaces.store.list().length >= WORKSPACES_MAX)
    throw new AppFailure({ kind: 'validation', issues: [{ path: 'workspaces', message: 'too many' }] });
  // Its record is written once the key has proved itself: until then a crash leaves a folder that the next start clears.
  const record = await newAccount(workspaces.store.newId(), ports, base, request);
  let workspace: OpenWorkspace | null = null;
  let isKeyStored = false;
  try {
    workspace = await workspaces.prepare(record);
    await keepKeys(workspace, request, () => (isKeyStored = true));
    const receipt = await validate(workspace, request);
    await workspaces.activate(workspace);
    return { workspace: summaryOf(workspace.record()), receipt };
  } catch (error) {
    await discard(workspaces, record.id, workspace, isKeyStored);
    throw error;
  }
}

/** One priced `/stats` call: validates the key, tells its type, sets the opening balances. */
async function validate(workspace: OpenWorkspace, request: ConnectRequest): Promise<Receipt> {
  const context = byHand(request.accepted, request.screen, 'Connect');
  const { value, receipt, serverNowMs } = await paidCall(workspace, () =>
    workspace.client.stats(context, () => undefined),
  );
  workspace.governor.reconcile(value, serverNowMs);
  workspace.update({ keyType: value.keyType });
  return receipt;
}

async function discard(
  { active, store }: Workspaces,
  id: string,
  workspace: OpenWorkspace | null,
  isKeyStored: boolean,
): Promise<void> {
  // Paid for and open: whatever failed after that is not worth losing it.
  if (workspace !== null && active() === workspace) return;
  let isKeyLeft = false;
  try {
    const state = await workspace?.vault.forget();
    // Its folder, which has no record, is what the next start finds the key by.
    isKeyLeft = isKeyStored && (state === 'locked' || state === 'timeout');
    await workspace?.dispose();
  } finally {
    if (!isKeyLeft) store.remove(id);
  }
}

async function keepKeys(
  { vault, record }: OpenWorkspace,
  { apiKey, place, people }: ConnectRequest,
  onStored: () => void,
): Promise<void> {
  const states = [await vault.setApiKey(apiKey, place, { onStored })];
  if (people.mode === 'passphrase') await vault.unlock(people.passphrase);
  if (record().people.mode === 'keychain') states.push(await vault.createSealKey());
  for (const state of states) if (state !== 'ready') throw notStored(state);
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
