/*
 * Writes the page's requests, and when the core is loaded, to stderr, one per line. If ROUNDWATCH_TEST_CORE is
 * `silent`, replaces the core with one that never replies, so the page can show only what it shows without the core.
 * Loaded into the main process before the app.
 */
const vm = require('node:vm');
const { ipcMain } = require('electron');

const SILENT_CORE = `(function (exports) {
  const never = new Promise(() => undefined);
  exports.openElectronCore = () => ({
    dispatch: () => never,
    dispose: () => Promise.resolve(),
    refreshFirstView: () => never,
    windowClosed: () => undefined,
  });
})`;

/** Long requests are cut, so a line is written at once and cannot be mixed with Chromium's output. */
const LINE_MAX = 1_000;
const report = (what) => process.stderr.write(`probe: ${what.slice(0, LINE_MAX)}\n`);
const { handle } = ipcMain;
ipcMain.handle = (port, listener) =>
  handle.call(ipcMain, port, (event, channel, input) => {
    report(JSON.stringify([channel, input]));
    return listener(event, channel, input);
  });

const isSilent = process.env.ROUNDWATCH_TEST_CORE === 'silent';
/** After this time in ms, the app stops using saved replies. A busy machine may need more time to show them. */
const SHOWN_MAX_MS = 1_000;
const original = globalThis.setTimeout;
globalThis.setTimeout = (callback, ms, ...rest) =>
  original(callback, ms === SHOWN_MAX_MS ? 60 * SHOWN_MAX_MS : ms, ...rest);

const { Script } = vm;
vm.Script = class extends Script {
  constructor(source, options) {
    const isCore = options.filename.endsWith('open-core.cjs');
    if (isCore) {
      report('core loaded');
      // The core's own timers keep their time.
      globalThis.setTimeout = original;
    }
    if (isCore && isSilent) super(SILENT_CORE, { filename: options.filename });
    else super(source, options);
  }
};
