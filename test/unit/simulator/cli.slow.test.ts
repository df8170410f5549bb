import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { readCommand } from '../../../electron/simulator/command.ts';
import { startProgram, readyText } from '../../support/common/process.ts';
import { openReceiver } from './webhook/receiver.ts';

const CLI = 'electron/simulator/cli.ts';

interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
const run = (...args: string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args]);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });

it('prints its addresses, responds, and exits cleanly', async () => {
  const program = await startProgram(CLI, [
    '--companies',
    '50',
    '--seed',
    '3',
    '--profile',
    'strict',
    '--epoch',
    '2026-05-14',
  ]);
  expect(Object.keys(program.ready)).toEqual(['baseUrl', 'liveKey', 'testKey', 'controlUrl']);
  const headers = { Authorization: `Bearer ${readyText(program, 'testKey')}` };
  const response = await fetch(`${readyText(program, 'baseUrl')}/health`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('date')).toContain('14 May 2026');
  expect((await fetch(`${readyText(program, 'controlUrl')}/state`)).status).toBe(200);
  expect(readyText(program, 'liveKey')).toMatch(/^fs_live_/);
  expect(await program.stop()).toBe(0);
});

it.each([
  ['--port', 'http'],
  ['--profile', 'kind'],
  ['--speed', '3'],
  ['--epoch', 'today'],
  ['--webhook', 'http://127.0.0.1:1/'],
  ['--webhook', 'file:///x', '--webhook-key', 'long-enough'],
  ['--ghost', '0'],
  ['--tls-key', '/nowhere.pem'],
  ['--tls-key', '/nowhere.pem', '--tls-cert', '/nowhere.pem'],
])('rejects a command line with %s %s', (...args) => {
  expect(() => readCommand(args)).toThrow(/^[^\n]+$/);
});

it('parses its options and no others', () => {
  expect(readCommand([])).toEqual({
    options: { profile: 'documented', port: 0, controlPort: 0 },
    webhook: null,
  });
  const webhook = { url: 'http://127.0.0.1:1/', key: 'long-enough' };
  const args = ['--webhook', webhook.url, '--webhook-key', webhook.key, '--ghost', '60', '--seed', '7'];
  expect(readCommand([...args, '--companies', '9', '--epoch', '2026-05-14'])).toMatchObject({
    options: { seed: 7, companies: 9, epochMs: Date.UTC(2026, 4, 14) },
    webhook,
    ghostPerHour: 60,
  });
});

it('exits with one message if an option is wrong or a port is taken', async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, '127.0.0.1', () => {
      const address = blocker.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const ended = await Promise.all([run('--epoch', 'today'), run('--port', String(port), '--companies', '9')]);
  blocker.close();
  expect(ended).toEqual(
    [
      '--epoch is a date such as 2026-05-14, not "today".\n',
      `Port ${port} is taken: end the other program or choose another port.\n`,
    ].map((stderr) => ({ code: 1, stdout: '', stderr })),
  );
});

it('starts with a webhook and another device', async () => {
  const receiver = await openReceiver();
  const webhook = ['--webhook', receiver.url, '--webhook-key', 'a-long-enough-key'];
  const program = await startProgram(CLI, ['--companies', '50', '--ghost', '60', ...webhook]);
  const controlUrl = readyText(program, 'controlUrl');
  const post = (path: string, body: object) =>
    fetch(`${controlUrl}/${path}`, { method: 'POST', body: JSON.stringify(body) });
  await post('webhook/test', {});
  await expect.poll(() => receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.headers.authorization).toBe('Bearer a-long-enough-key');
  const state: unknown = await (await post('clock', { advanceMs: 3_600_000 })).json();
  expect(state).toMatchObject({ ghost: { spent: 60 } });
  expect(await program.stop()).toBe(0);
  await receiver.close();
});
