import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../electron/simulator/index.ts';
import type { Company } from '../../../electron/simulator/data/company-model.ts';
import { createWorld } from '../../../electron/simulator/data/world.ts';
import type { OpenRolesQuery, PricedCall } from '../../../shared/model/query.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { sharedWorld } from '../../support/simulator/shared-simulator-data.ts';
import { failureOf } from '../../support/common/failure.ts';

/* Tests what each request about a company stores in the library, with the real core and the simulator. */

const EPOCH = Date.UTC(2026, 5, 10);
const DAY = 86_400_000;
const world = createWorld({ seed: 7, companies: 300, epochMs: EPOCH });
const { details } = world;
const openRoles = (company: Company) =>
  details
    .roles(company)
    .filter(({ openFromMs, openUntilMs }) => openFromMs <= EPOCH + DAY && openUntilMs > EPOCH + DAY);

function find(what: (company: Company) => boolean): Company {
  const found = world.companies.slice(0, 300).find(what);
  if (found === undefined) throw new Error('no such company in this world');
  return found;
}
const rich = find(
  (company) =>
    company.hasTechStack &&
    details.highlights(company).length > 0 &&
    details.news(company).length > 0 &&
    openRoles(company).length >= 7,
);
const poor = find(
  (company) => details.technologies(company).length === 0 && details.highlights(company).length === 0,
);

let service: Simulator;
let app: TestApp;
beforeEach(async () => {
  service = await startSimulator({ seed: 7, companies: 300, epochMs: EPOCH, makeWorld: sharedWorld });
  service.setNow(EPOCH + DAY);
  app = await startTestApp();
  await app.api.workspaces.connect({
    baseUrl: service.baseUrl,
    apiKey: service.liveKey,
    place: 'keychain',
    screen: 'first-run',
    people: { mode: 'keychain' },
    accepted: { requests: 1, records: 1, pageTurns: 0, companies: 0 },
  });
});
afterEach(async () => {
  await app.dispose();
  await service.dispose();
});

const paying = async (call: PricedCall) => {
  const { cost } = await app.api.quota.price({ call });
  return { accepted: cost, screen: 'company' as const };
};
type Panel = 'tech-stack' | 'rounds' | 'highlights' | 'news';
const fetchPanel = async (id: string, panel: Panel) =>
  app.api.companies.fetchPanel({ id, panel, ...(await paying({ endpoint: panel, companyId: id })) });
const fetchProfile = async (id: string) =>
  app.api.companies.fetchProfile({ id, ...(await paying({ endpoint: 'company', companyId: id })) });
const fetchRoles = async (id: string, query: OpenRolesQuery) =>
  app.api.companies.fetchRoles({
    id,
    query,
    ...(await paying({ endpoint: 'open-roles', companyId: id, query })),
  });
const roles = (id: string, filter: { department?: string } = {}) =>
  app.api.companies.roles({ id, department: null, seniority: null, offset: 0, limit: 50, ...filter });

describe('panels of a company', () => {
  it('are fetched one by one, and still stored after a restart', async () => {
    const { id } = rich;
    await fetchProfile(id);
    expect((await app.api.companies.panels({ id })).highlights.highlights[0]).toMatchObject({
      createdAtMs: null,
    });
    for (const panel of ['tech-stack', 'rounds', 'highlights', 'news'] as const) {
      const { receipt } = await fetchPanel(id, panel);
      expect(receipt.cost.requests).toBe(1);
    }
    const panels = await app.api.companies.panels({ id });
    expect(panels).toMatchObject({
      tech: { state: 'fetched', refusedAtMs: null, stamp: { source: 'tech-stack' } },
      highlights: { state: 'fetched', stamp: { source: 'highlights' } },
      news: { state: 'fetched' },
    });
    expect(panels.highlights.total).toBeGreaterThan(0);
    expect(panels.highlights.highlights.every(({ createdAtMs }) => createdAtMs !== null)).toBe(true);
    const view = await app.api.companies.get({ id });
    expect(view.stamps.allRounds?.source).toBe('rounds');
    expect(view.rounds.every(({ investors }) => investors !== null)).toBe(true);
    expect(view.rounds).toHaveLength(view.totalRounds ?? -1);
    const calls = service.transcript().length;
    await app.api.workspaces.leave({});
    const [workspace] = (await app.api.workspaces.list({})).workspaces;
    await app.api.workspaces.open({ id: workspace?.id ?? '' });
    expect(await app.api.companies.panels({ id })).toEqual(panels);
    expect(await app.api.companies.get({ id })).toEqual(view);
    expect(service.transcript()).toHaveLength(calls);
    expect(app.logged.some((line) => line.startsWith('not-read-again'))).toBe(false);
  });

  it('are marked as not available by a 404, which leaves stored data unchanged', async () => {
    const { id } = poor;
    await fetchProfile(id);
    expect(await failureOf(fetchPanel(id, 'tech-stack'))).toMatchObject({
      kind: 'not-available',
      what: 'tech-stack',
    });
    expect(await failureOf(fetchPanel(id, 'highlights'))).toMatchObject({ what: 'highlights' });
    const { tech, highlights } = await app.api.companies.panels({ id });
    expect(tech.state).toBe('unavailable');
    expect(highlights.state).toBe('none');
    expect(tech.refusedAtMs).not.toBeNull();
    expect((await app.api.companies.get({ id })).gone).toBeNull();
  });

  it.each(['rounds', 'open-roles'] as const)(
    'stay stored if %s no longer has the company, which is marked as gone',
    async (endpoint) => {
      const { id } = rich;
      await fetchProfile(id);
      service.setVanished(id, true);
      const requested =
        endpoint === 'rounds' ? fetchPanel(id, 'rounds') : fetchRoles(id, { page: 1, perPage: 25 });
      expect(await failureOf(requested)).toEqual({ kind: 'not-found', what: 'company' });
      const view = await app.api.companies.get({ id });
      expect(view.gone).not.toBeNull();
      expect(view.row.name).toBe(rich.name);
      service.setVanished(id, false);
      await fetchPanel(id, 'rounds');
      expect((await app.api.companies.get({ id })).gone).toBeNull();
    },
  );
});

