import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tempDir } from '../../support/common/temp-dir.ts';
import { measure, reportFigure } from '../support/figures.ts';
import { runSubject, type SubjectRun } from './run-subject.ts';
import { startTlsFaults, type TlsFaults } from './tls-faults.ts';

/*
 * Goal A3 of `npm run security`: the client sends nothing to a service with faulty TLS. The test also sends
 * requests to services with correct TLS, because a client that refuses every service would reach the goal
 * too.
 */
const folder = tempDir();
const authorityFile = join(folder.path, 'authority.pem');
let tls: TlsFaults;
beforeAll(async () => {
  tls = await startTlsFaults();
  writeFileSync(authorityFile, tls.authority);
});
afterAll(async () => {
  await tls.dispose();
  folder.remove();
});

const callEach = (env: Readonly<Record<string, string>> = {}): Promise<SubjectRun> =>
  runSubject(
    {
      seed: 1,
      first: 0,
      count: tls.faults.length,
      lanes: 1,
      warmUpCalls: 0,
      targets: tls.faults.map(({ origin }) => origin),
      // On a busy machine, the first TLS connection takes more than a second.
      headTimeoutMs: 4_000,
      totalTimeoutMs: 5_000,
      defect: 'none',
    },
    { limitMs: 60_000, env: { NODE_EXTRA_CA_CERTS: authorityFile, ...env } },
  );
const requestsByService = () =>
  tls.faults.map(({ name, requests, sawKey }) => ({ name, requestCount: requests.length, key: sawKey() }));

describe('TLS', () => {
  it('refuses a faulty service before sending anything, and accepts a correct one', async () => {
    const run = await callEach();
    const wrong = tls.faults.filter(({ isRight }) => !isRight);
    const right = tls.faults.filter(({ isRight }) => isRight);
    const contacted = wrong.filter(({ requests }) => requests.length > 0);
    const receivedKey = wrong.filter(({ sawKey }) => sawKey());
    const accepted = wrong.filter((fault) => run.calls[tls.faults.indexOf(fault)]?.transport == null);
    const answered = right.filter(({ requests, sawKey }) => requests.length === 1 && sawKey());
    reportFigure(
      `A3 ${wrong.length} TLS faults: ${accepted.length} accepted, ${contacted.length} services got a request, ${receivedKey.length} the key; ` +
        `${answered.length} of ${right.length} services with a correct certificate got the request`,
    );
    measure('A3', {
      tried: `${wrong.length} TLS faults`,
      violations: `${accepted.length} accepted, ${receivedKey.length} got the key`,
    });
    expect(run.exitProblem).toBeNull();
    expect([...accepted, ...contacted, ...receivedKey].map(({ name }) => name)).toEqual([]);
    expect(answered.map(({ name }) => name)).toEqual(right.map(({ name }) => name));
    expect(wrong.length).toBeGreaterThanOrEqual(8);
    for (const fault of wrong) {
      const call = run.calls[tls.faults.indexOf(fault)];
      // The ledger must release the price only if the client is certain that the request was not sent.
      // Otherwise, the result is unknown.
      const state = fault.isKnownUnsent ? 'released' : 'unknown';
      expect([fault.name, call?.transport, call?.row?.state]).toEqual([
        fault.name,
        { reason: fault.reason, maybeSent: !fault.isKnownUnsent, status: null },
        state,
      ]);
      const counted = fault.isKnownUnsent ? {} : { counted: true };
      expect(call?.error).toEqual({ kind: 'network', reason: fault.reason, ...counted });
    }
  }, 90_000);

  it('finds the planted defect that certificates are not checked', async () => {
    const before = requestsByService();
    await callEach({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    const additional = requestsByService().filter(
      ({ requestCount, key }, index) => key && requestCount > (before[index]?.requestCount ?? 0),
    );
    const caught = additional.filter(({ name }) =>
      tls.faults.some((fault) => fault.name === name && !fault.isRight),
    );
    reportFigure(
      `A3 defects caught ${caught.length > 0 ? 1 : 0}/1 (without checks, ${caught.length} of the faulty services get a request)`,
    );
    measure('A3', { planted: { caught: caught.length > 0 ? 1 : 0, of: 1 } });
    expect(caught.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'self-signed',
        'expired',
        'not yet valid',
        'another name',
        'unknown authority',
      ]),
    );
  }, 90_000);
});
