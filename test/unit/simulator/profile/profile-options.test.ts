import { afterEach, describe, expect, it } from 'vitest';
import { parseSnapshot, PROFILES, type Simulator } from '../../../../electron/simulator/index.ts';
import { matchOperation } from '../../../../electron/simulator/service/operations.ts';
import { visibleRounds } from '../../../../electron/simulator/data/company-model.ts';
import { openDirect, WORLD, type Direct, type DirectReply } from '../direct-service.ts';
import { pagination, pathOf, SOME, WIDE } from './probes.ts';
import { asRow, asRows, DAY_MS, EPOCH_MS, start } from '../support.ts';

const SUB_PATHS = ['', '/contacts', '/fundings', '/tech-stack', '/highlights', '/news', '/open-roles'];

describe('malformed data', () => {
  const isDamaged = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, inner]) => key.startsWith('x_') || inner === null || isDamaged(inner));
  /** Requests a path at fixed times, so a second run gets the same responses. */
  const ask = (sim: Direct, path: string): DirectReply[] => {
    const ids = WORLD.companies.slice(0, 80).map(({ id }) => id);
    for (const id of ids) sim.state.revealed.add(id);
    if (path.startsWith('/companies/'))
      return ids.map((id) => (sim.advance(60_000), sim.get(path.replace('*', id))));
    const isList = path === '/companies' || path === '/fundings';
    const offsets = isList ? Array.from({ length: 10 }, (_, index) => String(index * 50)) : ['0'];
    return offsets.map((offset) => (sim.advance(60_000), sim.get(path, [...WIDE, ['offset', offset]])));
  };

  it.each([
    '/companies',
    '/fundings',
    '/filters',
    '/stats',
    ...SUB_PATHS.map((path) => `/companies/*${path}`),
  ])('damages %s in the hostile profile, the same each time, and in no other profile', (path) => {
    expect(matchOperation(path.replace('*', 'x'))).not.toBeNull();
    const hostile = { ...PROFILES.hostile, sortOrder: 'date-desc' as const };
    const replies = ask(openDirect(hostile), path);
    expect(replies.some(({ body }) => isDamaged(body))).toBe(true);
    expect(ask(openDirect(hostile), path).map(({ body }) => body)).toEqual(replies.map(({ body }) => body));
    const bodies = ask(openDirect(), path).map(({ body }) => JSON.stringify(body));
    expect(bodies.filter((body) => body.includes('"x_'))).toEqual([]);
  });

  it('affects pagination, but not prices', () => {
    const sim = openDirect({ ...PROFILES.hostile, sortOrder: 'id' });
    const pages = ask(sim, '/fundings');
    expect(
      pages.some(
        (page) =>
          JSON.stringify(pagination(page)).includes('x_') ||
          Object.keys(pagination(page)).length < 4 ||
          Object.values(pagination(page)).includes(null),
      ),
    ).toBe(true);
    for (const page of pages) expect(page.charge.records).toBe(page.rows.length);
  });
});

describe('404', () => {
  const known = WORLD.companies.filter((company) => visibleRounds(company, EPOCH_MS).length > 0);
  const lacking = (path: string): string => {
    const sim = openDirect();
    const company = known.find((item) => (sim.advance(60_000), sim.get(pathOf(item, path)).status === 404));
    return pathOf(company ?? SOME.open, path);
  };
  const error = expect.any(String);
  it.each([
    ['an unknown company', '/companies/none', { error, message: error }],
    ['no stack of an unknown company', '/companies/none/tech-stack', { error: 'Tech stack not found' }],
    ['no stack of a known company', lacking('/tech-stack'), { error: 'Tech stack not found' }],
    [
      'closed contacts',
      pathOf(SOME.closed, '/contacts'),
      { code: 'CONTACTS_NOT_AVAILABLE', error, hint: error },
    ],
    ['no highlights', lacking('/highlights'), { code: 'HIGHLIGHTS_NOT_FOUND', error }],
    ['no news', lacking('/news'), { code: 'NEWS_NOT_FOUND', error }],
    ['a wrong path', '/companies/none/nothing', { error: 'Not found' }],
  ])('of %s', (_name, path, body) => {
    const reply = openDirect().get(path);
    expect([reply.status, reply.body, reply.charge.requests]).toEqual([404, body, 0]);
  });
});

describe('time', () => {
  it('opens and closes roles', () => {
    const sim = openDirect();
    const ids = [0, 40, 80].map((days) => {
      sim.setNow(EPOCH_MS + days * DAY_MS);
      return sim.get(pathOf(SOME.roles, '/open-roles'), [['per_page', '50']]).rows.map(({ id }) => id);
    });
    expect(ids.flat().every((id) => Number.isInteger(id))).toBe(true);
    const [first = [], second = [], third = []] = ids;
    expect(first.some((id) => !third.includes(id))).toBe(true);
    expect([...second, ...third].some((id) => !first.includes(id))).toBe(true);
  });

  it('includes rounds at month ends and on February 29', () => {
    const days = WORLD.companies.flatMap(({ rounds }) =>
      rounds.map(({ announcedOn }) => announcedOn.slice(5)),
    );
    for (const day of ['02-29', '01-31', '04-30', '12-31', '01-01']) expect(days, day).toContain(day);
  });

  it('adds a tech stack two days after the company', () => {
    const sim = openDirect({ techStacks: 'with-gaps' });
    const company = WORLD.companies.find(
      (item) => item.hasTechStack && (item.rounds[0]?.publishedAtMs ?? 0) > EPOCH_MS,
    );
    const publishedAtMs = company?.rounds[0]?.publishedAtMs ?? 0;
    const statusAfter = (days: number) => {
      sim.setNow(publishedAtMs + days * DAY_MS);
      return sim.get(`/companies/${company?.id ?? ''}/tech-stack`).status;
    };
    expect([0.5, 1.9].map(statusAfter)).toEqual([404, 404]);
    expect([2, 3].map(statusAfter)).toContain(200);
  });
});

