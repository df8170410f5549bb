import { finish } from '../../../../electron/core/foundation/slices.ts';
import { expect, it } from 'vitest';
import { yoursMigrations } from '../../../../electron/core/database/migrations/yours/index.ts';
import {
  insertLocalCompany,
  setJoinedInto,
} from '../../../../electron/core/database/queries/yours/local-companies.ts';
import { emptyContent } from '../../../../electron/core/user-data/archive/content.ts';
import { withJoinedCompanies } from '../../../../electron/core/user-data/archive/joined-companies.ts';
import { localCompanyId } from '../../../../electron/core/foundation/local-company-id.ts';
import { memoryDatabase } from '../../../support/database/memory-database.ts';
import { surroundings } from '../../../support/durability/fixtures.ts';

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
