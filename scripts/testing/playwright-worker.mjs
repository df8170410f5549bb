import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Playwright's processes load this module first. It turns off two of Playwright's features:
 *
 * - Each time an assertion about an element fails, Playwright describes the whole page for the error message
 *   before it retries the assertion. Most assertions fail at the first attempt, so these descriptions took a
 *   sixth of the pages' processor time. With `npx playwright test`, messages of failed tests still contain
 *   them.
 * - For each step, Playwright maps a stack trace to the sources. Node loads the tests' TypeScript without
 *   changing any position, so this mapping is unnecessary.
 */

const PATCHES = [
  {
    file: '/playwright-core/lib/coreBundle.js',
    from: String.raw`ariaSnapshotForExpectFailure(element, options) {\n`,
    to: String.raw`ariaSnapshotForExpectFailure(element, options) {\n    return void 0;\n`,
  },
  {
    file: '/playwright-core/lib/utilsBundle.js',
    from: 'Error.prepareStackTrace = prepareStackTrace;',
    to: '',
  },
];

/** Whether this process runs tests, rather than starting the processes that do. */
const isWorker = /[\\/]workerProcessEntry\.js$/.test(process.argv[1] ?? '');
if (isWorker) {
  // Removes this module from `NODE_OPTIONS`, so processes started by the tests do not load it.
  process.env.NODE_OPTIONS = (process.env.NODE_OPTIONS ?? '')
    .replace(`--import=${import.meta.url}`, '')
    .trim();
  if (process.env.NODE_OPTIONS === '') delete process.env.NODE_OPTIONS;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const patch = PATCHES.find(({ file }) => url.endsWith(file));
      if (patch === undefined) return loaded;
      const source = String(loaded.source ?? readFileSync(fileURLToPath(url), 'utf8'));
      const parts = source.split(patch.from);
      if (parts.length !== 2)
        throw new Error(`${patch.file} contains "${patch.from}" ${parts.length - 1} times`);
      return { ...loaded, source: parts.join(patch.to) };
    },
  });
}
