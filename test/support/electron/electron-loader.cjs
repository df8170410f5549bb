/*
 * Loads Playwright's own loader, which delays the app until Playwright has connected. Without the loader, a
 * window that opens too early can make Playwright wait forever. Playwright does not load it for a custom
 * executable. The loader treats all arguments before --remote-debugging-port as Playwright's and the rest as
 * the app's.
 */
const { dirname, join } = require('node:path');

process.argv.splice(1, process.argv.indexOf(__filename), '--remote-debugging-port=0');
require(
  join(dirname(require.resolve('playwright-core/package.json')), 'lib', 'server', 'electron', 'loader.js'),
);
