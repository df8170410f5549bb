import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createFakeKeychain } from '../../support/fake-keychain.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { createMapSettings, startTestApp } from '../../support/test-app.ts';

const folder = tempDir();
afterEach(() => folder.remove());

it('a folder with the seller’s notes stays though its record is gone; one whose removal was begun, or without words, goes', async () => {
  const kept = { dataDir: folder.path, keychain: createFakeKeychain(), settings: createMapSettings() };
  const ids: string[] = [];
  for (const words of ['Call on Monday.', 'Gone by tomorrow.', null]) {
    const app = await startTestApp({ ...kept, settings: createMapSettings(), demo: true });
    const { activeId } = await app.api.workspaces.list({});
    if (words !== null) await app.api.notes.save({ companyId: 'cmp_1', body: words, baseRevision: 0 });
    await app.dispose();
    ids.push(activeId ?? '');
    rmSync(join(folder.path, 'workspaces', activeId ?? '', 'workspace.json'));
    if (words?.startsWith('Gone'))
      writeFileSync(join(folder.path, 'workspaces', activeId ?? '', 'removed'), '');
  }
  const again = await startTestApp(kept);
  await again.dispose();
  const left = ids.map((id) => existsSync(join(folder.path, 'workspaces', id, 'yours.db')));
  expect(left).toEqual([true, false, false]);
});
