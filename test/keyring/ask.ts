import keytar from 'keytar';
import { createKeytarSecrets } from '../../electron/adapters/keytar-secrets.ts';

/**
 * Asks the keyring from a process of its own: `node ask.ts ACCOUNT VERB…` answers with one JSON array. A process keeps
 * the daemon that it met first (libsecret notices a new one only with GLib's main loop, which Node does not run), so
 * that every question after a restart of the daemon needs a fresh one.
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
  // The planted defect: what most programs do with keytar.
  if (name === 'naive') answers.push((await keytar.getPassword(SERVICE, account)) ?? 'absent');
}
process.stdout.write(`${JSON.stringify(answers)}\n`);
