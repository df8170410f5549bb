import { readFileSync, writeSync } from 'node:fs';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { applyImport } from '../../../electron/core/user-data/archive/apply.ts';
import { collect } from '../../../electron/core/user-data/archive/collect.ts';
import { compare } from '../../../electron/core/user-data/archive/compare.ts';
import { readHistory } from '../../../electron/core/user-data/archive/history.ts';
import { readArchive } from '../../../electron/core/user-data/archive/read-archive.ts';
import { ARCHIVE_KINDS } from '../../../shared/model/archive/archive-values.ts';
import { clock, log } from '../app/library-fixtures.ts';

/*
 * Imports an archive into a workspace: `node test/support/durability/importing-process.ts FOLDER FILE
 * [DEFECT]`
 * Prints `begin` before the import and `end` after it. The DEFECT `autocommit` plants a defect: half of the
 * import is committed separately, after which the process prints `half`.
 */

const [folder = '', file = '', defect] = process.argv.slice(2);
const { yours } = openWorkspaceFiles(folder, { clock, log });
const archive = readArchive(readFileSync(file));
const ours = collect(yours);
const compared = compare({ content: ours.content, history: readHistory(yours) }, archive);
const choices = { kinds: new Set(ARCHIVE_KINDS), byKind: new Map(), byIndex: new Map() };
if (defect === 'autocommit') {
  const half = { ...archive, ours, compared: compared.slice(0, Math.floor(compared.length / 2)) };
  applyImport(yours, half, choices, { atMs: 1, oursMatches: new Map() });
  writeSync(1, 'half\n');
}
writeSync(1, 'begin\n');
applyImport(yours, { ...archive, ours, compared }, choices, { atMs: 1, oursMatches: new Map() });
writeSync(1, 'end\n');
