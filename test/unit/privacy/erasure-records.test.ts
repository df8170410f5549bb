import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  openWorkspaceFiles,
  type WorkspaceFiles,
} from '../../../electron/core/backup/open-workspace-files.ts';
import { privacyRow, putErasedCompany } from '../../../electron/core/database/queries/privacy-state.ts';
import { transaction } from '../../../electron/core/database/sql.ts';
import {
  afterRestore,
  companyHash,
  mergeErasureRecords,
  readErased,
} from '../../../electron/core/privacy/erasure-records.ts';
import { surroundings } from '../../support/durability/fixtures.ts';
import { tempDir } from '../../support/common/temp-dir.ts';

const random = { bytes: (count: number) => randomBytes(count) };
let folders: ReturnType<typeof tempDir>[] = [];
let opened: WorkspaceFiles[] = [];
beforeEach(() => {
  folders = [tempDir(), tempDir()];
  opened = folders.map(({ path }) => openWorkspaceFiles(path, surroundings));
  for (const files of opened) mergeErasureRecords(files, random);
});
afterEach(() => {
  for (const files of opened) files.close();
  for (const folder of folders) folder.remove();
});

const files = (at: number): WorkspaceFiles => {
  const found = opened[at];
  if (found === undefined) throw new Error(`no files ${at}`);
  return found;
};
function erase(at: number, id: string): void {
  const settings = privacyRow(files(at).yours);
  if (settings === null) throw new Error('no privacy settings');
  const hash = companyHash(settings.companyKey, id);
  transaction(files(at).yours, () =>
    putErasedCompany(files(at).yours, { hash, erasedAtMs: 1, everywhere: true }),
  );
}

describe('the erasure records of a file from another computer', () => {
  it('stay valid if nothing was erased here', () => {
    erase(0, 'erased');
    const restored = files(0).yours;
    transaction(restored, () => afterRestore(restored, files(1).yours));
    // After a restore, the app opens the restored file together with this computer's existing cache.
    mergeErasureRecords({ yours: restored, cache: files(1).cache }, random);
    expect(readErased(restored)?.('erased')).toBe(true);
    expect(readErased(files(1).cache)?.('erased')).toBe(true);
  });

  it('never replace those of this computer', () => {
    erase(1, 'erased here');
    const restored = files(0).yours;
    transaction(restored, () => afterRestore(restored, files(1).yours));
    expect(readErased(restored)?.('erased here')).toBe(true);
  });
});