describe('combined switches', () => {
  it('close the contact window in all eight ways', () => {
    const [round] = SOME.window.rounds;
    const announcedMs = Date.parse(`${round?.announcedOn ?? ''}T00:00:00Z`);
    const publishedMs = round?.publishedAtMs ?? 0;
    const ofDay = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;
    const offsetMs = 8 * 3_600_000;
    for (const contactsFrom of ['announced', 'published'] as const)
      for (const contactsBoundary of ['exclusive', 'inclusive'] as const)
        for (const contactsZone of ['utc', 'announced-offset'] as const) {
          const shiftMs = contactsZone === 'utc' ? 0 : offsetMs;
          const fromMs =
            contactsFrom === 'announced' ? announcedMs + shiftMs : ofDay(publishedMs - shiftMs) + shiftMs;
          const endMs = fromMs + (contactsBoundary === 'inclusive' ? 31 : 30) * DAY_MS;
          const sim = openDirect({ contactsFrom, contactsBoundary, contactsZone });
          const statuses = [endMs - 1, endMs].map((ms) => {
            sim.setNow(ms);
            return sim.get(pathOf(SOME.window, '/contacts')).status;
          });
          expect(statuses, `${contactsFrom} ${contactsBoundary} ${contactsZone}`).toEqual([200, 404]);
        }
  });

  it('reject a key in the address, even with the right header', () => {
    const sim = openDirect();
    expect(sim.raw('/api/v1/health', `k=${sim.state.keys.live}`).status).toBe(401);
    expect(sim.raw('/api/v1/health', 'k=other').status).toBe(200);
  });

  it('allow a free repeat on a used-up day', () => {
    const sim = openDirect({ repeats: 'free' });
    sim.get(pathOf(SOME.open));
    sim.spend({ requests: 300 });
    expect(sim.get(pathOf(SOME.open, '/fundings')).status).toBe(200);
    expect(sim.get(pathOf(SOME.closed)).status).toBe(429);
  });

  it('ignore 429s: only free failures count against the account', () => {
    const sim = openDirect({ freeFailuresPerHour: 5 });
    sim.spend({ requests: 20 });
    for (let call = 0; call < 30; call += 1) expect(sim.get('/health').body['limit_type']).toBe('per_minute');
    sim.advance(60_000);
    expect(sim.get('/health').status).toBe(200);
  });

  it('give a duplicate company its own ids throughout', () => {
    const sim = openDirect({ duplicateCompanies: true });
    const [twin] = sim.world.duplicates().values();
    const original = WORLD.companies.find(({ slug }) => slug === twin?.slug);
    if (!twin || !original) throw new Error('no duplicate');
    sim.setNow(EPOCH_MS + 400 * DAY_MS);
    for (const id of [twin.id, original.id]) sim.state.revealed.add(id);
    const idsOf = (id: string) => {
      const { body } = sim.get(`/companies/${id}`);
      const rows = ['fundings', 'contacts', 'highlights'].flatMap((key) => asRows(body[key]));
      const news = sim.get(`/companies/${id}/news`).rows;
      return [[...rows, ...news].map((row) => row['id']), body['website']] as const;
    };
    const [twinIds, website] = idsOf(twin.id);
    const [originalIds, otherWebsite] = idsOf(original.id);
    expect(website).toBe(otherWebsite);
    expect(twinIds.length).toBe(originalIds.length);
    expect(twinIds.filter((id) => originalIds.includes(id))).toEqual([]);
  });
});

describe('over HTTP', () => {
  let simulator: Simulator;
  afterEach(() => simulator.dispose());
  const ask = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, { headers: { Authorization: `Bearer ${simulator.liveKey}`, ...headers } });

  it('returns 304 without a body, and HTML outside the base', async () => {
    simulator = await start({
      companies: 50,
      nowMs: () => EPOCH_MS,
      profile: { ...PROFILES.documented, etag: '304-charged', outsideBase: 'html' },
    });
    const url = `${simulator.baseUrl}/filters`;
    const tag = (await ask(url)).headers.get('etag') ?? '';
    const again = await ask(url, { 'If-None-Match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(simulator.transcript().at(-1)).toMatchObject({ status: 304, charged: { requests: 1 } });
    const outside = await ask(`${new URL(url).origin}/api/v2/health`);
    expect([outside.status, outside.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await outside.text()).toMatch(/^<!doctype html>/);
  });

  it('restores a snapshot of an earlier version', async () => {
    simulator = await start({ companies: 50, nowMs: () => EPOCH_MS });
    await ask(`${simulator.baseUrl}/health`);
    const { counters, ...rest } = simulator.snapshot();
    const { recent, freeFailures, days, ...old } = counters;
    expect([recent.length, freeFailures.length]).toEqual([1, 0]);
    const oldDays = Object.fromEntries(
      Object.entries(days).map(([day, { requests, companyIds }]) => [day, { requests, companyIds }]),
    );
    await simulator.dispose();
    const restore = parseSnapshot(
      JSON.parse(JSON.stringify({ ...rest, counters: { ...old, days: oldDays } })),
    );
    if (!restore) throw new Error('not a snapshot');
    simulator = await start({ restore, nowMs: () => EPOCH_MS });
    const stats = asRow(await (await ask(`${simulator.baseUrl}/stats`)).json());
    expect(asRow(asRow(stats['rate_limits'])['daily'])['used']).toBe(2);
    simulator.spend({ requests: 1 });
  });
});
