import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import { createClient } from '../../../electron/core/service-api/client.ts';
import type { Client, ServiceWatch } from '../../../electron/core/service-api/client-port.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import { fundingsQuerySchema } from '../../../shared/model/query.ts';
import { startFaultServer, type FaultServer } from '../../support/simulator/fault-server.ts';
import { byTest, createDirectGovernor, NO_HINTS } from './direct-governor.ts';

const query = fundingsQuerySchema.parse({
  fundingDateStart: '2026-01-01',
  fundingDateEnd: '2026-01-07',
  limit: 25,
  offset: 0,
});
const ignore = (): void => undefined;
let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.dispose());

describe('the watch', () => {
  type Watched = Parameters<ServiceWatch['answered']>[0];
  const clientFor = (watch: ServiceWatch): Client =>
    createClient({
      watch,
      governor: createDirectGovernor().governor,
      hints: NO_HINTS,
      userAgent: 'Roundwatch/test',
      transport: createFetchTransport((url, init) => fetch(url, init)),
      baseUrl: server.baseUrl('ok'),
      apiKey: () => Promise.resolve('fs_live_0123456789abcdef'),
    });
  const watching = () => {
    const told: Watched[] = [];
    return { told, client: clientFor({ answered: (answer) => told.push(answer) }) };
  };
  const refused = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(AppFailure);

  it('hears of every 2xx, readable or not, and of nothing else', async () => {
    const { told, client } = watching();
    const page = { limit: 10, offset: 0, total: 2, has_more: false };
    server.answer({ body: { data: [{ id: 'f', mood: 'secret' }, 7], pagination: page } });
    await client.fundings(query, byTest, ignore);
    expect(told[0]).toMatchObject({ endpoint: 'fundings', deprecation: null, sunset: null });
    expect(told[0]?.notes).toEqual(
      expect.arrayContaining([
        { kind: 'row', field: 'data[]' },
        { kind: 'unknown', field: 'data[].mood' },
        { kind: 'missing', field: 'data[].company' },
        { kind: 'paging', field: 'pagination.limit' },
      ]),
    );
    expect(JSON.stringify(told)).not.toContain('secret');
    server.answer({ body: 'no JSON' });
    await refused(client.stats(byTest, ignore));
    server.answer({ status: 404, body: { error: 'Company not found' } });
    await refused(client.company('c', byTest, ignore));
    expect(told.map(({ endpoint }) => endpoint)).toEqual(['fundings', 'stats']);
  });

  it('compares an echoed limit with the one that was sent at the end of a set', async () => {
    const { told, client } = watching();
    const page = { limit: 1, offset: 499, total: 600, has_more: true };
    server.answer({ body: { data: [], pagination: { ...page, total: 499 } } });
    await client.fundings({ ...query, offset: 499 }, byTest, ignore);
    expect(told[0]?.notes.map(({ field }) => field)).toEqual(['pagination.has_more']);
  });

  it('is told what the headers announce, in bounded plain text', async () => {
    const { told, client } = watching();
    const headers = {
      'content-type': 'application/json',
      deprecation: `@1788000000\t${'x'.repeat(300)}`,
      sunset: 'Sun, 01 Nov 2026 00:00:00 GMT \u00e4',
    };
    server.answer({ headers, body: { status: 'healthy' } });
    await client.health(byTest, ignore);
    expect(told[0]?.deprecation).toMatch(/^@1788000000 x+$/);
    expect(told[0]?.deprecation).toHaveLength(200);
    expect(told[0]?.sunset).toBe('Sun, 01 Nov 2026 00:00:00 GMT');
  });

  it('costs no call its answer', async () => {
    const client = clientFor({
      answered: () => {
        throw new Error('disk full');
      },
    });
    server.answer({ body: { status: 'healthy', version: '1' } });
    expect((await client.health(byTest, ignore)).value).toEqual({ status: 'healthy', version: '1' });
  });
});
