import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { tempDir } from '../../support/common/temp-dir.ts';

/* Runs the start command from the README and requests the page whose address the command prints. */

const COMMAND = 'npm start -- --demo';
const ADDRESS = /^Roundwatch is at (http:\/\/127\.0\.0\.1:\d+\/\S+) \(Ctrl\+C stops it\)$/;

/** Waits for the printed address. Rejects with the output if the process exits first. */
function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = ADDRESS.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
  });
}

test('the README’s first command opens a filled demo and exits on request', async ({ page, request }) => {
  expect(readFileSync('README.md', 'utf8')).toContain(`\n${COMMAND} `);
  expect(readFileSync('package.json', 'utf8')).toContain('"start": "exec node scripts/start.mjs"');
  const data = tempDir();
  const args = ['--demo', '--shell=loopback', '--no-open', '--data-dir', data.path];
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The machine's session bus may provide a keyring, which the test must not use.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
  });
  const ended = once(child, 'exit');
  try {
    const address = await addressOf(child);
    await page.goto(address);
    const today = page.getByRole('grid', { name: 'Today’s list' });
    await expect(today.getByRole('row').nth(8)).toBeVisible();
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    // No child process may still listen on the port.
    await expect(request.get(address)).rejects.toThrow('ECONNREFUSED');
  } finally {
    child.kill('SIGTERM');
    await ended;
    data.remove();
  }
});
