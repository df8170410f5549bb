import { writeFileSync } from 'node:fs';
import { startDaemon } from './keyring.ts';
import { STATES, type State, type StateName } from './states.ts';
import { makeStore, type Make } from './stores.ts';

/*
 * Tests one or more stores (MAKE) in one state of the keyring: `node round.ts STATE ROUND FILE MAKE…`. Writes
 * each store's wrong results to FILE as JSON.
 */
const [name = '', number = '', file = '', ...makes] = process.argv.slice(2);
const state: State = STATES[name as StateName];
const round = Number(number);

if (state.bus === 'keyring' || state.bus === 'silent prompter') await startDaemon();
const faults: Record<string, readonly string[]> = {};
for (const make of makes as Make[]) {
  const store = makeStore(make, state.timeoutMs ?? 30_000);
  const account = `workspace:${round}:${make}`;
  faults[make] = await state.go({ round, make, store, account, secret: `schlüssel-${round}-🔑` });
}
writeFileSync(file, JSON.stringify(faults));
// A pending call into libsecret would keep this process alive. The process therefore kills itself.
process.kill(process.pid, 'SIGKILL');
