import { limitYoungGeneration } from '../electron/shells/startup/young-generation.ts';

/*
 * `node bench/search-process.ts build|start FOLDER`: builds or starts the index of a workspace folder and
 * prints the cost as JSON.
 */

// As in the product's shells: before any other import.
limitYoungGeneration();
const { buildIndex, startSearch } = await import('./search-index.ts');
const [command, folder = ''] = process.argv.slice(2);
const figures = await (command === 'build' ? buildIndex(folder) : startSearch(folder));
process.stdout.write(JSON.stringify(figures));
