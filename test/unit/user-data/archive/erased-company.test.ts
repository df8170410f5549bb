import { expect, it } from 'vitest';
import { companiesOfArchivedVersions } from '../../../../electron/core/database/queries/yours/archive/archived-versions.ts';
import { eraseSearchRows } from '../../../../electron/core/privacy/erasure-records.ts';
import { archiveOf, newFiles, T0, writeNote } from './archive-world.ts';

it('deletes the exchanged versions of an erased company only', () => {
  const files = newFiles();
  writeNote(files, 'a', 'about a', T0);
  writeNote(files, 'b', 'about b', T0);
  archiveOf(files);
  expect(companiesOfArchivedVersions(files.yours)).toEqual(['a', 'b']);
  eraseSearchRows(files.yours, (ids) => ids.filter((id) => id === 'a'));
  expect(companiesOfArchivedVersions(files.yours)).toEqual(['b']);
});
