import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFetchTransport } from '../../../electron/adapters/fetch-transport.ts';
import type { HttpResponse, HttpTransport } from '../../../electron/core/ports.ts';
import type { AccountCheck } from '../../../shared/model/account/account-check.ts';
import { thirtyDays } from '../../contract/suite-kit.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { failureOf } from '../../support/common/failure.ts';

let app: TestApp;
/** Changes the service's response to a path. */
let change: (path: string, response: HttpResponse) => HttpResponse;
const sent: string[] = [];
beforeEach(async () => {
  sent.length = 0;
  change = (_path, response) => response;
  const real = createFetchTransport((url, init) => fetch(url, init));
  const transport: HttpTransport = {
    get: async (request) => {
      const path = new URL(request.url).pathname.replace('/api/v1', '');
      sent.push(path);
      return change(path, await real.get(request));
    },
  };
  app = await startTestApp({ demo: true, ports: { transport } });
});
afterEach(() => app.dispose());

async function check(): Promise<AccountCheck> {
  const { preview } = await app.api.diagnostics.checkPrice({});
  return app.api.diagnostics.check({ accepted: preview.cost, screen: 'settings' });
}
const withBody = (response: HttpResponse, edit: (body: Record<string, unknown>) => object): HttpResponse => ({
  ...response,
  body: JSON.stringify(edit(JSON.parse(response.body) as Record<string, unknown>)),
});
async function search(): Promise<string> {
  const query = await thirtyDays(app.api);
  const { cost } = await app.api.quota.price({ call: { endpoint: 'fundings', query } });
  const { set } = await app.api.search.run({
    question: { list: 'fundings', query },
    accepted: cost,
    screen: 'search',
  });
  const { rows } = await app.api.search.rows({ setId: set.setId, offset: 0, limit: 1 });
  return rows[0]?.companyId ?? '';
}

describe('the check of an account', () => {
  it('makes five requests at the shown price, and finds nothing at the documented service', async () => {
    const { preview, requests } = await app.api.diagnostics.checkPrice({});
    expect(requests).toBe(5);
    expect(preview.cost.requests).toBe(5);
    expect(preview.cost.records).toBeLessThanOrEqual(5);
    const result = await check();
    expect(sent).toEqual(['/stats', '/filters', '/fundings', '/health', '/stats']);
    expect(result.requests.map(({ endpoint, result: outcome }) => [endpoint, outcome])).toEqual([
      ['stats', 'ok'],
      ['filters', 'ok'],
      ['fundings', 'ok'],
      ['health', 'ok'],
      ['stats', 'ok'],
    ]);
    expect(result.requests.flatMap(({ differences, headers }) => [...differences, ...headers])).toEqual([]);
    for (const { unit, counted, least, most } of result.costs) {
      expect(counted, unit).toBeGreaterThanOrEqual(least);
      expect(counted, unit).toBeLessThanOrEqual(most);
    }
    expect(result.spent.requests).toBe(5);
    const { rows } = await app.api.quota.ledger({ offset: 0, limit: 5 });
    expect(rows.map(({ reason, state }) => `${reason} ${state}`)).toEqual(
      Array.from({ length: 5 }, () => 'Account check spent'),
    );
  });

  it('asks for the detail of a known company instead of the health', async () => {
    const companyId = await search();
    expect(companyId).not.toBe('');
    sent.length = 0;
    const { preview } = await app.api.diagnostics.checkPrice({});
    expect(preview.cost).toMatchObject({ requests: 5, companies: 1 });
    expect(preview.cost.records).toBeLessThanOrEqual(5);
    await check();
    expect(sent[3]).toMatch(/^\/companies\/[^/]+$/);
  });

  it('sends nothing below its price', async () => {
    const { preview } = await app.api.diagnostics.checkPrice({});
    const cheap = app.api.diagnostics.check({
      accepted: { ...preview.cost, records: 0 },
      screen: 'settings',
    });
    expect(await failureOf(cheap)).toMatchObject({ kind: 'price-changed' });
    expect(sent).toEqual([]);
  });

  it('reports differing fields, headers and costs by name and number, without any value', async () => {
    const secret = 'Ann Example of Acme';
    change = (path, response) => {
      if (path === '/filters')
        return withBody(response, (body) => ({ ...body, owner: secret, success: secret }));
      if (path !== '/fundings') return response;
      const { 'x-ratelimit-daily-limit': _limit, ...headers } = response.headers;
      return { ...response, headers: { ...headers, 'x-ratelimit-owner': secret } };
    };
    const result = await check();
    const [, filters, fundings] = result.requests;
    expect(filters?.differences).toEqual([
      { kind: 'type', field: 'success' },
      { kind: 'unknown', field: 'owner' },
    ]);
    expect(fundings?.headers).toEqual([
      { name: 'x-ratelimit-daily-limit', problem: 'missing' },
      { name: 'x-ratelimit-owner', problem: 'unknown' },
    ]);
    expect(JSON.stringify(result)).not.toContain('Ann');
  });

  it('reports another client’s requests during the check as more than documented', async () => {
    let readings = 0;
    change = (path, response) => {
      if (path !== '/stats' || (readings += 1) < 2) return response;
      return withBody(response, (body) => {
        const limits = structuredClone(body['rate_limits']) as Record<string, { used: number }>;
        if (limits['monthly'] !== undefined) limits['monthly'].used += 30;
        return { ...body, rate_limits: limits };
      });
    };
    const { costs } = await check();
    expect(costs[0]).toMatchObject({ unit: 'requests', counted: 34, least: 1, most: 4 });
  });

  it('reports a refused request and continues, but ends at an error that concerns all requests', async () => {
    change = (path, response) => (path === '/filters' ? { ...response, status: 500 } : response);
    const failed = await check();
    expect(failed.requests[1]).toMatchObject({ endpoint: 'filters', result: 'failed', status: 500 });
    expect(failed.requests[4]?.result).toBe('ok');
    expect(failed.costs).toHaveLength(4);
    sent.length = 0;
    change = (path, response) => (path === '/filters' ? { ...response, status: 401 } : response);
    const stopped = await check();
    expect(stopped.requests.map(({ result }) => result)).toEqual([
      'ok',
      'stopped',
      'not-sent',
      'not-sent',
      'not-sent',
    ]);
    expect(stopped.costs).toEqual([]);
    expect(sent).toEqual(['/stats', '/filters']);
  });
});
