import { createMemorySecrets } from '../../../electron/adapters/memory-secrets.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { createSignals } from '../../../electron/core/webhook/webhook.ts';
import { clock, log, random } from '../app/library-fixtures.ts';

/*
 * A webhook receiver on a workspace's real files that runs until it is killed. Run as `node
 * test/support/webhook/receiver-process.ts FOLDER PORT KEY`. Prints one line with its address once it is
 * listening.
 */
const [folder, port, key] = process.argv.slice(2);
if (folder === undefined || key === undefined) throw new Error('usage: receiver-process.ts FOLDER PORT KEY');

const files = openWorkspaceFiles(folder, { clock, log });
const signals = createSignals({
  ports: {
    log,
    random,
    clock,
    settings: { get: () => undefined, set: () => undefined },
    secrets: { session: createMemorySecrets(), keychain: null },
  },
  reconnect: null,
  files,
  clock,
  serverNowMs: () => clock.nowMs(),
  seal: () => ({ mode: 'locked' }),
  noteTime: () => undefined,
  publish: () => undefined,
  place: { workspaceId: 'w1', place: () => 'session', setPlace: () => undefined },
});
signals.start();
await signals.receiver.setKey(key, 'session');
await signals.receiver.change({ port: Number(port), enabled: true });
const { path, state } = signals.receiver.view();
console.log(JSON.stringify({ path, state }));
