import { ARCHIVE_KINDS } from '../../shared/model/archive/archive-values.ts';
import { check, failure, same, type ContractStep } from './suite-kit.ts';

/* Steps that cover archives of the user's own data. */

export const archiveSteps: readonly ContractStep[] = [
  {
    name: 'an archive is saved, opened with its passphrase and imported, and one undo takes all of it back',
    run: async ({ api }) => {
      const { queryId } = await api.library.open({});
      const [first] = (await api.library.rows({ queryId, offset: 0, limit: 1 })).rows;
      check(first !== undefined, 'the library has a company');
      const companyId = first.companyId;
      const { name } = await api.marks.createTag({ name: 'From the archive' });
      const note = await api.notes.get({ companyId });
      await api.notes.save({ companyId, body: 'first text', baseRevision: note.revision });
      const { saved } = await api.archive.save({ passphrase: 'correct horse battery' });
      check(saved !== null && saved.fileName.endsWith('.roundwatch'), 'saved');
      check((saved.counts.find(({ kind }) => kind === 'notes')?.count ?? 0) > 0, 'a note in the archive');
      const changed = await api.notes.get({ companyId });
      await api.notes.save({ companyId, body: 'second text', baseRevision: changed.revision, begins: true });
      const tag = (await api.marks.tags({ text: name, offset: 0, limit: 1 })).tags[0];
      await api.marks.removeTag({ id: tag?.id ?? '' });

      const opened = await api.archive.open({});
      check(opened.state === 'locked', 'the archive is encrypted');
      const { importId } = opened;
      const wrong = await failure(api.archive.unlock({ importId, passphrase: 'wrong' }), 'archive');
      same(wrong, { kind: 'archive', reason: 'wrong-passphrase' }, 'a wrong passphrase');
      const needed = await failure(api.archive.preview({ importId }), 'archive');
      same(needed, { kind: 'archive', reason: 'passphrase-needed' }, 'locked');
      const preview = await api.archive.unlock({ importId, passphrase: 'correct horse battery' });
      same(preview.origin?.isThisWorkspace, true, 'the same workspace');
      const notes = preview.kinds.find(({ kind }) => kind === 'notes');
      same([notes?.changedHere, notes?.conflicts], [1, 0], 'the note was changed here');
      same(await api.archive.preview({ importId: preview.importId }), preview, 'the preview again');
      const page = { importId: preview.importId, offset: 0, limit: 20 };
      same(await api.archive.conflicts(page), { conflicts: [], total: 0 }, 'no conflicts');
      const result = await api.archive.apply({ importId: preview.importId, kinds: [...ARCHIVE_KINDS] });
      same(result, { written: 0, undo: null }, 'deleted here stays deleted');
      const gone = await failure(api.archive.preview({ importId: preview.importId }), 'not-found');
      same(gone, { kind: 'not-found', what: 'import' }, 'closed after the import');
      same(await api.archive.close({ importId }), {}, 'closed');
    },
  },
];
