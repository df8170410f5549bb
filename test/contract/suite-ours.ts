import { OURS_PIECE_MAX } from '../../shared/model/ours/ours-kinds.ts';
import { check, failure, same, type ContractStep } from './suite-kit.ts';

/* Steps that cover companies marked as "Already yours". */

export const oursSteps: readonly ContractStep[] = [
  {
    name: 'pasted companies are compared, imported, badged and left out, and one undo takes all of it back',
    run: async ({ api }) => {
      let pushes = 0;
      const stop = api.ours.onChanged(() => (pushes += 1));
      const { queryId } = await api.library.open({});
      const { rows } = await api.library.rows({ queryId, offset: 0, limit: 2 });
      const [exact, possible] = rows;
      check(exact !== undefined && possible !== undefined, 'the library has two companies');
      // Fetches the profile, because only the profile contains the company's website.
      const call = { endpoint: 'company', companyId: exact.companyId } as const;
      const { cost: accepted } = await api.quota.price({ call });
      await api.companies.fetchProfile({ id: exact.companyId, accepted, screen: 'company' });
      const { website } = await api.companies.get({ id: exact.companyId });
      check(website !== null, 'a website');
      const { draftId } = await api.ours.addText({ draftId: null, text: `${website}\n` });
      await api.ours.addText({ draftId, text: `${possible.name} Inc\nnobody-has-this.example\ntbd` });
      const found = await api.ours.preview({ draftId, among: [exact.companyId, 'nobody'] });
      same(found.counts.lines, 4, 'lines');
      same([found.counts.exact, found.counts.unmatched, found.counts.unreadable], [1, 1, 1], 'counts');
      same(found.exactAmong, [exact.companyId], 'among');
      same(found.unreadable, [{ line: 4, given: 'tbd' }], 'unreadable');
      const page = { draftId, offset: 0, limit: 50 };
      same((await api.ours.previewRows({ ...page, section: 'exact' })).rows, found.exact, 'rows');
      same((await api.ours.previewLines({ ...page, section: 'unmatched' })).lines, found.unmatched, 'lines');
      same((await api.ours.imports({ offset: 0, limit: 50 })).total, 0, 'nothing is saved');
      const { id, undo } = await api.ours.import({
        draftId,
        kind: 'customer',
        source: 'crm.csv',
        decisions: [],
      });
      const marked = async () => (await api.companies.get({ id: exact.companyId })).row.ours ?? null;
      same(await marked(), { kind: 'customer', isCertain: true }, 'marked');
      const { imports } = await api.ours.imports({ offset: 0, limit: 50 });
      same(
        [imports.length, imports[0]?.source, imports[0]?.lines, imports[0]?.matched],
        [1, 'crm.csv', 3, 1],
        'import',
      );
      same((await api.ours.lines({ id, offset: 0, limit: 50 })).total >= 3, true, 'lines of the import');
      const { counts } = await api.library.open({ filters: { ours: ['customer'] } });
      same(counts?.ours.find(({ value }) => value === 'customer')?.count, 1, 'facet');
      const { undo: unmarked } = await api.ours.decide({ companyId: exact.companyId, isSame: false });
      same(await marked(), null, 'no longer marked');
      await api.marks.undo({ token: unmarked ?? '' });
      await api.marks.undo({ token: undo ?? '' });
      same(await marked(), null, 'undone');
      same((await api.marks.redo({})).redone?.what, 'ours-imported', 'redone');
      same(await marked(), { kind: 'customer', isCertain: true }, 'marked again');
      const removed = await api.ours.remove({ id });
      same(
        [removed.undo === null, (await api.ours.remove({ id })).undo, await marked()],
        [false, null, null],
        'removed',
      );
      check(pushes >= 5, 'pushes');
      stop();
    },
  },
  {
    name: 'a draft that is no longer open, and text that is too long, are rejected',
    run: async ({ api, port }) => {
      same(
        (await failure(api.ours.preview({ draftId: 'gone', among: [] }), 'not-found')).what,
        'import',
        'draft',
      );
      await failure(
        api.ours.import({ draftId: 'gone', kind: 'deal', source: '', decisions: [] }),
        'not-found',
      );
      const long = await port.request('ours.addText', {
        draftId: null,
        text: 'a'.repeat(OURS_PIECE_MAX + 1),
      });
      check(!long.ok && long.error.kind === 'validation', 'a piece that is too long');
      const unknown = await port.request('ours.import', {
        draftId: 'x',
        kind: 'friend',
        source: '',
        decisions: [],
      });
      check(!unknown.ok && unknown.error.kind === 'validation', 'an unknown kind');
    },
  },
];
