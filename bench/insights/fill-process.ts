import { limitYoungGeneration } from '../../electron/shells/startup/young-generation.ts';

/*
 * `node bench/insights/fill-process.ts FOLDER COMPANIES`: fills a workspace folder. A process that has made
 * 100,000 companies has a large heap, so a full garbage collection would block it longer than the app.
 */

// V8's memory limit must be set before any other module is imported, as in the product's shells.
limitYoungGeneration();
const { fillInsights } = await import('./insights-run.ts');
const [folder = '', companies = ''] = process.argv.slice(2);
await fillInsights(folder, Number(companies));
