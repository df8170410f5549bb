import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { all, run } from '../../../electron/core/database/sql.ts';
import type { NativeQuestion } from '../../../electron/core/ports.ts';
import { AppFailure } from '../../../shared/app-failure.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type { Link } from '../../../shared/model/link.ts';
import type { PricedCall } from '../../../shared/model/query.ts';
import { openDatabase } from '../../../electron/core/database/open.ts';
import * as fixtures from '../../support/app/library-fixtures.ts';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { until } from '../../support/common/until.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/* Opens external links through the contract, and records the URLs that the app would open. */

let app: TestApp;
let api: Api;
let opened: string[];
let opens: boolean;
/** The questions that the app asked in native dialogs, and the user's answer. */
let questions: NativeQuestion[];
let agrees: boolean;
let duringQuestion: () => Promise<unknown>;
let companyId: string;

const price = async (call: PricedCall) => {
  const { cost } = await api.quota.price({ call });
  return { accepted: cost, screen: 'company' as const };
};
const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppFailure) return error.appError;
    throw error;
  }
};
const happened = async (): Promise<unknown[]> =>
  (await api.timeline.of({ companyId, show: 'own' })).entries.map((entry) =>
    'field' in entry ? [entry.what, entry.field, entry.aboutPerson] : entry.what,
  );
/** Changes `cache.db` directly, to store values that the service never sends. */
function tamper(sql: string): void {
  const root = join(app.dataDir, 'workspaces');
  const [folder = ''] = readdirSync(root);
  const db = openDatabase(join(root, folder, 'cache.db'), { clock: fixtures.clock, log: fixtures.log });
  run(db, sql, { companyId });
}

beforeEach(async () => {
  opened = [];
  questions = [];
  agrees = true;
  duringQuestion = () => Promise.resolve();
  opens = true;
  app = await startTestApp({
    ports: {
      openExternal: (url) => {
        opened.push(url);
        return opens ? Promise.resolve() : Promise.reject(new Error(`no program for ${url}`));
      },
      confirm: async (question) => {
        questions.push(question);
        await duringQuestion();
        return agrees;
      },
    },
  });
  ({ api } = app);
  await api.workspaces.exploreDemo({});
  companyId = await someoneWithPeople();
});
afterEach(() => app.dispose());

async function someoneWithPeople(): Promise<string> {
  const { serverNowMs } = await api.quota.status({});
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const query = {
    fundingDateStart: day(serverNowMs - 6 * 86_400_000),
    fundingDateEnd: day(serverNowMs),
    limit: 10,
    offset: 0,
    validatedContacts: true,
    hasOpenRoles: false,
    countries: [],
    stages: [],
    industries: [],
    technologies: [],
    investors: [],
    companySizes: [],
    tags: [],
    hiringDepartments: [],
    hiringSeniority: [],
  };
  const question = { list: 'fundings' as const, query };
  const { set } = await api.search.run({ question, ...(await price({ endpoint: 'fundings', query })) });
  const { rows } = await api.search.rows({ setId: set.setId, offset: 0, limit: 10 });
  for (const { companyId: id } of rows) {
    await api.companies.fetchProfile({ id, ...(await price({ endpoint: 'company', companyId: id })) });
    await api.companies
      .fetchPeople({ id, ...(await price({ endpoint: 'contacts', companyId: id })) })
      .catch(() => null);
    const { people } = await api.companies.people({ id });
    const { website } = await api.companies.get({ id });
    if (website !== null && people.some(({ email, emailValid }) => email !== null && emailValid)) return id;
  }
  throw new Error('no company with contacts');
}
const personWithEmail = async () => {
  const { people } = await api.companies.people({ id: companyId });
  const person = people.find(({ email, emailValid }) => email !== null && emailValid);
  if (!person?.email) throw new Error('no contact with an email address');
  return { personId: person.personId, email: person.email, linkedin: person.linkedinUrl };
};

