import { finish } from '../../../../electron/core/foundation/slices.ts';
import { expect, it } from 'vitest';
import { yoursMigrations } from '../../../../electron/core/database/migrations/yours/index.ts';
import {
  insertLocalCompany,
  localCompany,
  setJoinedInto,
} from '../../../../electron/core/database/queries/yours/local-companies.ts';
import { emptyContent } from '../../../../electron/core/user-data/archive/content.ts';
import { withJoinedCompanies } from '../../../../electron/core/user-data/archive/joined-companies.ts';
import { idOfNamed } from '../../../../electron/core/user-data/local-companies/local-companies.ts';
import { undoChange } from '../../../../electron/core/user-data/undo-journal.ts';
import { localCompanyId } from '../../../../electron/core/foundation/local-company-id.ts';
import { memoryDatabase } from '../../../support/database/memory-database.ts';
import { surroundings } from '../../../support/durability/fixtures.ts';
import { archiveOf, importInto, newFiles, T0, writeNote } from './archive-world.ts';

it('data of a local company that was joined here is compared with the stored company', () => {
  const db = memoryDatabase(yoursMigrations, surroundings);
  const joined = localCompanyId('site:joined.example');
  const open = localCompanyId('site:open.example');
  for (const companyId of [joined, open])
    insertLocalCompany(db, {
      companyId,
      name: 'A',
      websiteHost: '',
      linkedinPage: '',
      createdAtMs: 1,
      joinedInto: null,
    });
  const note = (companyId: string) => ({
    companyId,
    companyName: 'A',
    versions: [{ revision: 1, savedAtMs: 1, body: companyId }],
  });
  const content = { ...emptyContent(), notes: [note(joined), note(open)] };
  expect(finish(withJoinedCompanies(content, db))).toBe(content);
  setJoinedInto(db, joined, 'stored');
  const { notes } = finish(withJoinedCompanies(content, db));
  expect(notes.map(({ companyId }) => companyId)).toEqual(['stored', open]);
  expect(notes[0]?.versions).toEqual(note(joined).versions);
  const both = { ...content, notes: [note(joined), note('stored')] };
  expect(finish(withJoinedCompanies(both, db))).toBe(both);
});

it('the website and the LinkedIn page of a local company come along with its data', async () => {
  const [source, target] = [newFiles(), newFiles()];
  const local = { name: 'Local', websiteHost: 'local.example', linkedinPage: 'local' };
  const companyId = idOfNamed(local);
  insertLocalCompany(source.yours, { ...local, companyId, createdAtMs: 1, joinedInto: null });
  const unused = { name: 'Unused', websiteHost: 'unused.example', linkedinPage: '' };
  insertLocalCompany(source.yours, {
    ...unused,
    companyId: idOfNamed(unused),
    createdAtMs: 1,
    joinedInto: null,
  });
  writeNote(source, companyId, 'a note', T0);
  const archive = archiveOf(source);
  expect(archive.localCompanies).toEqual([{ ...local, companyId, joinedInto: null }]);
  const { undo } = await importInto(target, archive);
  expect(localCompany(target.yours, companyId)).toMatchObject(local);
  undoChange(target.yours, undo ?? '', T0 + 2);
  expect(localCompany(target.yours, companyId)).toBe(null);
});
