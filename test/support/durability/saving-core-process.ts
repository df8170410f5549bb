import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { exec } from '../../../electron/core/database/sql.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { createNotes } from '../../../electron/core/user-data/notes.ts';
import { storeContacts } from '../../../electron/core/library/store-responses.ts';
import { createWatchlists } from '../../../electron/core/user-data/lists.ts';
import {
  clock,
  company,
  contact,
  fundingsQuery,
  log,
  loadContactKey,
  page,
  round,
  row,
} from '../app/library-fixtures.ts';
import { storePage } from '../app/store-without-key.ts';
import { noJournal } from '../app/no-journal.ts';

/*
 * A core without screens that saves until it is killed: `node test/support/durability/saving-core-process.ts
 * FOLDER [DEFECT]`. Prints one JSON line for each completed write.
 *
 * DEFECT introduces a defect that the kill test must find. With `acknowledge-first`, the core prints the line
 * before the write. With `one-transaction`, it never commits the writes.
 */

const [folder, defect = 'none'] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('usage: saving-core-process.ts FOLDER [acknowledge-first | one-transaction]');

const files = openWorkspaceFiles(folder, { clock, log });
const notes = createNotes(files.yours);
const lists = createWatchlists(files.yours, noJournal);
const listId = (lists.list()[0] ?? lists.create('Killed while saving', clock.nowMs())).id;
const run = randomBytes(6).toString('hex');
const seal = loadContactKey();

const report = (line: Readonly<Record<string, string | number>>): void => {
  writeSync(1, `${JSON.stringify(line)}\n`);
};
function writeAndReport(line: Readonly<Record<string, string | number>>, write: () => void): void {
  if (defect === 'acknowledge-first') report(line);
  write();
  if (defect !== 'acknowledge-first') report(line);
}

if (defect === 'one-transaction') exec(files.yours, 'BEGIN IMMEDIATE');
report({ kind: 'ready', run });

for (let step = 0; ; step += 1) {
  const companyId = `${run}-${step % 7}`;
  const known = notes.get(companyId);
  const body = `${run} ${step} ${randomBytes(20 + ((step * 97) % 3_000)).toString('base64')}`;
  writeAndReport({ kind: 'note', companyId, revision: known.revision + 1, body }, () => {
    notes.save({ companyId, companyName: 'A', body, baseRevision: known.revision, savedAtMs: clock.nowMs() });
  });
  const entryId = `${run}-entry-${step}`;
  writeAndReport({ kind: 'entry', listId, companyId: entryId }, () => {
    lists.add({ id: listId, companyId: entryId, companyName: 'B', reason: 'r', addedAtMs: clock.nowMs() });
  });
  if (step % 3 === 0) savePage(step);
}

function savePage(step: number): void {
  const atMs = clock.nowMs();
  const rows = Array.from({ length: 10 }, (_, index) => {
    const id = `${run}-page-${step}-${index}`;
    return row(
      company(id, { name: id, industries: ['Fintech'] }),
      round(id, { stage: 'Seed', announcedOn: '2026-06-01' }),
    );
  });
  const query = fundingsQuery({ search: `${run} ${step}` });
  writeAndReport({ kind: 'page', companyId: `${run}-page-${step}-`, rows: rows.length }, () => {
    storePage(files.cache, { endpoint: 'fundings', query, page: page(rows), fetchedAtMs: atMs });
  });
  const companyId = `${run}-page-${step}-0`;
  const contacts = [contact({ name: 'Jane', email: 'jane@example.com' })];
  writeAndReport({ kind: 'people', companyId }, () => {
    storeContacts(files.cache, seal, { companyId, contacts, rawPersonal: contacts }, atMs);
  });
}
