import { setImmediate as nextTurn } from 'node:timers/promises';
import { openWorkspaceFiles } from '../../../electron/core/backup/open-workspace-files.ts';
import { all } from '../../../electron/core/database/sql.ts';
import { createLibrarySearch } from '../../../electron/core/library/index/library-search.ts';
import { clock, log } from '../app/library-fixtures.ts';
import { SEARCH_ALONE } from '../app/search-alone.ts';

/*
 * Continues building the search index of a workspace, and prints `begin` after its first commit. The test kills
 * this process after a random time.
 */

const [folder = ''] = process.argv.slice(2);
const files = openWorkspaceFiles(folder, { clock, log });
const search = createLibrarySearch({ ...files, clock, log, ...SEARCH_ALONE, contactNames: () => null });
const newest = (): unknown => all(files.cache, 'SELECT max(doc_id) AS id FROM search_doc')[0]?.['id'];
const before = newest();
let hasEnded = false;
search.warm();
const settled = search.settled().then(() => (hasEnded = true));
while (!hasEnded && newest() === before) await nextTurn();
process.stdout.write('begin\n');
await settled;
search.dispose();
await search.settled();
files.close();
