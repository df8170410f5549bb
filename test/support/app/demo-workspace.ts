import { createFetchTransport, type FetchLike } from '../../../electron/adapters/fetch-transport.ts';
import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { createSystemRandom } from '../../../electron/adapters/system-random.ts';
import { PASSPHRASE_COST } from '../../../electron/core/contacts/passphrase.ts';
import { createConfirmation } from '../../../electron/core/foundation/native-confirmation.ts';
import type { Ports } from '../../../electron/core/ports.ts';
import { openWorkspace, type OpenWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import { createWorkspaceStore } from '../../../electron/core/workspace/workspace-store.ts';
import { sharedWorld } from '../simulator/shared-simulator-data.ts';
import { createStartDemo } from '../../../electron/shells/common/start-demo.ts';
import { log } from './library-fixtures.ts';
import { tempDir } from '../common/temp-dir.ts';
import { createMapSettings } from './test-app.ts';
import { noProgress } from './no-progress.ts';

/**
 * Opens a demo workspace on real files, without the rest of the app. Its service is the real simulator.
 * @param fetchLike sends the requests, and may lose responses
 */
export async function openDemoWorkspace(fetchLike: FetchLike = (url, init) => fetch(url, init)): Promise<{
  readonly workspace: OpenWorkspace;
  dispose(): Promise<void>;
}> {
  const folder = tempDir();
  const clock = createSystemClock();
  const random = createSystemRandom();
  const ports: Ports = {
    clock,
    log,
    random,
    passphraseCost: PASSPHRASE_COST,
    settings: createMapSettings(),
    secrets: { keychain: null, session: createMemorySecrets() },
    transport: createFetchTransport(fetchLike),
    startDemo: createStartDemo(clock, { makeWorld: sharedWorld }),
    chooseFolder: () => Promise.resolve(null),
    openExternal: null,
    confirm: () => Promise.resolve(true),
  };
  const store = createWorkspaceStore(folder.path, ports);
  const id = store.newId();
  store.save({
    version: 1,
    id,
    kind: 'demo',
    name: 'Demo',
    baseUrl: 'http://127.0.0.1/api/v1',
    loopback: true,
    keyType: 'live',
    createdAtMs: clock.nowMs(),
    apiKeyPlace: null,
    people: { mode: 'demo' },
  });
  const record = store.list().find((each) => each.id === id);
  if (record === undefined) throw new Error('the demo has no workspace record');
  const options = {
    ports,
    store,
    publish: () => undefined,
    version: '0.0.0-test',
    realAccounts: false,
    confirmation: createConfirmation(ports),
    spentToday: new Map(),
    progress: noProgress,
  };
  const workspace = await openWorkspace(record, options);
  return {
    workspace,
    dispose: async () => {
      await workspace.dispose();
      folder.remove();
    },
  };
}
