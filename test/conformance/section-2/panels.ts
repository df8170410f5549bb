import assert from 'node:assert/strict';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  DAY_MS,
  findCompany,
  required,
  listAt,
  patchNext,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';

const keysOf = (value: unknown): string[] => Object.keys(Object(value)).toSorted();

/** Rows for section 3.5 of the requirements: tags, technologies, rounds, events. */
export const ROWS_2_PANELS: readonly Row[] = [
  {
    id: 'R-2-25',
    title: 'tags have four fields and any category, and are filtered by name',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { tagCategories: 'fifth' } });
      const events = rowsOf(await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=50`));
      const tags = events.flatMap((event) => listAt(event, 'company.tags'));
      for (const tag of tags) assert.deepEqual(keysOf(tag), ['category', 'id', 'name', 'slug']);
      const categories = new Set(tags.map((tag) => textAt(tag, 'category')));
      const fifth = required(
        tags.find((tag) => !['model', 'stage', 'tech', 'vertical'].includes(textAt(tag, 'category'))),
        `no fifth category among ${[...categories].join(', ')}`,
      );
      const name = textAt(fifth, 'name');
      const app = await bench.app();
      const { rows, set } = await app.search({ tags: [name] });
      assert.ok(set.total > 0 && set.total < events.length, 'the tag filters');
      const view = await app.api.companies.get({ id: required(rows[0], 'no row').companyId });
      const stored = required(
        view.tags.find((tag) => tag.name === name),
        'the tag is gone',
      );
      assert.equal(stored.category, textAt(fifth, 'category'));
    },
  },
  {
    id: 'R-2-26',
    title: 'the tech stack has descriptions and merges with known names',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { technologyNames: 'more' } });
      const app = await bench.app();
      const id = await findCompany(
        bench,
        async (one) => (await bench.raw(`/companies/${one}/tech-stack`)).status === 200,
        'with a tech stack',
      );
      await app.fetchProfile(id);
      assert.equal((await app.api.companies.panels({ id })).tech.state, 'summary');
      const { body } = await getPath(bench, `/companies/${id}/tech-stack`);
      const stack = pick(body, 'data');
      assert.deepEqual(keysOf(stack), [
        'categories',
        'companyId',
        'domain',
        'technologies',
        'technologyNames',
      ]);
      const technologies = listAt(stack, 'technologies');
      for (const one of technologies) assert.deepEqual(keysOf(one), ['categories', 'description', 'name']);
      const names = new Set([
        ...technologies.map((one) => textAt(one, 'name')),
        ...listAt(stack, 'technologyNames'),
      ]);
      assert.ok(names.size > technologies.length, 'the lists have equal lengths');
      await app.fetchPanel(id, 'tech-stack');
      const { tech } = await app.api.companies.panels({ id });
      assert.equal(tech.state, 'fetched');
      const stored = tech.technologies;
      assert.deepEqual(new Set(stored.map(({ name }) => name)), names);
      const [first] = technologies;
      const same = stored.find(({ name }) => name === textAt(first, 'name'));
      assert.equal(same?.description, textAt(first, 'description'));
      await setProfile(bench, { technologyNames: 'fewer' });
      await app.fetchPanel(id, 'tech-stack');
      assert.equal((await app.api.companies.panels({ id })).tech.total, technologies.length);
    },
  },
  {
    id: 'R-2-27',
    title: 'rounds have text amounts, dates with offsets, and the lead investor first',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ profile: { roundOffsets: 'crossing-midnight' } });
      const app = await bench.app();
      const { rows } = await app.search();
      const offsets = new Set<string>();
      let investor = '';
      for (const { companyId: id } of rows.slice(0, 12)) {
        bench.passMinute();
        const raw = rowsOf(await getPath(bench, `/companies/${id}/fundings`));
        await app.fetchPanel(id, 'rounds');
        const view = await app.api.companies.get({ id });
        for (const round of raw) {
          textAt(round, 'fundingAmount');
          const stated = textAt(round, 'fundingAnnounceDate');
          assert.match(stated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
          offsets.add(stated.slice(-6));
          const stored = required(
            view.rounds.find(({ roundId }) => roundId === textAt(round, 'id')),
            'lost',
          );
          assert.equal(stored.announcedOn, stated.slice(0, 10));
          const investors = listAt(round, 'investors');
          if (investors.length > 0) investor = textAt(investors.at(-1), 'name');
          assert.equal(stored.investors?.length, investors.length);
          if (investors.length > 0) assert.equal(stored.investors?.[0]?.role, 'lead');
          assert.equal(stored.amountUsd, pick(round, 'fundingAmountUsd'));
        }
        const listed = rows.find((row) => row.companyId === id);
        assert.ok(
          view.rounds.some(({ announcedOn }) => announcedOn === listed?.announcedOn),
          'the dates differ',
        );
      }
      assert.deepEqual([...offsets].toSorted(), ['+00:00', '+05:30', '-08:00']);
      const { values } = await app.api.search.suggest({ field: 'investors', text: investor });
      assert.ok(
        values.some(({ value }) => value === investor),
        `${investor} is not stored`,
      );
    },
  },
  {
    id: 'R-2-28',
    title: 'an event names its company separately and adds round and company',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const raw = rowsOf(await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=50`));
      for (const event of raw) {
        assert.deepEqual(keysOf(event), [
          'company',
          'currency',
          'fundingAmount',
          'fundingAnnounceDate',
          'id',
          'stage',
        ]);
        assert.deepEqual(keysOf(pick(event, 'company')), ['country', 'id', 'industries', 'name', 'tags']);
      }
      const app = await bench.app();
      const { rows } = await app.search();
      rows.forEach((row, index) => {
        assert.equal(row.name, textAt(raw[index], 'company.name'));
        assert.equal(row.roundId, textAt(raw[index], 'id'));
        assert.equal(row.industry, pick(raw[index], 'company.industries[0]'));
      });
      assert.equal(
        app.read('cache', 'SELECT * FROM company').length,
        new Set(rows.map((row) => row.companyId)).size,
      );
      const view = await app.api.companies.get({ id: required(rows[0], 'no row').companyId });
      assert.equal(view.rounds[0]?.roundId, rows[0]?.roundId);
    },
  },
];

