import assert from 'node:assert/strict';
import { decodeEvent } from '../../../electron/core/service-api/decoders/webhook-event.ts';
import { companyView } from '../../../electron/core/library/company-view.ts';
import { storeDetail } from '../../../electron/core/library/store-responses.ts';
import { eventOf } from '../kit/receiver.ts';
import type { Bench, Row } from '../kit/bench.ts';
import {
  getPath,
  companyId,
  DAY_MS,
  findCompany,
  required,
  listAt,
  onDay,
  patchNext,
  pick,
  LAST_60_DAYS,
  rowsOf,
  textAt,
  setProfile,
} from '../kit/requests.ts';
import { storeEvent } from '../../support/app/store-without-key.ts';

/** Rows for section 3.4 of the requirements: the company's own fields in the company detail. */
export const ROWS_2_COMPANY: readonly Row[] = [
  {
    id: 'R-2-9',
    title: 'list and detail merge into one company; newer values win, none is lost',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const { rows } = await app.search();
      const id = required(rows[0], 'no row').companyId;
      await app.fetchProfile(id);
      const whole = await app.api.companies.get({ id });
      const detail = await getPath(bench, `/companies/${id}`);
      assert.equal(whole.row.name, textAt(detail.body, 'companyName'));
      assert.equal(whole.row.countryName, textAt(detail.body, 'country_name'));
      assert.equal(whole.description, textAt(detail.body, 'description'));
      bench.simulator.advance(DAY_MS);
      const raw = await getPath(bench, `/fundings?${LAST_60_DAYS}&limit=50`);
      const event = required(
        rowsOf(raw).find((row) => pick(row, 'company.id') === id),
        'the round is gone',
      );
      const company = { ...Object(pick(event, 'company')), name: 'Renamed later' };
      await patchNext(bench, '/fundings', { data: [{ ...Object(event), company }] });
      await app.search();
      const later = await app.api.companies.get({ id });
      assert.equal(later.row.name, 'Renamed later', 'the newest name wins');
      assert.equal(later.description, whole.description, 'a list row removed the description');
      assert.equal(later.totalContacts, whole.totalContacts);
      assert.equal((await app.api.library.open({ text: 'Renamed later' })).total, 1, 'one company');
      await keepsDetailFromEvent(bench, id);
    },
  },
  {
    id: 'R-2-10',
    title: 'a description is plain text',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await companyId(bench);
      const description = textAt((await getPath(bench, `/companies/${id}`)).body, 'description');
      await app.fetchProfile(id);
      assert.equal((await app.api.companies.get({ id })).description, description);
      const html = '<script>alert(1)</script> See https://elsewhere.example/?q=1 &amp; more';
      await patchNext(bench, `/companies/${id}`, { description: html });
      await app.fetchProfile(id);
      assert.equal((await app.api.companies.get({ id })).description, html);
      const hosts = new Set(bench.simulator.transcript().map(({ path }) => path.split('/')[1]));
      assert.deepEqual([...hosts], ['api'], 'a link was followed');
    },
  },
  {
    id: 'R-2-11',
    title: 'websites stay text: javascript:, bare domain, empty',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open({ companies: 600, profile: { websites: 'awkward' } });
      const app = await bench.app();
      const missingKinds = new Map([
        ['javascript:', /^javascript:/],
        ['a bare domain', /^[\w-]+\.example$/],
        ['nothing', /^$/],
        ['https', /^https:\/\//],
      ]);
      await findCompany(
        bench,
        async (id) => {
          const website = textAt((await getPath(bench, `/companies/${id}`)).body, 'website');
          const [words] = [...missingKinds].find(([, isIt]) => isIt.test(website)) ?? [];
          if (words === undefined) return false;
          missingKinds.delete(words);
          await app.fetchProfile(id);
          assert.equal((await app.api.companies.get({ id })).website, website === '' ? null : website);
          return missingKinds.size === 0;
        },
        `with a website of each kind; missing: ${[...missingKinds.keys()].join(', ')}`,
      );
    },
  },
  {
    id: 'R-2-12',
    title: 'a LinkedIn URL is stored as received',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await companyId(bench);
      const linkedinUrl = textAt((await getPath(bench, `/companies/${id}`)).body, 'linkedinUrl');
      assert.match(linkedinUrl, /^https:\/\//);
      await app.fetchProfile(id);
      assert.equal((await app.api.companies.get({ id })).linkedinUrl, linkedinUrl);
      await patchNext(bench, `/companies/${id}`, { linkedinUrl: ['no', 'text'] });
      await app.fetchProfile(id);
      assert.equal(
        (await app.api.companies.get({ id })).linkedinUrl,
        linkedinUrl,
        'a list row changes nothing',
      );
    },
  },
  {
    id: 'R-2-13',
    title: 'industries come as a list, or as text if there is one',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await findCompany(
        bench,
        async (one) => listAt((await getPath(bench, `/companies/${one}`)).body, 'industries').length > 1,
        'with two industries',
      );
      const industries = listAt((await getPath(bench, `/companies/${id}`)).body, 'industries');
      await app.fetchProfile(id);
      assert.deepEqual((await app.api.companies.get({ id })).industries, industries);
      await patchNext(bench, `/companies/${id}`, { industries: 'Robotics' });
      await app.fetchProfile(id);
      assert.deepEqual((await app.api.companies.get({ id })).industries, ['Robotics']);
    },
  },
  {
    id: 'R-2-14',
    title: 'tags of a company have their categories',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await companyId(bench);
      const tags = listAt((await getPath(bench, `/companies/${id}`)).body, 'tags');
      await app.fetchProfile(id);
      const view = await app.api.companies.get({ id });
      const sent = tags.map((tag) => ({ name: textAt(tag, 'name'), category: textAt(tag, 'category') }));
      const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
      assert.deepEqual(view.tags.toSorted(byName), sent.toSorted(byName));
      const [first] = tags;
      const loose = { name: textAt(first, 'name'), slug: textAt(first, 'slug') };
      await patchNext(bench, `/companies/${id}`, { tags: [loose, { name: 'Loose', slug: 'loose' }] });
      await app.fetchProfile(id);
      const names = (await app.api.companies.get({ id })).tags.map(({ name }) => name);
      assert.deepEqual(names.toSorted(), ['Loose', loose.name].toSorted(), 'tags without an id');
    },
  },
  {
    id: 'R-2-15',
    title: 'round summaries fill gaps and never overwrite a full round',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await findCompany(
        bench,
        async (one) => listAt((await getPath(bench, `/companies/${one}`)).body, 'fundings').length > 1,
        'with two rounds',
      );
      const { body } = await getPath(bench, `/companies/${id}`);
      const summaries = listAt(body, 'fundings');
      for (const summary of summaries)
        assert.deepEqual(Object.keys(Object(summary)).toSorted(), [
          'fundingAmount',
          'fundingAnnounceDate',
          'id',
          'stage',
        ]);
      await app.fetchProfile(id);
      const rounds = async () => (await app.api.companies.get({ id })).rounds;
      assert.equal((await rounds()).length, summaries.length);
      assert.ok((await rounds()).every(({ amountUsd }) => amountUsd === null));
      await app.fetchPanel(id, 'rounds');
      const full = await rounds();
      assert.ok(full.some(({ investors }) => (investors ?? []).length > 0));
      bench.simulator.advance(DAY_MS);
      await setProfile(bench, { detailRoundDate: 'date-time' });
      await app.fetchProfile(id);
      const facts = (all: typeof full) =>
        all.map(({ roundId, amount, amountUsd, announcedOn, investors }) => ({
          roundId,
          amount,
          amountUsd,
          announcedOn,
          investors,
        }));
      assert.deepEqual(facts(await rounds()), facts(full), 'a summary overwrote a full round');
    },
  },
  {
    id: 'R-2-16',
    title: 'highlights of the detail have no time and keep the service’s order',
    part: 'C+S',
    run: async ({ open }) => {
      const bench = await open();
      const app = await bench.app();
      const id = await findCompany(
        bench,
        async (one) => listAt((await getPath(bench, `/companies/${one}`)).body, 'highlights').length > 1,
        'with two highlights',
      );
      const raw = listAt((await getPath(bench, `/companies/${id}`)).body, 'highlights');
      for (const highlight of raw) assert.equal(pick(highlight, 'createdAt'), undefined);
      await app.fetchProfile(id);
      const { highlights } = await app.api.companies.panels({ id });
      assert.equal(highlights.state, 'summary');
      assert.deepEqual(
        highlights.highlights.map(({ text, createdAtMs }) => [text, createdAtMs]),
        raw.map((highlight) => [textAt(highlight, 'highlight'), null]),
      );
      await app.fetchPanel(id, 'highlights');
      const shown = (await app.api.companies.panels({ id })).highlights;
      assert.equal(shown.state, 'fetched');
      assert.ok(shown.highlights.every(({ createdAtMs }) => createdAtMs !== null));
    },
  },
];

