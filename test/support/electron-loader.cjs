/*
 * Playwright's own loader, which holds the app back until Playwright has connected: a window that opens meanwhile may leave it waiting
 * for ever. It loads it by itself only where it chooses the program; here a launcher does. It takes all that stands before one switch
 * for Playwright's, and the rest for the app's.
 */
const { dirname, join } = require('node:path');

process.argv.splice(1, process.argv.indexOf(__filename), '--remote-debugging-port=0');
require(
  join(dirname(require.resolve('playwright-core/package.json')), 'lib', 'server', 'electron', 'loader.js'),
);
