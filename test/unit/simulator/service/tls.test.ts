import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get as getTls } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Simulator } from '../../../../electron/simulator/index.ts';
import { tempDir } from '../../../support/common/temp-dir.ts';
import { start } from '../support.ts';

const dir = tempDir();
const [keyFile, certFile] = [join(dir.path, 'key.pem'), join(dir.path, 'cert.pem')];
let simulator: Simulator;
let ca = '';
beforeAll(async () => {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...curve, ...subject, ...files], {
    stdio: 'ignore',
  });
  ca = readFileSync(certFile, 'utf8');
  const tls = { key: readFileSync(keyFile, 'utf8'), cert: ca };
  simulator = await start({ companies: 5, tls });
});
afterAll(async () => {
  await simulator.dispose();
  dir.remove();
});

const status = (options: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${simulator.liveKey}` };
    getTls(`${simulator.baseUrl}/health`, { headers, agent: false, ...options }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });

it('serves HTTPS with the given certificate, and nothing over plain HTTP', async () => {
  expect(simulator.baseUrl).toMatch(/^https:/);
  expect(await status({ ca })).toBe(200);
  await expect(status({})).rejects.toThrow(/self-signed/);
  await expect(fetch(simulator.baseUrl.replace('https:', 'http:'))).rejects.toThrow();
  expect(simulator.transcript()).toHaveLength(1);
});

it('applies faults and goes offline over HTTPS too', async () => {
  simulator.addFaults([
    { action: { kind: 'reset-after' } },
    { action: { kind: 'reset-before', hard: true } },
  ]);
  await expect(status({ ca })).rejects.toThrow();
  await expect(status({ ca })).rejects.toThrow();
  await simulator.setOnline(false);
  await expect(status({ ca })).rejects.toThrow(/ECONNREFUSED/);
  await simulator.setOnline(true);
  expect(await status({ ca })).toBe(200);
});
