import './common/node-version.mjs';
import { spawn } from 'node:child_process';
import { inRoot, node24, root } from './common/environment.mjs';
import { runFullSize } from './testing/full-size.mjs';
import { readOptions } from './common/options.mjs';
import { waitForExit } from './common/process.mjs';
import { runCommand } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

/**
 * `npm run reliability`: runs the reliability tests of `npm test` at full size. Prints a table and a one-line
 * verdict. With `--long`, simulates the governor for 100,000 months on all cores instead. `--seed`, `--from`
 * and `--months` select other months.
 */

const table = {
  long: { help: '100,000 simulated months of the governor instead of the suite' },
  seed: { value: 'N', integer: true, help: 'of the months (default: 1)' },
  from: { value: 'N', integer: true, help: 'the first month (default: 0)' },
  months: { value: 'N', integer: true, help: 'how many months (default: 100000)' },
};

/** The guarantees that the tests verify. */
const guarantees = {
  D1: 'killed while saving',
  D2: 'power loss while saving',
  D3: 'disk full',
  D4: 'damaged files',
  D5: 'failed migrations',
  D6: 'corrupt backups',
  C2: 'data folder after SIGKILL: locked or opened twice',
  C6: 'workspace files lost, truncated or from another day',
  C7: 'start on a full or read-only disk',
  C11: 'imports killed, archives at full size',
  W2: 'webhook: answered in time, each event once',
  W3: 'webhook: killed while events arrive',
  C1: 'wrong dates delete nothing',
};

async function long({ seed = '1', from = '0', months = '100000' }) {
  await prepare('check');
  const args = ['--seed', seed, '--from', from, '--months', months];
  return waitForExit(
    spawn(node24, [inRoot('test/support/quota/months-process.ts'), ...args], { cwd: root, stdio: 'inherit' }),
  );
}

await runCommand(async () => {
  const options = readOptions('npm run reliability [-- --long]', table);
  const isLong = Object.keys(options).length > 0;
  return isLong ? long(options) : runFullSize('reliability', { guarantees });
});
