import { addReceipts, plus } from '../../../shared/add-costs.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Preview, Receipt } from '../../../shared/model/budget.ts';
import { parseBaseUrl, type BaseUrl } from '../service-api/base-url.ts';
import type { PriceHints } from '../service-api/client-port.ts';
import { describeCall } from '../service-api/endpoints.ts';
import { secretNotStored } from '../foundation/keychain-errors.ts';
import { hostInQuestion, notConfirmed, type Confirmation } from '../foundation/native-confirmation.ts';
import { createRateLimit } from '../foundation/rate-limit.ts';
import { createPassphraseRecord } from '../contacts/passphrase.ts';
import type { Ports } from '../ports.ts';
import { applyLearned } from '../quota/calibration/learned-costs.ts';
import { price } from '../quota/policy/quota-policy.ts';
import { unusedState } from '../quota/policy/initial-state.ts';
import { fetchStats, type StatsParts } from '../fetching/fetch-stats.ts';
import { loadOptionsWithin, type FilterOptionsParts } from '../fetching/filter-options.ts';
import { byHand } from '../fetching/priced-request.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import { summaryOf, WORKSPACES_MAX, type WorkspaceRecord } from '../workspace/workspace-store.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { AppFacts } from './app.ts';

type ConnectRequest = Parameters<Handlers['workspaces']['connect']>[0];
type ConnectResult = Awaited<ReturnType<Handlers['workspaces']['connect']>>;

/** Price hints without any data, because nothing is stored before an account is connected. */
const NO_HINTS: PriceHints = {
  totalContacts: () => null,
  totalRounds: () => null,
  rowsSeen: () => null,
  isKnown: () => false,
};

/**
 * Returns the price of connecting, which sends `/stats` and `/filters`. The price is based on the documented
 * limits, because the account is unknown.
 */
export function priceOfConnecting({ clock }: Ports): Preview {
  const nowMs = clock.nowMs();
  const stats = applyLearned(describeCall({ endpoint: 'stats' }, NO_HINTS), []);
  const filters = describeCall({ endpoint: 'filters' }, NO_HINTS);
  return price(unusedState(nowMs), { ...stats, worst: plus(stats.worst, filters.worst) }, nowMs);
}

/**
 * Maximum number of attempts per minute to connect to hosts that no workspace uses, including attempts that
 * the user cancels.
 */
const ATTEMPTS_A_MINUTE = 5;

/**
 * Decides whether a key may be sent to a base URL. Both come from the page. Without this check, a compromised
 * page could send any data to any host by passing the data as a key.
 */
export type RequireHost = (base: BaseUrl) => Promise<void>;

/**
 * Asks the user before a key is sent to a host that no workspace uses. If the shell cannot show the question,
 * only hosts on this computer are allowed.
 */
export function createRequireHost(
  { store }: Pick<Workspaces, 'store'>,
  confirmation: Confirmation,
  { clock }: Pick<Ports, 'clock'>,
  { realAccounts }: Pick<AppFacts, 'realAccounts'>,
): RequireHost {
  const rate = createRateLimit(ATTEMPTS_A_MINUTE, clock);
  return async ({ url, loopback }) => {
    if (!loopback && !realAccounts) throw new AppFailure({ kind: 'unsupported', capability: 'real-account' });
    const { host } = new URL(url);
    const accounts = store.list().filter(({ kind }) => kind === 'account');
    const isKnown = accounts.some(({ baseUrl }) => new URL(baseUrl).host === host);
    if (isKnown || (loopback && !confirmation.isAvailable)) return;
    if (!rate.take()) throw notConfirmed('connect', 'too-often');
    await confirmation.require({ kind: 'connect', host: hostInQuestion(host) });
  };
}

/**
 * Connects an account. Asks the user about an unknown host, stores the key where the user chose, sends one
 * priced `/stats` request, and loads the filter options. After an error, the previous workspace stays open,
 * and the new workspace is deleted together with its key. If the keychain is locked, the key cannot be
 * deleted, so the new workspace's folder is kept, and the next start deletes both.
 * @throws AppFailure `unsupported`, `not-confirmed`, `unauthorized`, `network`, …
 */
export async function connect(
  workspaces: Workspaces,
  ports: Ports,
  requireHost: RequireHost,
  request: ConnectRequest,
): Promise<ConnectResult> {
  const base = parseBaseUrl(request.baseUrl);
  if (workspaces.store.list().length >= WORKSPACES_MAX)
    throw new AppFailure({ kind: 'validation', issues: [{ path: 'workspaces', message: 'too many' }] });
  await requireHost(base);
  // The record is saved only after the key is validated. If the app crashes before that, the next start
  // deletes the folder.
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

/**
 * Validates the key with one priced `/stats` request, and saves the key's type in the workspace record. Then
 * loads the filter options so the first search can use them.
 */
async function validate(
  workspace: StatsParts & FilterOptionsParts & Pick<OpenWorkspace, 'update'>,
  { accepted, screen }: ConnectRequest,
): Promise<Receipt> {
  const context = byHand(accepted, screen, 'Connect');
  const { value, receipt } = await fetchStats(workspace, context);
  workspace.update({ keyType: value.keyType });
  const options = await loadOptionsWithin(workspace, receipt, context);
  return options === null ? receipt : addReceipts(receipt, options);
}

async function discard(
  { active, store }: Workspaces,
  id: string,
  workspace: Pick<OpenWorkspace, 'vault' | 'dispose'> | null,
  isKeyStored: boolean,
): Promise<void> {
  // Once the workspace is open, a later error must not delete it, because the user has paid for the
  // connection.
  if (workspace !== null && active() === workspace) return;
  let isKeyLeft = false;
  try {
    const state = await workspace?.vault.forget();
    // If the key may still be stored, the folder is kept. The folder has no record, so the next start deletes
    // its key.
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
