import './common/node-version.mjs';
import { spawn } from 'node:child_process';
import { findChromium, node24, root, testEnvironment, toolFile } from './common/environment.mjs';
import { readOptions } from './common/options.mjs';
import { waitForExit } from './common/process.mjs';
import { runCommand, CommandError } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';

/**
 * `npm run soak`: runs the real app through a simulated month that includes failures. Takes a few minutes.
 */
await runCommand(async () => {
  const { seed = '1', days = '30' } = readOptions('npm run soak -- [options]', {
    seed: { value: 'N', integer: true, help: 'another month (default: 1)' },
    days: { value: 'N', integer: true, help: 'a shorter one (default: 30)' },
  });
  await prepare('test');
  if (!findChromium()) throw new CommandError('no Chromium or Chrome is installed; the month needs one.');
  const args = [toolFile('@playwright/test', 'playwright'), 'test', '--project=soak'];
  const env = testEnvironment({
    ROUNDWATCH_SOAK: `${seed},${days}`,
    ROUNDWATCH_TEST_BROWSER: findChromium(),
  });
  return waitForExit(spawn(node24, args, { cwd: root, stdio: 'inherit', env }));
});