describe('contacts of a company', () => {
  it('are included in the company view if none are stored, and read separately otherwise', async () => {
    const seen = { nobody: 0, somebody: 0 };
    // A company with contacts and an open contact window.
    const isOpen = ({ rounds, contactCount }: Company) =>
      contactCount > 0 &&
      rounds.some(({ publishedAtMs }) => publishedAtMs > EPOCH - 6 * DAY && publishedAtMs < EPOCH);
    for (const { id } of [poor, ...world.companies.slice(0, 300).filter(isOpen).slice(0, 4)]) {
      await fetchProfile(id);
      const [view, people] = [await app.api.companies.get({ id }), await app.api.companies.people({ id })];
      expect(view.nobody).toEqual(people.people.length === 0 ? people : undefined);
      seen[people.people.length === 0 ? 'nobody' : 'somebody'] += 1;
    }
    expect(Math.min(seen.nobody, seen.somebody)).toBeGreaterThan(0);
  });
});

describe('open roles of a company', () => {
  it('are fetched page by page, filtered locally, and removed once a later walk omits them', async () => {
    const { id } = rich;
    const expected = openRoles(rich);
    await fetchProfile(id);
    await fetchRoles(id, { page: 1, perPage: 5 });
    const first = await roles(id);
    expect(first).toMatchObject({ reportedTotal: expected.length, total: 5, next: { page: 2, perPage: 5 } });
    for (let next = first.next; next !== null; next = (await roles(id)).next) await fetchRoles(id, next);
    const all = await roles(id);
    expect(all).toMatchObject({ total: expected.length, matching: expected.length, next: null });
    const department = expected[0]?.department ?? '';
    const inDepartment = await roles(id, { department });
    expect(inDepartment.matching).toBe(expected.filter((role) => role.department === department).length);
    const calls = service.transcript().length;
    service.advance(60 * DAY);
    await fetchRoles(id, { department: 'legal', page: 1, perPage: 50 });
    expect((await roles(id)).roles.some(({ gone }) => gone)).toBe(false);
    await fetchRoles(id, { page: 1, perPage: 50 });
    expect((await roles(id)).roles.some(({ gone }) => gone)).toBe(true);
    expect(service.transcript().length - calls).toBe(2);
  });

  it('end at a page that the service reports as missing', async () => {
    const { id } = rich;
    service.setProfile({ set: { pageBeyondEnd: '404', hasMore: 'always' } });
    await fetchProfile(id);
    const count = openRoles(rich).length;
    await fetchRoles(id, { page: 1, perPage: count });
    expect((await roles(id)).next).toEqual({ page: 2, perPage: count });
    expect(await failureOf(fetchRoles(id, { page: 2, perPage: count }))).toMatchObject({ what: 'page' });
    expect((await roles(id)).next).toBeNull();
  });
});

describe('the service', () => {
  const test = async () => app.api.connection.test(await paying({ endpoint: 'health' }));

  it('can be checked by hand, which detects a new version', async () => {
    expect(await app.api.connection.service({})).toMatchObject({ version: null, checkedAtMs: null });
    const { service: received, receipt } = await test();
    expect(received).toMatchObject({ status: 'healthy', version: '1.0.0', versionBefore: null });
    expect(receipt.cost.requests).toBe(1);
    service.setProfile({ set: { apiVersion: '2.0.0' } });
    await test();
    expect(await app.api.connection.service({})).toMatchObject({ version: '2.0.0', versionBefore: '1.0.0' });
  });

  it('may deviate from its documentation: differences and announcements are counted, and no request fails', async () => {
    service.setProfile({ set: { schemaDrift: 'fields-added', deprecation: true } });
    await fetchProfile(rich.id);
    const { drift, driftTotal, deprecation } = await app.api.connection.service({});
    expect(driftTotal).toBeGreaterThan(0);
    expect(drift.some(({ endpoint, kind }) => endpoint === 'company' && kind === 'unknown')).toBe(true);
    expect(deprecation).not.toBeNull();
  });
});
