import { limitYoungGeneration } from '../electron/shells/startup/young-generation.ts';

/*
 * `node bench/search-process.ts build|start FOLDER`: builds the search index in a workspace folder, or starts
 * the search with the existing index, and prints the figures as JSON.
 */

// V8's memory limit must be set before any other module is imported, as in the product's shells.
limitYoungGeneration();
const { buildIndex, startSearch } = await import('./search-index.ts');
const [command, folder = ''] = process.argv.slice(2);
const figures = await (command === 'build' ? buildIndex(folder) : startSearch(folder));
process.stdout.write(JSON.stringify(figures));
