/*
 * Electron loads this module with `-r` before the app. In the first start with a home folder, it records the
 * replies of the core in this folder. In later starts, it returns these replies at once, and the core is never
 * loaded. The page then takes the time that it would take if the core needed none.
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');
const vm = require('node:vm');
const { ipcMain } = require('electron');

const file = join(homedir(), 'recorded-replies.json');
const isRecorded = existsSync(file);
const replies = new Map(isRecorded ? JSON.parse(readFileSync(file, 'utf8')) : []);
const NO_CORE = `(function (exports) {
  exports.openElectronCore = () => ({
    dispatch: () => new Promise(() => undefined),
    dispose: () => Promise.resolve(),
    windowClosed: () => undefined,
  });
})`;

const { handle } = ipcMain;
ipcMain.handle = (port, listener) =>
  handle.call(ipcMain, port, async (event, channel, input) => {
    const key = JSON.stringify([channel, input]);
    if (isRecorded && replies.has(key)) return replies.get(key);
    const reply = await listener(event, channel, input);
    if (!isRecorded) writeFileSync(file, JSON.stringify([...replies.set(key, reply)]));
    return reply;
  });

if (isRecorded) {
  const { Script } = vm;
  vm.Script = class extends Script {
    constructor(source, options) {
      const isCore = options.filename.endsWith('open-core.cjs');
      super(isCore ? NO_CORE : source, isCore ? { filename: options.filename } : options);
    }
  };
}