describe('links handler', () => {
  it('opens a checked link of the library, and records its kind, company and time', async () => {
    const { website } = await api.companies.get({ id: companyId });
    expect(await api.links.open({ companyId, link: { kind: 'website' } })).toEqual({ how: 'system' });
    expect(opened).toEqual([new URL(website ?? '').href]);
    const { personId, email } = await personWithEmail();
    await api.links.mail({ companyId, personId, subject: 'Hi', body: 'a & b' });
    expect(opened.at(-1)).toBe(`mailto:${email}?subject=Hi&body=a%20%26%20b`);
    expect(await api.links.copy({ companyId, field: { kind: 'email', personId } })).toEqual({ text: email });
    const { row } = await api.companies.get({ id: companyId });
    expect(await api.links.copy({ companyId, field: { kind: 'name' } })).toEqual({ text: row.name });
    expect(await happened()).toEqual([
      ['copied', 'name', false],
      ['copied', 'email', true],
      ['opened', 'email', true],
      ['opened', 'website', false],
    ]);
    expect(JSON.stringify(await api.timeline.of({ companyId }))).not.toContain(email);
  });

  it('copies the name of a company that exists only in user data', async () => {
    const { row } = await api.companies.get({ id: companyId });
    await api.watchlists.create({ name: 'Warm', companyIds: [companyId] });
    await api.privacy.wipeServiceData({});
    expect(await api.links.copy({ companyId, field: { kind: 'name' } })).toEqual({ text: row.name });
  });

  it.each([
    ['javascript:alert(1)', 'not-https'],
    ['http://acme.example@evil.example/', 'not-https'],
    ['http://127.0.0.1/', 'not-https'],
    ['http:acme.example', 'not-https'],
    ['ftp://acme.example/', 'not-https'],
    ['https://acme.example@evil.example/', 'credentials'],
    ['https://127.0.0.1/', 'not-public'],
    ['https://acme.example/\u202e', 'hidden-characters'],
    ['acme', 'not-an-address'],
  ])('rejects %j with a reason, and records nothing', async (address, reason) => {
    tamper(`UPDATE company SET website = '${address}' WHERE company_id = :companyId`);
    expect(await reasonOf(api.links.open({ companyId, link: { kind: 'website' } }))).toEqual({
      kind: 'link-refused',
      reason,
    });
    expect([opened, await happened()]).toEqual([[], []]);
  });

  describe('over plain http', () => {
    const url = 'http://acme.example/a?b=1';
    const website = { kind: 'website' } as const;
    const plainQuestion = {
      kind: 'open-link',
      host: 'acme.example',
      isPlain: true,
      isPasted: false,
      isMany: false,
    };
    beforeEach(() => tamper(`UPDATE company SET website = '${url}' WHERE company_id = :companyId`));

    it('opens a website after the user confirmed its host outside the page', async () => {
      expect(await api.links.open({ companyId, link: website })).toEqual({ how: 'system' });
      expect([questions, opened]).toEqual([[plainQuestion], [url]]);
      expect(await happened()).toEqual([['opened', 'website', false]]);
    });

    it('opens nothing if the user declines, even if the page claims a confirmation', async () => {
      agrees = false;
      expect(await api.links.open({ companyId, link: website, confirmedHost: 'acme.example' })).toEqual({
        how: 'cancelled',
      });
      expect([questions, opened, await happened()]).toEqual([[plainQuestion], [], []]);
    });

    it('asks again for every visit', async () => {
      await api.links.open({ companyId, link: website });
      await api.links.open({ companyId, link: website });
      expect(questions).toHaveLength(2);
    });

    it('opens nothing if another workspace was opened during the question', async () => {
      duringQuestion = () => api.workspaces.leave({});
      expect(await api.links.open({ companyId, link: website })).toEqual({ how: 'cancelled' });
      expect(opened).toEqual([]);
    });

    it('asks nothing for https', async () => {
      tamper("UPDATE company SET website = 'https://acme.example' WHERE company_id = :companyId");
      await api.links.open({ companyId, link: website });
      expect(questions).toEqual([]);
    });
  });

  describe('from a pasted event', () => {
    const company = (id: string) => ({ id, name: 'Pasted', websiteUrl: 'https://pasted.example/a' });
    const pasteFor = async (id: string): Promise<void> => {
      const event = { event: 'e', timestamp: '2099-01-01T00:00:00Z', trigger: { id }, company: company(id) };
      await api.signals.paste({ text: JSON.stringify(event) });
      await until(() => api.companies.get({ id }).catch(() => null), 'the pasted company');
    };
    const openWebsite = (id: string) => api.links.open({ companyId: id, link: { kind: 'website' } });

    it('opens an address only after the user confirmed its host outside the page', async () => {
      await pasteFor('cmp_pasted');
      agrees = false;
      expect(await openWebsite('cmp_pasted')).toEqual({ how: 'cancelled' });
      expect(opened).toEqual([]);
      agrees = true;
      expect(await openWebsite('cmp_pasted')).toEqual({ how: 'system' });
      expect(opened).toEqual(['https://pasted.example/a']);
      const question = { kind: 'open-link', host: 'pasted.example', isPlain: false, isPasted: true };
      expect(questions).toEqual([question, question].map((each) => ({ ...each, isMany: false })));
    });

    it('replaces no address that the service returned', async () => {
      const { website } = await api.companies.get({ id: companyId });
      await pasteFor(companyId);
      expect(await openWebsite(companyId)).toEqual({ how: 'system' });
      expect([questions, opened]).toEqual([[], [new URL(website ?? '').href]]);
    });
  });

  it('opens ten links and messages a minute without asking, and asks before each further one', async () => {
    const { personId } = await personWithEmail();
    const website = { kind: 'website' } as const;
    for (let at = 0; at < 5; at += 1) {
      await api.links.open({ companyId, link: website });
      await api.links.mail({ companyId, personId, subject: 'Hi' });
    }
    expect([opened.length, questions]).toEqual([10, []]);
    agrees = false;
    expect(await api.links.open({ companyId, link: website })).toEqual({ how: 'cancelled' });
    expect(await reasonOf(api.links.mail({ companyId, personId, subject: 'Hi' }))).toEqual({
      kind: 'not-confirmed',
      action: 'open-link',
      reason: 'declined',
    });
    expect(opened).toHaveLength(10);
    expect(questions.map((question) => 'isMany' in question && question.isMany)).toEqual([true, true]);
  });

  it('opens only links stored in the library, and accepts no address from the renderer', async () => {
    const none = { kind: 'not-found', what: 'link' };
    for (const link of [
      { kind: 'article', articleId: 'none' },
      { kind: 'role', roleId: "1' OR '1'='1" },
    ] satisfies Link[])
      expect(await reasonOf(api.links.open({ companyId, link }))).toEqual(none);
    expect(await reasonOf(api.links.open({ companyId: 'none', link: { kind: 'website' } }))).toEqual(none);
    const reply = await app.port.request('links.open', {
      companyId,
      link: { kind: 'website', url: 'https://evil.example' },
    });
    expect(reply).toMatchObject({ ok: false, error: { kind: 'validation' } });
    expect(opened).toEqual([]);
  });

  it('opens no link of a suppressed contact, even if a screen still shows the contact', async () => {
    const { personId } = await personWithEmail();
    await api.privacy.suppress({ companyId, personId });
    const gone = { kind: 'not-found', what: 'person' };
    expect(await reasonOf(api.links.copy({ companyId, field: { kind: 'email', personId } }))).toEqual(gone);
    expect(await reasonOf(api.links.mail({ companyId, personId }))).toEqual(gone);
    expect(
      await reasonOf(api.links.open({ companyId, link: { kind: 'person-linkedin', personId } })),
    ).toEqual(gone);
    expect([opened, await happened()]).toEqual([[], ['suppressed']]);
  });

  it('reports a system that opens nothing, without logging the address or recording a visit', async () => {
    opens = false;
    expect(await reasonOf(api.links.open({ companyId, link: { kind: 'website' } }))).toEqual({
      kind: 'unsupported',
      capability: 'open-link',
    });
    expect(app.logged.filter((line) => line.startsWith('link-not-opened'))).toHaveLength(1);
    expect(app.logged.join('\n')).not.toContain('.example');
    expect(await happened()).toEqual([]);
  });

  it('truncates no message', async () => {
    const { personId } = await personWithEmail();
    expect(
      await reasonOf(api.links.mail({ companyId, personId, subject: '', body: 'ä'.repeat(900) })),
    ).toEqual({ kind: 'link-refused', reason: 'too-long' });
    expect(opened).toEqual([]);
  });

  it('removes the name of an erased company from the recorded visits', async () => {
    await api.links.open({ companyId, link: { kind: 'website' } });
    const { row } = await api.companies.get({ id: companyId });
    await api.privacy.eraseCompany({ companyId });
    const root = join(app.dataDir, 'workspaces');
    const [folder = ''] = readdirSync(root);
    const db = openDatabase(join(root, folder, 'yours.db'), { clock: fixtures.clock, log: fixtures.log });
    expect(all(db, 'SELECT company_name FROM own_act WHERE company_id = :companyId', { companyId })).toEqual([
      { company_name: '' },
    ]);
    expect(row.name).not.toBe('');
  });
});

describe('shell that cannot open links itself', () => {
  it('passes the one checked link to the page', async () => {
    const plain = await startTestApp({ demo: true, ports: { openExternal: null } });
    try {
      api = plain.api;
      companyId = await someoneWithPeople();
      const { website } = await api.companies.get({ id: companyId });
      expect(await api.links.open({ companyId, link: { kind: 'website' } })).toEqual({
        how: 'page',
        url: new URL(website ?? '').href,
      });
      // In this shell, the page asks the user whether to open a plain http link. If the user agrees, the page
      // calls the core again with the link's host. Only this second call returns the link.
      app = plain;
      tamper("UPDATE company SET website = 'http://acme.example' WHERE company_id = :companyId");
      const open = (confirmedHost?: string) =>
        api.links.open({ companyId, link: { kind: 'website' }, ...(confirmedHost ? { confirmedHost } : {}) });
      expect(await open()).toEqual({ how: 'confirm', host: 'acme.example' });
      expect(await open('evil.example')).toEqual({ how: 'confirm', host: 'acme.example' });
      expect(await open('acme.example')).toEqual({ how: 'page', url: 'http://acme.example/' });
    } finally {
      await plain.dispose();
    }
  });
});
