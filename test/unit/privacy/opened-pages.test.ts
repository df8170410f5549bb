import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app/test-app.ts';
import { tempDir } from '../../support/common/temp-dir.ts';
import { findPlaintext } from '../../support/privacy/plaintext-scan.ts';

let folder: ReturnType<typeof tempDir>;
let app: TestApp;
beforeEach(async () => {
  folder = tempDir();
  app = await startTestApp({ dataDir: folder.path });
  await app.api.workspaces.exploreDemo({ filled: true });
});
afterEach(async () => {
  await app.dispose();
  folder.remove();
});

const opened = async () => {
  const { total, openedSinceMs } = await app.api.outcomes.get({ period: 'all' });
  return { count: total.counts[1] ?? 0, openedSinceMs };
};
/** Opens the pages of two companies whose ids do not yet occur in user data, and returns the two ids. */
async function openTwo(): Promise<string[]> {
  const { rows = [] } = await app.api.library.find({ rowsFrom: 0 });
  const ids: string[] = [];
  for (const { companyId: id } of rows) {
    // Stops after two companies, because `holding` reads every file and is slow.
    if (holding(id) === '' && ids.push(id) === 2) break;
  }
  for (const id of ids) await app.api.outcomes.opened({ id });
  return ids;
}
const workspaceId = (): string => readdirSync(join(folder.path, 'workspaces'))[0] ?? '';
/**
 * Returns the files that contain the id. Skips the cache, which contains the id until the local search has
 * updated its index.
 */
const holding = (id: string): string =>
  findPlaintext(join(folder.path, 'workspaces'), [id])
    .hits.filter((hit) => !hit.includes('cache.db'))
    .join('\n');

describe('the record of an opened page', () => {
  it('is removed with its company, including from backups', async () => {
    const before = await opened();
    const [id = '', other = ''] = await openTwo();
    expect(await opened()).toMatchObject({ count: before.count + 2 });
    await app.api.backups.make({});
    expect(holding(id)).toMatch(/yours\.db[^]*backups|backups[^]*yours\.db/);
    await app.api.privacy.eraseCompany({ companyId: id });
    expect(holding(id)).toBe('');
    expect(holding(other)).not.toBe('');
    expect(await opened()).toMatchObject({ count: before.count + 1 });
  });

  it('is removed when all downloaded data is deleted, also from backups', async () => {
    const [id = ''] = await openTwo();
    expect((await opened()).openedSinceMs).not.toBeNull();
    await app.api.backups.make({});
    expect(holding(id)).toMatch(/backups/);
    expect(await app.api.privacy.wipeServiceData({})).toEqual({ copiesPending: false });
    expect((await opened()).openedSinceMs).toBeNull();
    expect(holding(id)).toBe('');
    const { backups } = await app.api.backups.list({});
    expect(backups.length).toBeGreaterThan(0);
    expect(backups.every(({ state }) => state === 'good')).toBe(true);
  });

  it('is removed from backups at the next start if that failed', async () => {
    const [id = ''] = await openTwo();
    await app.api.backups.make({});
    // A folder already has the name of the temporary copy, so the backup cannot be changed.
    const blocked = join(folder.path, 'workspaces', workspaceId(), 'backups', 'yours.unfinished.db');
    mkdirSync(blocked);
    expect(await app.api.privacy.wipeServiceData({})).toEqual({ copiesPending: true });
    expect((await opened()).openedSinceMs).toBeNull();
    expect(holding(id)).toMatch(/backups/);
    rmdirSync(blocked);
    await app.dispose();
    app = await startTestApp({ dataDir: folder.path, settings: app.settings });
    expect(holding(id)).toBe('');
  });
});
