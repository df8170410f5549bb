import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { all, get, num, text, type ReadDb } from '../../../electron/core/database/sql.ts';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { clock, log } from '../app/library-fixtures.ts';
import { ownNode } from '../common/process.ts';

const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), run: z.string() }),
  z.object({ kind: z.literal('note'), companyId: z.string(), revision: z.int(), body: z.string() }),
  z.object({ kind: z.literal('entry'), listId: z.string(), companyId: z.string() }),
  z.object({ kind: z.literal('page'), companyId: z.string(), rows: z.int() }),
  z.object({ kind: z.literal('people'), companyId: z.string() }),
]);
export type Acknowledged = Exclude<z.infer<typeof lineSchema>, { kind: 'ready' }>;

/** If the core acknowledges no write within this time, it is killed. */
const MAX_RUN_MS = 60_000;

/**
 * Runs `saving-core-process.ts`, and kills it `afterMs` after the first acknowledged write. On a busy
 * machine, that write may come late. Returns all acknowledged writes.
 */
export function saveUntilKilled(folder: string, afterMs: number, defect = 'none'): Promise<Acknowledged[]> {
  const core = spawn(ownNode, [join(import.meta.dirname, 'saving-core-process.ts'), folder, defect], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const writes: Acknowledged[] = [];
  const errorOutput: string[] = [];
  core.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk.toString()));
  createInterface({ input: core.stdout }).on('line', (line) => {
    // The kill may cut off the last line. A cut-off line does not acknowledge a write.
    if (!line.endsWith('}')) return;
    const parsed = lineSchema.parse(JSON.parse(line));
    if (parsed.kind !== 'ready' && writes.push(parsed) === 1) setTimeout(() => core.kill('SIGKILL'), afterMs);
  });
  const deadline = setTimeout(() => core.kill('SIGKILL'), MAX_RUN_MS);
  return new Promise((resolve, reject) => {
    core.on('error', reject);
    core.on('close', (code, signal) => {
      clearTimeout(deadline);
      if (signal === 'SIGKILL') resolve(writes);
      else
        reject(new Error(`the core exited before it was killed (${String(code)}): ${errorOutput.join('')}`));
    });
  });
}

/**
 * Opens the files as the app does after a crash. Returns the acknowledged writes that are missing, and any
 * damage to the files.
 */
export function lostAfterKill(folder: string, writes: readonly Acknowledged[]): string[] {
  const files = openWorkspaceFiles(folder, { clock, log });
  try {
    const found = files.setAside === null ? [] : ['the cache had to be set aside'];
    for (const [name, db] of Object.entries({
      cache: files.cache,
      yours: files.yours,
      ledger: files.ledger,
    })) {
      const verdict = all(db, 'PRAGMA integrity_check').map((row) => text(row, 'integrity_check'));
      if (verdict.join() !== 'ok') found.push(`${name}: ${verdict.join()}`);
      const broken = all(db, 'PRAGMA foreign_key_check').length;
      if (broken > 0) found.push(`${name}: ${broken} broken references`);
    }
    for (const each of writes) if (!isStored(files, each)) found.push(`${each.kind} ${each.companyId}`);
    return found;
  } finally {
    files.close();
  }
}

function isStored(files: { cache: ReadDb; yours: ReadDb }, writes: Acknowledged): boolean {
  const { companyId } = writes;
  switch (writes.kind) {
    case 'note': {
      const row = get(
        files.yours,
        'SELECT body FROM note_revision WHERE company_id = :companyId AND revision = :revision',
        { companyId, revision: writes.revision },
      );
      const note = get(files.yours, 'SELECT revision FROM note WHERE company_id = :companyId', { companyId });
      if (note === null || num(note, 'revision') < writes.revision) return false;
      // Only the newest revisions of a note are kept. If this revision is gone, the note's current revision
      // must be a later one.
      return row === null ? num(note, 'revision') > writes.revision : text(row, 'body') === writes.body;
    }
    case 'entry':
      return (
        get(
          files.yours,
          'SELECT 1 FROM watchlist_entry WHERE company_id = :companyId AND list_id = :listId AND dropped = 0',
          { companyId, listId: Number(writes.listId) },
        ) !== null
      );
    case 'page': {
      const range = { from: companyId, to: `${companyId}~` };
      const rows = get(
        files.cache,
        'SELECT count(*) AS n FROM query_set_row WHERE company_id BETWEEN :from AND :to',
        range,
      );
      return rows !== null && num(rows, 'n') === writes.rows;
    }
    case 'people':
      return get(files.cache, 'SELECT 1 FROM contact WHERE company_id = :companyId', { companyId }) !== null;
  }
}
