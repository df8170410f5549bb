import { check, failure, memo, same, type ContractStep } from './suite-kit.ts';
import type { Market } from '../../shared/model/market.ts';

const NO_MARKET: Market = {
  countries: [],
  stages: [],
  industries: [],
  technologies: [],
  minAmount: null,
  maxAmount: null,
  currency: null,
  hiring: false,
};

/**
 * Steps that cover the library. They need a company with contacts, a note and a list from the steps in
 * `suite.ts`.
 */
export const librarySteps: readonly ContractStep[] = [
  {
    name: 'the library finds words in any text, and treats no input as an operator',
    run: async ({ api }) => {
      const all = await api.library.open({});
      const { rows } = await api.library.rows({ queryId: all.queryId, offset: 0, limit: 1 });
      const name = rows[0]?.name ?? '';
      for (const text of [name.toUpperCase(), name.slice(0, 3), `"${name}" *`])
        check((await api.library.open({ text })).total >= 1, `${text} finds nothing`);
      same((await api.library.open({ text: `${name} NOT ${name} zzznowhere` })).total, 0, 'operators');
      same((await api.library.open({ text: '(" * :^' })).total, all.total, 'no word');
    },
  },
  {
    name: 'the facts of why-now lines come from the stored companies, at most 50 at a time',
    run: async ({ api }) => {
      const all = await api.library.open({});
      const { rows } = await api.library.rows({ queryId: all.queryId, offset: 0, limit: 50 });
      const { companies } = await api.library.whyNow({ ids: rows.map(({ companyId }) => companyId) });
      check(companies.length > 0, 'no company has a dated fact');
      for (const { companyId, round, closesAtMs } of companies) {
        const row = rows.find((each) => each.companyId === companyId);
        if (round !== null) same(round.announcedOn, row?.announcedOn, 'the day of the round');
        if (closesAtMs !== null) same(closesAtMs, row?.window.closesAtMs, 'the contact window');
      }
      // The why-now lines must mention only open roles in the departments of the buyer roles.
      await api.market.setBuyerRoles({
        buyerRoles: { roles: [{ department: 'legal', seniorities: [] }], keywords: [] },
      });
      const legal = (await api.library.whyNow({ ids: companies.map(({ companyId }) => companyId) }))
        .companies;
      for (const { hiring } of legal) same(hiring?.departments ?? ['legal'], ['legal'], 'the departments');
      await api.market.setBuyerRoles({ buyerRoles: null });
      same((await api.library.whyNow({ ids: ['nowhere'] })).companies, [], 'an unknown company');
      await failure(api.library.whyNow({ ids: Array.from({ length: 51 }, () => 'a') }), 'validation');
    },
  },
  {
    name: 'facets are exact, and each ignores its own filter',
    run: async ({ api }) => {
      const whole = await api.library.open({});
      const { counts } = whole;
      check(counts !== undefined, 'no counts');
      const { open, closed, unknown } = counts.windows;
      same(open + closed + unknown, whole.total, 'windows');
      const [first, second] = counts.stages.values;
      check(first !== undefined && second !== undefined, 'fewer than two stages');
      const filters = { stages: [first.value] };
      const some = await api.library.open({ filters });
      same(some.total, first.count, 'the total of a stage');
      same(some.counts?.stages, counts.stages, 'the stages, regardless of the selected stage');
      const both = await api.library.open({ filters: { stages: [first.value, second.value] } });
      same(both.total, first.count + second.count, 'two stages');
      for (const { value, count } of counts.industries.values.slice(0, 5))
        same((await api.library.open({ filters: { industries: [value] } })).total, count, value);
      await failure(
        api.library.open({ filters: { stages: Array.from({ length: 51 }, () => 'a') } }),
        'validation',
      );
    },
  },
  {
    name: 'results are returned before they are counted, and counted later',
    run: async ({ api }) => {
      for (const query of [{}, { text: 'a', sort: 'relevance' as const, rowsFrom: 0 }]) {
        const { counts, facets: _, queryId: __, ...opened } = await api.library.open(query);
        const { queryId, ...found } = await api.library.find(query);
        same(found, opened, 'the results');
        same((await api.library.counts({ queryId })).counts, counts, 'the counts');
        same((await api.library.counts({ queryId })).counts, counts, 'the counts once more');
      }
      await failure(api.library.counts({ queryId: 'gone' }), 'not-found');
    },
  },
  {
    name: 'a contact finds its company outside the list, and the reply contains no name',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const { people } = await api.companies.people({ id: companyId });
      const person = people[0];
      check(person !== undefined, 'no contact is stored');
      const found = await api.library.open({ text: person.name, sort: 'relevance' });
      same(found.total, 0, 'the total');
      const { rows, againAfterMs } = await api.library.contactMatches({ queryId: found.queryId });
      same(
        rows.map((row) => [row.companyId, row.matched]),
        [[companyId, 'person']],
        'matched',
      );
      same(againAfterMs, null, 'the pause');
      await failure(api.library.contactMatches({ queryId: 'gone' }), 'not-found');
      check(!JSON.stringify([found, rows]).includes(person.name), 'a reply contains a contact’s name');
    },
  },
  {
    name: 'a tag of the user finds its company until the tag is undone',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const found = async () => {
        const { queryId } = await api.library.open({ text: 'snapdrag 2026' });
        const { rows } = await api.library.rows({ queryId, offset: 0, limit: 50 });
        return rows.map((row) => [row.companyId, row.matched]);
      };
      const { undo } = await api.marks.addTag({ companyIds: [companyId], name: 'Snapdragon 2026' });
      same(await found(), [[companyId, 'tag']], 'while the company has the tag');
      await api.marks.undo({ token: undo ?? '' });
      same(await found(), [], 'after undo');
    },
  },
  {
    name: 'a note finds its company, and a list is a filter',
    run: async (subject) => {
      const { api } = subject;
      const companyId = memo(subject, 'companyId');
      const { body, revision } = await api.notes.get({ companyId });
      await api.notes.save({ companyId, body: `${body}\n\nquillwort 東京`, baseRevision: revision });
      for (const text of ['QUILLW', '京', 'quillwort 東']) {
        const found = await api.library.open({ text });
        const { rows } = await api.library.rows({ queryId: found.queryId, offset: 0, limit: 50 });
        same(
          rows.map((row) => [row.companyId, row.matched]),
          [[companyId, 'note']],
          text,
        );
      }
      const { facets, counts } = await api.library.open({ filters: { note: false } });
      check(facets.watchlists.length > 0, 'no list');
      same(counts?.note, 1, 'companies with a note, regardless of the filter');
    },
  },
  {
    name: 'with a market, the library and the signals are sorted, counted and filtered by fit',
    run: async ({ api }) => {
      same((await api.library.open({})).counts?.fits, undefined, 'no facet without a market');
      const { example } = await api.market.get({});
      const market = { ...NO_MARKET, stages: [example?.stage ?? 'Seed'] };
      const { undo } = await api.market.set({ market, saveAs: null });
      const opened = await api.library.open({ sort: 'fit', rowsFrom: 0 });
      const fits = (opened.rows ?? []).map(({ fit }) => fit ?? -1);
      same(
        fits,
        fits.toSorted((a, b) => b - a),
        'the largest first',
      );
      const { high = 0, low = 0, medium = 0, none = 0 } = opened.counts?.fits ?? {};
      check(high > 0 && low > 0, 'no company fits, or all do');
      same(high + medium + low + none, opened.total, 'the counts');
      const filtered = await api.library.open({ filters: { fits: ['high'] }, rowsFrom: 0 });
      same(filtered.total, high, 'the companies that fit');
      check(filtered.rows?.every(({ fit }) => fit === 100) ?? false, 'a company that does not fit');
      const signals = await api.signals.open({ sort: 'fit', rowsFrom: 0 });
      const bySignal = (signals.rows ?? []).map(({ company }) => company?.fit ?? -1);
      same(
        bySignal,
        bySignal.toSorted((a, b) => b - a),
        'the signals',
      );
      const good = await api.signals.open({ filters: { fit: 'high' } });
      same(good.total, signals.fits?.high, 'the signals that fit');
      await api.marks.undo({ token: undo ?? '' });
    },
  },
  {
    name: 'the columns of the library and their widths are stored',
    run: async ({ api }) => {
      const saved = await api.settings.setLibraryColumns({
        columns: ['fit', 'amount'],
        widths: [{ column: 'fit', px: 64 }],
      });
      same(saved, { columns: ['amount', 'fit'], widths: [{ column: 'fit', px: 64 }] }, 'in their order');
      same(await api.settings.libraryColumns({}), saved, 'kept');
      await failure(
        api.settings.setLibraryColumns({ columns: [], widths: [{ column: 'fit', px: 4_000 }] }),
        'validation',
      );
    },
  },
  {
    name: 'an order by amount never compares two currencies',
    run: async ({ api }) => {
      const found = await api.library.open({ sort: 'amount' });
      const { currencies } = found;
      check(currencies !== undefined && currencies.length > 0, 'no currencies');
      for (const { currency, offset, count } of currencies) {
        const { rows } = await api.library.rows({
          queryId: found.queryId,
          offset,
          limit: Math.min(50, count),
        });
        check(
          rows.every(({ amount }) => (amount?.currency ?? null) === currency),
          `not all in ${currency ?? 'none'}`,
        );
        const values = rows.map(({ amount }) => amount?.value ?? -1);
        same(
          values,
          values.toSorted((a, b) => b - a),
          'the largest first',
        );
      }
    },
  },
];
