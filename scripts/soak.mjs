import './node-version.mjs';
import { spawn } from 'node:child_process';
import { findChromium, node24, root, testEnvironment, toolFile } from './environment.mjs';
import { readOptions } from './options.mjs';
import { attend } from './process.mjs';
import { command, Stop } from './say.mjs';
import { prepare } from './setup.mjs';

/** `npm run soak`: simulates a month of the real app in a few minutes, including failures. */
await command(async () => {
  const { seed = '1', days = '30' } = readOptions('npm run soak -- [options]', {
    seed: { value: 'N', integer: true, help: 'another month (default: 1)' },
    days: { value: 'N', integer: true, help: 'a shorter one (default: 30)' },
  });
  await prepare('test');
  if (!findChromium()) throw new Stop('no Chromium or Chrome is installed; the month needs one.');
  const args = [toolFile('@playwright/test', 'playwright'), 'test', '--project=soak'];
  const env = testEnvironment({ ROUNDWATCH_SOAK: `${seed},${days}` });
  return attend(spawn(node24, args, { cwd: root, stdio: 'inherit', env }));
});
