/*
 * Playwright's own loader, which delays the app until Playwright has connected; a window that opens earlier
 * can make Playwright wait forever. Playwright loads it only when it chooses the executable, and here a
 * launcher does. The loader takes all arguments before one switch as Playwright's and the rest as the app's.
 */
const { dirname, join } = require('node:path');

process.argv.splice(1, process.argv.indexOf(__filename), '--remote-debugging-port=0');
require(
  join(dirname(require.resolve('playwright-core/package.json')), 'lib', 'server', 'electron', 'loader.js'),
);
