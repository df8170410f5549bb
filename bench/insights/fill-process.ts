import { limitYoungGeneration } from '../../electron/shells/startup/young-generation.ts';

/*
 * `node bench/insights/fill-process.ts FOLDER COMPANIES`: fills a workspace folder. This runs in a separate
 * process, because the garbage of 100,000 generated companies would lengthen the garbage collections of the
 * measuring process.
 */

// V8's memory limit must be set before any other module is imported, as in the product's shells.
limitYoungGeneration();
const { fillInsights } = await import('./insights-run.ts');
const [folder = '', companies = ''] = process.argv.slice(2);
await fillInsights(folder, Number(companies));
