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

describe('service watch', () => {
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
  const createWatch = () => {
    const received: Watched[] = [];
    return { received, client: clientFor({ answered: (answer) => received.push(answer) }) };
  };
  const refused = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(AppFailure);

  it('receives every 2xx, readable or not, and nothing else', async () => {
    const { received, client } = createWatch();
    const page = { limit: 10, offset: 0, total: 2, has_more: false };
    server.answer({ body: { data: [{ id: 'f', mood: 'secret' }, 7], pagination: page } });
    await client.request({ endpoint: 'fundings', query }, byTest, ignore);
    expect(received[0]).toMatchObject({ endpoint: 'fundings', deprecation: null, sunset: null });
    expect(received[0]?.notes).toEqual(
      expect.arrayContaining([
        { kind: 'row', field: 'data[]' },
        { kind: 'unknown', field: 'data[].mood' },
        { kind: 'missing', field: 'data[].company' },
        { kind: 'paging', field: 'pagination.limit' },
      ]),
    );
    expect(JSON.stringify(received)).not.toContain('secret');
    server.answer({ body: 'no JSON' });
    await refused(client.request({ endpoint: 'stats' }, byTest, ignore));
    server.answer({ status: 404, body: { error: 'Company not found' } });
    await refused(client.request({ endpoint: 'company', companyId: 'c' }, byTest, ignore));
    expect(received.map(({ endpoint }) => endpoint)).toEqual(['fundings', 'stats']);
  });

  it('compares an echoed limit with the limit that was sent at the end of a set', async () => {
    const { received, client } = createWatch();
    const page = { limit: 1, offset: 499, total: 600, has_more: true };
    server.answer({ body: { data: [], pagination: { ...page, total: 499 } } });
    await client.request({ endpoint: 'fundings', query: { ...query, offset: 499 } }, byTest, ignore);
    expect(received[0]?.notes.map(({ field }) => field)).toEqual(['pagination.has_more']);
  });

  it('receives announcements in headers as bounded plain text', async () => {
    const { received, client } = createWatch();
    const headers = {
      'content-type': 'application/json',
      deprecation: `@1788000000\t${'x'.repeat(300)}`,
      sunset: 'Sun, 01 Nov 2026 00:00:00 GMT \u00e4',
    };
    server.answer({ headers, body: { status: 'healthy' } });
    await client.request({ endpoint: 'health' }, byTest, ignore);
    expect(received[0]?.deprecation).toMatch(/^@1788000000 x+$/);
    expect(received[0]?.deprecation).toHaveLength(200);
    expect(received[0]?.sunset).toBe('Sun, 01 Nov 2026 00:00:00 GMT');
  });

  it('fails no request if it throws', async () => {
    const client = clientFor({
      answered: () => {
        throw new Error('disk full');
      },
    });
    server.answer({ body: { status: 'healthy', version: '1' } });
    expect((await client.request({ endpoint: 'health' }, byTest, ignore)).value).toEqual({
      status: 'healthy',
      version: '1',
    });
  });
});
