import { makeStore, type Make } from './stores.ts';

/*
 * One of two apps that use the same keyring at the same time: `node app.ts MAKE ACCOUNT SHARED`. MAKE selects
 * the store in `stores.ts`, ACCOUNT is the prefix of the account names, and SHARED is the secret that both
 * apps read. Prints the store's wrong results.
 */
const [make = 'the app', account = '', shared = ''] = process.argv.slice(2);
const [own = ''] = (process.env['APP'] ?? '').split(' ');
const store = makeStore(make as Make, 20_000);

const faults: string[] = [];
for (let turn = 0; turn < 8; turn += 1) {
  const mine = `${account} ${own} ${turn}`;
  if ((await store.set(mine, own)) !== 'ready') faults.push(`not stored in turn ${turn}`);
  const { secret } = await store.get(`${account} shared`);
  if (secret !== shared) faults.push(`shared in turn ${turn}: ${String(secret)}`);
  const found = await store.get(mine);
  if (found.secret !== own) faults.push(`turn ${turn}: ${found.state}`);
  if ((await store.delete(mine)) !== 'absent') faults.push(`not deleted in turn ${turn}`);
  const gone = await store.get(mine);
  if (gone.state !== 'absent') faults.push(`still there in turn ${turn}: ${gone.state}`);
}
process.stdout.write(`${JSON.stringify(faults)}\n`);
