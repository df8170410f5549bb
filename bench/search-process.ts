import { keepYoungHeapSmall } from '../electron/shells/young-heap.ts';

/* `node bench/search-process.ts build|start FOLDER`: does that in the folder of a workspace and prints what it cost, as JSON. */

// As the product's shells do: before anything else is read.
keepYoungHeapSmall();
const { buildIndex, startSearch } = await import('./search-index.ts');
const [what, folder = ''] = process.argv.slice(2);
const told = await (what === 'build' ? buildIndex(folder) : startSearch(folder));
process.stdout.write(JSON.stringify(told));
