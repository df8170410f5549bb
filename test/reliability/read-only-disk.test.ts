import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acquireFolderLock } from '../../electron/adapters/folder-lock.ts';
import { reportFigure } from '../security/support/figures.ts';
import { createFakeKeychain } from '../support/app/fake-keychain.ts';
import { createMapSettings, startTestApp } from '../support/app/test-app.ts';
import { failureOf } from '../support/common/failure.ts';
import { mountSmallDisk, type SmallDisk } from '../support/durability/small-disk.ts';
import { thirtyDays } from '../contract/suite-kit.ts';
import { tabulate } from './figures.ts';

/*
 * Figure C7: the app starts on a full or read-only disk, after it was closed or killed. The app must show the
 * stored data and explain why it cannot save. As soon as the disk is writable again, saving must work.
 */

let root = '';
let disk: SmallDisk | string = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-readonly-'));
  disk = mountSmallDisk(join(root, 'disk'));
});
afterAll(() => {
  if (typeof disk !== 'string') disk.dispose();
  rmSync(root, { recursive: true, force: true });
});

const installation = (dataDir: string) => ({
  dataDir,
  keychain: createFakeKeychain(),
  settings: createMapSettings(),
});
type Installation = ReturnType<typeof installation>;

/**
 * Fetches companies and saves a note in the demo. Then copies the data folder to `killed` while the app runs,
 * so the copy looks as if the app had been killed.
 */
async function use(used: Installation, killed: string): Promise<{ companies: number }> {
  const { api, dispose } = await startTestApp(used);
  await api.workspaces.exploreDemo({});
  const query = await thirtyDays(api, 5);
  const { cost } = await api.quota.price({ call: { endpoint: 'fundings', query } });
  await api.search.run({ question: { list: 'fundings', query }, accepted: cost, screen: 'search' });
  await api.notes.save({ companyId: 'c', body: 'mine', baseRevision: 0 });
  const companies = await companiesIn(api);
  cpSync(used.dataDir, killed, { recursive: true });
  await dispose();
  return { companies };
}

type Api = Awaited<ReturnType<typeof startTestApp>>['api'];
const companiesIn = async (api: Api): Promise<number> => (await api.library.find({})).total;

/** Starts the app on a full or read-only disk. Returns descriptions of everything that went wrong. */
async function startReadOnly(
  used: Installation,
  reason: 'full' | 'read-only',
  companies: number,
  makeWritable: () => void,
): Promise<string[]> {
  const wrong: string[] = [];
  const { api, dispose, logged } = await startTestApp(used);
  const expectThat = (isTrue: boolean, text: string): void => void (isTrue || wrong.push(text));
  try {
    const status = await api.backups.status({});
    // A killed app leaves its WAL files behind. Even on a full disk, SQLite can write into these files
    // instead of making new ones. The app may then report low disk space and stay writable.
    const isExplained = status.readOnly === reason || (reason === 'full' && status.isRoomLow);
    expectThat(status.isOpen && isExplained, `status ${JSON.stringify(status)}`);
    if (!status.isOpen) return [...wrong, ...logged];
    expectThat((await api.notes.get({ companyId: 'c' })).body === 'mine', 'the note is not readable');
    expectThat((await companiesIn(api)) === companies, 'the library is not readable');
    const save = { companyId: 'd', body: 'new', baseRevision: 0 };
    if (status.readOnly !== null) {
      const refused = await failureOf(api.notes.save(save));
      const isReported = refused.kind === 'storage' && refused.reason === reason && refused.file === 'yours';
      expectThat(isReported, `a note: ${JSON.stringify(refused)}`);
    }
    const query = { ...(await thirtyDays(api, 5)), stages: ['Seed'] };
    const { cost } = await api.quota.price({ call: { endpoint: 'fundings', query } });
    const question = { list: 'fundings' as const, query };
    const unpaid = await failureOf(api.search.run({ question, accepted: cost, screen: 'search' }));
    expectThat(unpaid.kind === 'storage' && unpaid.reason === reason, `a search: ${JSON.stringify(unpaid)}`);
    const before = readdirSync(used.dataDir, { recursive: true }).length;
    makeWritable();
    await api.workspaces.open({ id: status.workspaceId ?? '' });
    expectThat((await api.backups.status({})).readOnly === null, 'still read-only');
    expectThat((await api.notes.get({ companyId: 'c' })).body === 'mine', 'the note is lost');
    await api.notes.save(save);
    expectThat(before > 0, 'no files');
  } finally {
    await dispose();
  }
  const again = await startTestApp(used);
  expectThat((await again.api.notes.get({ companyId: 'd' })).body === 'new', 'the new note is lost');
  await again.dispose();
  return wrong;
}

it('opens for reading on a full or read-only disk, shows the reason, and saves again later', async ({
  skip,
}) => {
  if (typeof disk === 'string') return skip(disk);
  const small = disk;
  const results: string[] = [];
  const wrong: string[] = [];
  const template = { closed: join(root, 'closed'), killed: join(root, 'killed') };
  const used = installation(template.closed);
  const { companies } = await use(used, template.killed);
  for (const state of ['closed', 'killed'] as const)
    for (const reason of ['full', 'read-only'] as const) {
      small.leave(128 << 20);
      const dataDir = join(small.path, `${state}-${reason}`);
      cpSync(template[state], dataDir, { recursive: true });
      // Removes the disk reserve, so there is not even room for the WAL of one file.
      for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
        if (name.endsWith('reserve.bin')) rmSync(join(dataDir, name));
      writeFileSync(join(small.path, 'other'), 'x'.repeat(65_536));
      if (reason === 'full') small.leave(0);
      else small.readOnly();
      const lock = acquireFolderLock(dataDir, 'test');
      const problems = await startReadOnly({ ...used, dataDir }, reason, companies, () => {
        if (reason === 'read-only') small.writable();
        small.leave(128 << 20);
      });
      if (lock.state === 'acquired') lock.release();
      else problems.push('the folder is locked');
      const drafts = readdirSync(dataDir).filter((name) => /^roundwatch\.lock\.[0-9a-f]{8}/.test(name));
      if (drafts.length > 0) problems.push('a draft of the lock file is left');
      wrong.push(...problems.map((problem) => `${state}, ${reason}: ${problem}`));
      results.push(`${state}, ${reason}`);
    }
  const tried = `${results.length} starts (${results.join('; ')})`;
  reportFigure(`C7 full or read-only disk: ${tried}; ${wrong.length} wrong`);
  tabulate({ promise: 'C7', tried, wrong: `${wrong.length} unopened, unexplained or lost` });
  expect(wrong).toEqual([]);
});
