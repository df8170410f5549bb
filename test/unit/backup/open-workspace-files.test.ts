import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../electron/core/database/open.ts';
import { close, exec } from '../../../electron/core/database/sql.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { clock, company, fundingsQuery, log, page, round, row } from '../../support/app/library-fixtures.ts';
import { requested, searchOf } from '../../support/app/library-search.ts';
import { failure } from '../../support/common/failure.ts';
import { storePage } from '../../support/app/store-without-key.ts';

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'roundwatch-')), 'workspace');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const open = () => openWorkspaceFiles(folder, { clock, log });
const note = { companyId: 'a', companyName: 'A', body: 'mine', baseRevision: 0, savedAtMs: 1 };
function storeSampleData(): void {
  const files = open();
  const rows = Array.from({ length: 50 }, (_, index) =>
    row(company(`c${index}`, { name: `N${index}`, description: 'd'.repeat(2_000) }), round(`r${index}`)),
  );
  storePage(files.cache, { endpoint: 'fundings', query: fundingsQuery(), page: page(rows), fetchedAtMs: 1 });
  createNotes(files.yours).save(note);
  files.close();
}
const modes = () =>
  readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);

describe('files of a workspace', () => {
  it('are complete without their logs once they are closed, even while another connection is open', () => {
    const files = open();
    const others = (['cache', 'yours', 'ledger'] as const).map((name) =>
      openDatabase(join(folder, `${name}.db`), { clock, log }),
    );
    createNotes(files.yours).save(note);
    const logBytes = (): number => statSync(join(folder, 'yours.db-wal')).size;
    expect(logBytes()).toBeGreaterThan(0);
    files.close();
    expect(logBytes()).toBe(0);
    for (const other of others) close(other);
  });

  it('are accessible to their owner only, as are the files beside them', () => {
    const before = process.umask(0);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      writeFileSync(join(folder, 'cache.db'), '', { mode: 0o644 });
      const files = open();
      createNotes(files.yours).save(note);
      expect(modes().map(([name]) => name)).toEqual([
        ...['cache', 'ledger'].flatMap((name) => [`${name}.db`, `${name}.db-shm`, `${name}.db-wal`]),
        'ledger.mark',
        'reserve.bin',
        'yours.db',
        'yours.db-shm',
        'yours.db-wal',
        'yours.mark',
      ]);
      expect(new Set(modes().map(([, mode]) => mode))).toEqual(new Set(['600']));
      expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
      files.close();
    } finally {
      process.umask(before);
    }
  });

  it('contain the same data after a restart', () => {
    storeSampleData();
    const files = open();
    expect(files.setAside).toBeNull();
    expect(createNotes(files.yours).get('a').body).toBe('mine');
    files.close();
  });

  it.each([
    [
      'garbage',
      (file: string) => writeFileSync(file, 'not a database at all, whatever its name says'.repeat(100)),
    ],
    ['truncated in the middle', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    [
      'overwritten with noise',
      (file: string) => {
        const bytes = readFileSync(file);
        bytes.fill(0xa5, 8_192, 60_000);
        writeFileSync(file, bytes);
      },
    ],
  ])('a cache that is %s is set aside and recreated; user data stays', async (_name, damage) => {
    storeSampleData();
    damage(join(folder, 'cache.db'));
    const damaged = readFileSync(join(folder, 'cache.db'));
    const files = open();
    expect(files.setAside).toMatch(/^cache\.damaged-\d{8}T\d{6}Z(-\d+)?\.db$/);
    expect(readFileSync(join(folder, files.setAside ?? '')).equals(damaged)).toBe(true);
    expect(createNotes(files.yours).get('a').body).toBe('mine');
    const found = await searchOf(files).find(requested());
    expect(found.idsAt(0, 5)).toEqual(['a']);
    files.close();
    const again = open();
    expect(again.setAside).toBeNull();
    again.close();
  });

  it.each(['yours.db', 'ledger.db'])('a damaged %s is reported and left unchanged', (name) => {
    storeSampleData();
    const file = join(folder, name);
    writeFileSync(file, 'garbage '.repeat(2_000));
    const before = readFileSync(file);
    expect(failure(open)).toEqual({
      kind: 'storage',
      reason: 'damaged',
      file: name.slice(0, -'.db'.length),
      remedy: name === 'yours.db' ? 'restore' : 'begin-ledger',
    });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((each) => each.includes('damaged'))).toEqual([]);
  });

  it.each(['cache', 'yours', 'ledger'] as const)(
    'a %s of a newer version is reported and left unchanged',
    (name) => {
      const files = open();
      exec(files[name], 'PRAGMA user_version = 9999');
      files.close();
      expect(failure(open)).toEqual({ kind: 'storage', reason: 'too-new', file: name, remedy: 'update' });
    },
  );

  it('a folder that cannot be created or read is reported', () => {
    mkdirSync(join(folder, '..'), { recursive: true });
    writeFileSync(folder, 'a file');
    expect(failure(open)).toEqual({ kind: 'storage', reason: 'unavailable' });
  });

  it('a read-only folder is reported', ({ skip }) => {
    if (process.getuid?.() === 0) skip('the superuser may write anywhere');
    mkdirSync(join(folder, '..'), { recursive: true });
    chmodSync(join(folder, '..'), 0o500);
    expect(failure(open)).toEqual({ kind: 'storage', reason: 'read-only' });
    chmodSync(join(folder, '..'), 0o700);
    expect(existsSync(folder)).toBe(false);
  });
});