/** Rows for section 3.5 of the requirements: roles, highlights, news. */
export const ROWS_2_STORIES: readonly Row[] = [
  {
    id: 'R-2-30',
    title: 'role ids are integers; filled roles go only after a full fetch',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await findCompany(
        bench,
        async (one) => rowsOf(await getPath(bench, `/companies/${one}/open-roles?per_page=50`)).length > 4,
        'with five roles',
      );
      const read = async () => rowsOf(await getPath(bench, `/companies/${id}/open-roles?per_page=50`));
      const before = await read();
      for (const role of before) assert.ok(Number.isInteger(pick(role, 'id')));
      await app.fetchRoles(id, { perPage: 50 });
      const storedRoles = () =>
        app.api.companies.roles({ id, department: null, seniority: null, offset: 0, limit: 50 });
      assert.equal((await storedRoles()).total, before.length);
      bench.simulator.advance(45 * DAY_MS);
      const after = await read();
      const open_ = new Set(after.map((role) => String(pick(role, 'id'))));
      const filled = before.map((role) => String(pick(role, 'id'))).filter((roleId) => !open_.has(roleId));
      assert.ok(filled.length > 0, 'no role vanished in 45 days');
      await app.fetchRoles(id, { perPage: 50, department: 'legal' });
      assert.ok(
        (await storedRoles()).roles.every(({ gone }) => !gone),
        'a filtered fetch removes no other role',
      );
      await app.fetchRoles(id, { perPage: 50 });
      const gone = (await storedRoles()).roles.filter((role) => role.gone).map(({ roleId }) => roleId);
      assert.deepEqual(gone.toSorted(), filled.toSorted());
    },
  },
  {
    id: 'R-2-31',
    title: 'highlights have source and time; earlier ones are not deleted',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await findCompany(
        bench,
        async (one) => (await bench.raw(`/companies/${one}/highlights`)).status === 200,
        'with highlights',
      );
      const raw = rowsOf(await getPath(bench, `/companies/${id}/highlights`));
      for (const one of raw) {
        assert.deepEqual(keysOf(one), ['createdAt', 'highlight', 'id', 'source']);
        assert.ok(['news', 'ai'].includes(textAt(one, 'source')));
      }
      await app.fetchPanel(id, 'highlights');
      const storedHighlights = async () => (await app.api.companies.panels({ id })).highlights.highlights;
      const [first] = raw;
      const same = (await storedHighlights()).find(({ highlightId }) => highlightId === pick(first, 'id'));
      assert.equal(same?.createdAtMs, Date.parse(textAt(first, 'createdAt')));
      assert.equal(same?.source, textAt(first, 'source'));
      const next = {
        id: 'hlt_next',
        highlight: 'Opened in Lisbon',
        source: 'ai',
        createdAt: '2026-03-14T10:00:00Z',
      };
      await patchNext(bench, `/companies/${id}/highlights`, { data: [next] });
      await app.fetchPanel(id, 'highlights');
      assert.deepEqual(
        (await storedHighlights()).map(({ highlightId }) => highlightId),
        ['hlt_next'],
        'the highlights that the service returns now',
      );
      const history = app.read('cache', 'SELECT highlight_key AS key FROM highlight').map(({ key }) => key);
      for (const one of [...raw.map((row) => textAt(row, 'id')), 'hlt_next'])
        assert.ok(history.includes(`id:${one}`), `${one} is not stored`);
    },
  },
  {
    id: 'R-2-32',
    title: 'news is linked to its round if the round is known',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await findCompany(
        bench,
        async (one) => (await bench.raw(`/companies/${one}/news`)).status === 200,
        'with news',
      );
      const raw = rowsOf(await getPath(bench, `/companies/${id}/news`));
      for (const one of raw) assert.deepEqual(keysOf(one), ['createdAt', 'fundingId', 'id', 'title', 'url']);
      await app.fetchPanel(id, 'rounds');
      const unknown = { ...Object(raw[0]), id: 'nws_odd', fundingId: 'fnd_nowhere' };
      const none = { ...Object(raw[0]), id: 'nws_none', fundingId: null };
      await patchNext(bench, `/companies/${id}/news`, { data: [...raw, unknown, none] });
      await app.fetchPanel(id, 'news');
      const { articles } = (await app.api.companies.panels({ id })).news;
      const of = (articleId: string) => articles.find((article) => article.articleId === articleId);
      for (const one of raw) {
        const stored = required(of(textAt(one, 'id')), 'an article is lost');
        assert.equal(stored.roundId, textAt(one, 'fundingId'));
        assert.equal(stored.url, textAt(one, 'url'));
      }
      assert.equal(of('nws_odd')?.roundId, null);
      assert.equal(of('nws_none')?.roundId, null);
    },
  },
];

/** Returns the id of a company for which the service returns a contact with an email address. */
export const openCompany = (bench: Bench): Promise<string> =>
  findCompany(
    bench,
    async (id) => {
      const answer = await bench.raw(`/companies/${id}/contacts`);
      return answer.status === 200 && rowsOf(answer).some((row) => typeof pick(row, 'email') === 'string');
    },
    'with contacts and addresses',
  );
