import keytar from 'keytar';
import { createKeytarSecrets } from '../../electron/adapters/keytar-secrets.ts';

/*
 * Queries the keyring from a new process: `node ask.ts ACCOUNT VERB…` prints the results as a JSON array.
 * After a restart of the keyring daemon, only a new process can use the daemon. In a running process,
 * libsecret would notice the restart only in GLib's main loop, which Node does not run.
 */
const SERVICE = process.env['KEYRING_SERVICE'] ?? 'Roundwatch test';
const store = createKeytarSecrets({ service: SERVICE, timeoutMs: 20_000 });
const [account = '', ...verbs] = process.argv.slice(2);

const answers: unknown[] = [];
for (const verb of verbs) {
  const [name = '', secret = 'kept'] = verb.split('=', 2);
  if (name === 'get') answers.push(await store.get(account).then((answer) => answer.secret ?? answer.state));
  if (name === 'set') answers.push(await store.set(account, secret));
  if (name === 'delete') answers.push(await store.delete(account));
  if (name === 'probe') answers.push(await store.probe());
  // This verb has a deliberate defect that the tests must find: it treats null as absent, as most programs
  // do.
  if (name === 'naive') answers.push((await keytar.getPassword(SERVICE, account)) ?? 'absent');
}
process.stdout.write(`${JSON.stringify(answers)}\n`);
