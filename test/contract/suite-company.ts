import { check, failure, memo, same, type ContractStep } from './suite-kit.ts';
import { until } from '../support/common/until.ts';

/* Steps that cover a company's external links, messages and timeline. No step sends a request. */

const TEMPLATE = { name: ' After a raise ', subject: 'Hi {first name}', body: 'About {company}' };

export const companySteps: readonly ContractStep[] = [
  {
    name: 'a field is copied as the library stores it, and the timeline records that without its value',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const { website } = await api.companies.get({ id: companyId });
      let pushes = 0;
      const stop = api.timeline.onChanged((changed) => {
        if (changed.companyId === companyId) pushes += 1;
      });
      const { text } = await api.links.copy({ companyId, field: { kind: 'website' } });
      same(text, website, 'copied');
      await api.links.copiedMessage({ companyId, personId: null });
      await until(() => pushes >= 2, 'both pushes');
      stop();
      const { entries } = await api.timeline.of({ companyId, show: 'own', limit: 2 });
      same(
        entries.map((entry) => ('field' in entry ? [entry.what, entry.field] : [])),
        [
          ['copied', 'message'],
          ['copied', 'website'],
        ],
        'told',
      );
      check(!JSON.stringify(entries).includes(text), 'the timeline contains the value');
    },
  },
  {
    name: 'a window opens only for a stored company, and in a browser not at all',
    run: async (subject) => {
      const { api } = subject;
      const { shell } = await api.app.info({});
      const unknown = await failure(api.companies.openWindow({ id: 'no-such-company' }), 'not-found');
      same(unknown.what, 'company', 'what');
      if (shell === 'electron') return;
      const id = memo(subject, 'companyId');
      const refused = await failure(api.companies.openWindow({ id }), 'unsupported');
      same(refused.capability, 'company-window', 'capability');
    },
  },
  {
    name: 'a timeline is returned in pages, facts and actions separately, newest first',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const whole = await api.timeline.of({ companyId, limit: 50 });
      check(whole.entries.length >= 4 && !whole.more, 'too few entries');
      same(whole.entries.length, whole.totals.facts + whole.totals.own, 'totals');
      check(
        whole.entries.every(({ atMs }, at) => atMs <= (whole.entries[at - 1]?.atMs ?? atMs)),
        'not in order',
      );
      const first = await api.timeline.of({ companyId, limit: 3 });
      const last = first.entries.at(-1);
      check(first.more && last !== undefined, 'no more');
      const after = { atMs: last.atMs, key: last.key };
      const rest = await api.timeline.of({ companyId, limit: 50, after });
      same([...first.entries, ...rest.entries], whole.entries, 'pages');
      const [facts, own] = [
        await api.timeline.of({ companyId, show: 'facts', limit: 50 }),
        await api.timeline.of({ companyId, show: 'own', limit: 50 }),
      ];
      same([facts.entries.length, own.entries.length], [whole.totals.facts, whole.totals.own], 'shown');
      check(
        facts.entries.some((entry) => entry.what === 'call' && entry.outcome === 'spent'),
        'no request is listed',
      );
    },
  },
  {
    name: 'only links and fields of the library are opened or copied, and no address from outside is accepted',
    run: async (subject) => {
      const { api, port } = subject;
      const companyId = memo(subject, 'companyId');
      const field = { kind: 'email' as const, personId: '999999' };
      same((await failure(api.links.copy({ companyId, field }), 'not-found')).what, 'person', 'copy');
      same(
        (await failure(api.links.mail({ companyId, personId: '999999' }), 'not-found')).what,
        'person',
        'mail',
      );
      const link = { kind: 'article' as const, articleId: 'none' };
      same((await failure(api.links.open({ companyId, link }), 'not-found')).what, 'link', 'open');
      for (const input of [
        { companyId, link: { kind: 'website', url: 'https://evil.example' } },
        { companyId, link: 'https://evil.example' },
        { companyId, link: { kind: 'url' } },
      ]) {
        const reply = await port.request('links.open', input);
        check(!reply.ok && reply.error.kind === 'validation', `accepted: ${JSON.stringify(input)}`);
      }
    },
  },
  {
    name: 'a template is saved, changed and removed, and every change can be undone',
    run: async ({ api }) => {
      const { id, undo } = await api.templates.create(TEMPLATE);
      const listed = async () =>
        (await api.templates.list({})).templates.map(({ name, body }) => [name, body]);
      same(await listed(), [['After a raise', 'About {company}']], 'saved');
      same(
        (await failure(api.templates.create({ ...TEMPLATE, name: 'AFTER A RAISE' }), 'conflict')).reason,
        'name-taken',
        'name',
      );
      const changed = await api.templates.change({ id, ...TEMPLATE, body: 'Hello' });
      const removed = await api.templates.remove({ id });
      same(await listed(), [], 'removed');
      for (const each of [removed, changed]) await api.marks.undo({ token: each.undo ?? '' });
      same(await listed(), [['After a raise', 'About {company}']], 'after undo');
      await api.marks.undo({ token: undo ?? '' });
      same(await listed(), [], 'after undoing everything');
      await failure(api.templates.change({ id, ...TEMPLATE }), 'not-found');
    },
  },
  {
    name: 'a company is found by its name, and no link is pending',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const { row } = await api.companies.get({ id: companyId });
      const { companies } = await api.library.named({ text: row.name.toUpperCase() });
      same(companies[0]?.companyId, companyId, 'found');
      same((await api.library.named({ text: 'no such name anywhere' })).companies, [], 'not found');
      same(await api.app.followed({}), { companyId: null, find: null }, 'link');
    },
  },
];
