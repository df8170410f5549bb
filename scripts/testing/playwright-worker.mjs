import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Playwright's processes load this module first. If an assertion about an element is not true yet, Playwright
 * describes the whole page in case the test fails, and then tries again. Most assertions fail at the first
 * attempt, so these descriptions took a sixth of the pages' processor time. This module turns them off. With
 * `npx playwright test`, messages of failed tests still contain them.
 */

const BUNDLE = '/playwright-core/lib/coreBundle.js';
const FIND = String.raw`ariaSnapshotForExpectFailure(element, options) {\n`;

/** Whether this is a process that runs tests, and not the one that starts these processes. */
const isWorker = /[\\/]workerProcessEntry\.js$/.test(process.argv[1] ?? '');
if (isWorker) {
  // The processes that the tests start must not load this module.
  process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS ?? '')
    .replace(`--import=${import.meta.url}`, '')
    .trim();
  if (process.env.NODE_OPTIONS === '') delete process.env.NODE_OPTIONS;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(BUNDLE)) return loaded;
      const source = String(loaded.source ?? readFileSync(fileURLToPath(url), 'utf8'));
      const parts = source.split(FIND);
      if (parts.length !== 2) throw new Error(`${BUNDLE} contains "${FIND}" ${parts.length - 1} times`);
      return { ...loaded, source: parts.join(String.raw`${FIND}    return void 0;\n`) };
    },
  });
}
