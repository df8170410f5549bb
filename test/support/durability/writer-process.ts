import { writeSync } from 'node:fs';
import { createBackupStore } from '../../../electron/core/backup/backup-store.ts';
import { restoreYours } from '../../../electron/core/backup/restore.ts';
import { exec } from '../../../electron/core/database/sql.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import { clock, company, fundingsQuery, log, page, round, row } from '../app/library-fixtures.ts';
import { storePage } from '../app/store-without-key.ts';
import { noJournal } from '../app/no-journal.ts';

/*
 * Saves STEPS times, prints a line for each completed save, and exits without closing its files: `node
 * test/support/durability/writer-process.ts FOLDER STEPS [SYNCHRONOUS]`. If SYNCHRONOUS is given, it is the
 * value of a weaker `synchronous` pragma, used as a planted defect.
 */

const [folder = '', steps = '0', weaker] = process.argv.slice(2);
const surroundings = { clock, log };
let files = openWorkspaceFiles(folder, surroundings);
const store = createBackupStore({ folder, ...surroundings });

/** Makes SQLite checkpoint often, so it resets and overwrites the WAL many times. */
function tune(): void {
  for (const db of [files.yours, files.cache]) {
    exec(db, 'PRAGMA wal_autocheckpoint = 24');
    if (weaker !== undefined) exec(db, `PRAGMA synchronous = ${weaker}`);
  }
}
tune();

const report = (line: Readonly<Record<string, string | number>>): void => {
  writeSync(1, `${JSON.stringify(line)}\n`);
};
const listId = createWatchlists(files.yours, noJournal).create('Power', 1).id;

for (let step = 0; step < Number(steps); step += 1) {
  const notes = createNotes(files.yours);
  const companyId = `c${step % 5}`;
  const { revision } = notes.get(companyId);
  const body = `${step} ${'abcdefghij'.repeat((step * 37) % 400)}`;
  notes.save({ companyId, companyName: 'A', body, baseRevision: revision, savedAtMs: step * 3_600_000 });
  report({ kind: 'note', companyId, revision: revision + 1, body });
  const entry = { id: listId, companyId: `e${step}`, companyName: 'B', reason: 'r', addedAtMs: step };
  createWatchlists(files.yours, noJournal).add(entry);
  report({ kind: 'entry', listId, companyId: entry.companyId });
  if (step % 4 === 1) savePage(step);
  if (step % 12 === 7) report({ kind: 'backup', id: store.make('hand', files.yours).backup.id });
  if (step % 24 === 19) restoreNewest();
}

function savePage(step: number): void {
  const rows = Array.from({ length: 8 }, (_, index) =>
    row(company(`p${step}-${index}`, { name: `N${index}` }), round(`p${step}-${index}`)),
  );
  const query = fundingsQuery({ search: `s${step}` });
  storePage(files.cache, { endpoint: 'fundings', query, page: page(rows), fetchedAtMs: step });
  report({ kind: 'page', companyId: `p${step}-`, rows: rows.length });
}

/** Makes a backup and restores it immediately. The restore must not lose any acknowledged save. */
function restoreNewest(): void {
  const { backup } = store.make('hand', files.yours);
  files.close();
  restoreYours({ folder, store, ...surroundings }, backup.id);
  files = openWorkspaceFiles(folder, surroundings);
  tune();
  report({ kind: 'backup', id: backup.id });
}

process.kill(process.pid, 'SIGKILL');