/** Checks that an event older than the stored company detail does not overwrite the detail's values. */
async function keepsDetailFromEvent(bench: Bench, id: string): Promise<void> {
  const { client, context, files, workspace } = await bench.core();
  await client.request({ endpoint: 'company', companyId: id }, context(), (detail, atMs) =>
    storeDetail(files.cache, workspace.vault.seal(), detail, atMs),
  );
  const view = () => companyView(files.cache, files.yours, id, bench.simulator.nowMs());
  const before = required(view(), 'no company');
  const body = Object(await eventOf(bench, id, { timestampOffsetMs: -DAY_MS }));
  const company = { ...Object(pick(body, 'company')), name: 'Old name', description: 'Old description' };
  const event = required(decodeEvent({ ...body, company }), 'no event');
  storeEvent(files.cache, event, bench.simulator.nowMs(), 'webhook');
  const after = required(view(), 'no company');
  assert.deepEqual([after.row.name, after.description], [before.row.name, before.description]);
  assert.equal(after.website, before.website);
}

/** Returns the id of a company whose contact window has closed, because its round is old. */
export const closedCompany = async (bench: Bench): Promise<string> => {
  const old = `funding_date_start=${onDay(-60)}&funding_date_end=${onDay(-40)}`;
  const events = rowsOf(await getPath(bench, `/fundings?${old}&limit=50`));
  for (const event of events) {
    const id = textAt(event, 'company.id');
    const { body } = await getPath(bench, `/companies/${id}`);
    if (pick(body, 'contacts') === undefined && Number(pick(body, 'total_contacts')) > 0) return id;
  }
  throw new Error('no company with closed contacts');
};
