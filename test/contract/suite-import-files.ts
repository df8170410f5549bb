import { ARCHIVE_KINDS } from '../../shared/model/archive/archive-values.ts';
import { check, failure, same, type ContractStep } from './suite-kit.ts';

/* Steps that cover imports of Markdown and CSV files. */

export const importFilesSteps: readonly ContractStep[] = [
  {
    name: 'the Markdown export comes back, and changes nothing where it came from',
    run: async ({ api }) => {
      const { queryId } = await api.library.open({});
      const [first] = (await api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
      check(first !== undefined, 'the library has a company');
      const { companyId } = first;
      const note = await api.notes.get({ companyId });
      await api.notes.save({ companyId, body: 'for the export', baseRevision: note.revision, begins: true });
      check((await api.words.export({})).files > 0, 'exported');
      const opened = await api.importFiles.open({ what: 'markdown-folder' });
      check(opened !== null && opened.records > 0, 'files were read');
      same([opened.columns, opened.problems], [[], []], 'Markdown has no columns');
      const { fileId } = opened;
      const { preview, companies } = await api.importFiles.map({ fileId, mapping: [] });
      check(companies.known > 0, 'companies are recognized by id');
      const notes = preview.kinds.find(({ kind }) => kind === 'notes');
      same([notes?.fresh, notes?.conflicts, notes?.changedThere], [0, 0, 0], 'nothing new');
      same(
        await api.importFiles.possible({ fileId, offset: 0, limit: 5 }),
        { rows: [], total: 0 },
        'certain',
      );
      const applied = await api.archive.apply({ importId: preview.importId, kinds: [...ARCHIVE_KINDS] });
      same(applied, { written: 0, undo: null }, 'nothing written');
      same(await api.importFiles.close({ fileId }), {}, 'closed');
      const closed = await failure(api.importFiles.map({ fileId, mapping: [] }), 'not-found');
      same(closed, { kind: 'not-found', what: 'import' }, 'no longer kept');
    },
  },
];
