import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchTransport, nodeFetch } from '../../../electron/adapters/fetch-transport.ts';
import { createSystemClock } from '../../../electron/adapters/system-clock.ts';
import { ENDPOINTS, type Endpoint } from '../../../shared/model/budget.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { openAccount } from './account.ts';
import { measure, reportFigure } from '../support/figures.ts';
import { goodBody } from '../malformed/good-bodies.ts';
import { startRawServer, type RawServer } from './raw-server.ts';

/* Goal A5 of `npm run security`: identical concurrent reads share one call, one ledger row and one value. */
const READERS = 20;
const ANSWER_AFTER_MS = 60;

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer(({ index }) => {
    const body = JSON.stringify(goodBody(ENDPOINTS[index % ENDPOINTS.length] ?? 'health', 'c-1').value);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return { steps: [{ afterMs: ANSWER_AFTER_MS, bytes: Buffer.from(head + body) }], end: 'keep' };
  });
});
afterAll(() => server.dispose());

interface Result {
  readonly upstream: number;
  readonly rows: number;
  readonly values: readonly unknown[];
}

async function readTogether(endpoint: Endpoint, ids: readonly string[]): Promise<Result> {
  const folder = tempDir();
  const account = openAccount(folder.path, createSystemClock());
  const options = {
    transport: createFetchTransport(nodeFetch),
    baseUrl: `${server.origin}/${ENDPOINTS.indexOf(endpoint)}/api/v1`,
  };
  const before = server.requests.length;
  const values = await Promise.all(ids.map((id) => account.request(endpoint, id, options)));
  const { total } = account.governor.ledger(0, 1);
  account.close();
  folder.remove();
  return { upstream: server.requests.length - before, rows: total, values };
}

const same = Array.from({ length: READERS }, () => 'c-1');
const different = Array.from({ length: READERS }, (_, index) => `c-${index}`);

describe('identical concurrent reads', () => {
  it(`coalesce into one call with one ledger row and one value, ${READERS} at each endpoint`, async () => {
    const results: Result[] = [];
    for (const endpoint of ENDPOINTS) results.push(await readTogether(endpoint, same));
    const worst = Math.max(...results.map(({ upstream }) => upstream));
    reportFigure(
      `A5 ${READERS} identical concurrent reads of each of ${ENDPOINTS.length} endpoints: at most ${worst} call upstream and ` +
        `${Math.max(...results.map(({ rows }) => rows))} ledger row each, ${results.reduce((sum, { values }) => sum + values.length, 0)} of ${READERS * ENDPOINTS.length} readers served`,
    );
    measure('A5', {
      tried: `${READERS} readers of each of ${ENDPOINTS.length} endpoints`,
      violations: `${worst}`,
    });
    for (const { upstream, rows, values } of results) {
      expect({ upstream, rows }).toEqual({ upstream: 1, rows: 1 });
      for (const value of values) expect(value).toEqual(values[0]);
    }
  });

  it('are separate calls if the reads differ (control)', async () => {
    const { upstream, rows } = await readTogether('company', different);
    const isCounted = upstream === READERS && rows === READERS;
    measure('A5', { planted: { caught: isCounted ? 1 : 0, of: 1 } });
    expect({ upstream, rows }).toEqual({ upstream: READERS, rows: READERS });
  });
});
