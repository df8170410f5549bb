import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspaceFiles } from '../../electron/core/backup/open-workspace-files.ts';
import { all, text, transaction } from '../../electron/core/database/sql.ts';
import { putNote } from '../../electron/core/database/queries/yours/notes.ts';
import { collect } from '../../electron/core/user-data/archive/collect.ts';
import { clock, log } from '../support/app/library-fixtures.ts';
import { IS_FULL } from '../support/common/full-size.ts';
import { ownNode } from '../support/common/process.ts';
import { fileIn } from '../unit/user-data/archive/archive-world.ts';
import { reportFigures, tabulate } from './figures.ts';

/* If the app is killed during an import, the workspace contains either the whole import or none of it. */

const KILLS = IS_FULL ? 200 : 6;
const NOTES = 2_000;

let root = '';
const place = (name: string): string => join(root, name);
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'roundwatch-import-'));
  const files = openWorkspaceFiles(place('source'), { clock, log });
  transaction(files.yours, () => {
    for (let index = 0; index < NOTES; index += 1)
      putNote(files.yours, {
        companyId: `c${index}`,
        companyName: 'C',
        body: `note ${index}`,
        revision: 1,
        savedAtMs: 1,
        open: false,
        removedChars: 0,
      });
  });
  writeFileSync(place('archive.roundwatch'), fileIn(files));
  files.close();
  openWorkspaceFiles(place('empty'), { clock, log }).close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Imports into a new workspace, and kills the process `afterMs` milliseconds after the import begins. */
function importUntilKilled(name: string, afterMs: number, defect = 'none'): Promise<{ hasEnded: boolean }> {
  cpSync(place('empty'), place(name), { recursive: true });
  const script = join(import.meta.dirname, '../support/durability/importing-process.ts');
  const child = spawn(ownNode, [script, place(name), place('archive.roundwatch'), defect]);
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    if (output === '') timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    output += chunk.toString();
    if (output.includes('half')) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL' || code === 0) resolve({ hasEnded: output.includes('end') });
      else reject(new Error(errors.join('')));
    });
  });
}

function notesIn(name: string): { notes: number; verdict: string; steps: number } {
  const files = openWorkspaceFiles(place(name), { clock, log });
  try {
    const verdict = all(files.yours, 'PRAGMA integrity_check').map((row) => text(row, 'integrity_check'));
    return {
      notes: collect(files.yours).content.notes.length,
      verdict: verdict.join(),
      steps: all(files.yours, 'SELECT step_id FROM undo_step').length,
    };
  } finally {
    files.close();
    rmSync(place(name), { recursive: true, force: true });
  }
}

describe('killed during an import', () => {
  it(
    `leaves all of the import or nothing, ${KILLS} times`,
    async () => {
      const torn: string[] = [];
      let [none, complete] = [0, 0];
      for (let kill = 0; kill < KILLS; kill += 1) {
        // The first process is killed immediately, and the last one has time to finish. Both possible results
        // therefore occur: nothing imported, and everything imported.
        const afterMs = kill === 0 ? 0 : kill === KILLS - 1 ? 120_000 : Math.random() * 400;
        const { hasEnded } = await importUntilKilled(`kill-${kill}`, afterMs);
        const { notes, verdict, steps } = notesIn(`kill-${kill}`);
        const isWhole = notes === NOTES && steps === 1;
        const isNothing = notes === 0 && steps === 0 && !hasEnded;
        if (verdict !== 'ok' || (!isWhole && !isNothing))
          torn.push(`${notes} notes, ${steps} steps, ${verdict}`);
        if (isWhole) complete += 1;
        if (isNothing) none += 1;
      }
      const tried = `${KILLS} kills during an import`;
      const wrong = `${torn.length} torn, ${none} left nothing, ${complete} everything`;
      reportFigures([`C11 ${tried}: ${wrong}`]);
      tabulate({ promise: 'C11', tried, wrong });
      expect(torn).toEqual([]);
      expect([none > 0, complete > 0]).toEqual([true, true]);
    },
    Math.max(120_000, KILLS * 6_000),
  );

  it('finds the planted defect of an import in two transactions', async () => {
    await importUntilKilled('defect', 60_000, 'autocommit');
    const { notes } = notesIn('defect');
    expect([0, NOTES]).not.toContain(notes);
  });
});
