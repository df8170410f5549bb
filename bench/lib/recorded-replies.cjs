/*
 * Electron loads this module with `-r` before the app. If ROUNDWATCH_REPLIES is `record:FILE`, it writes the
 * core's replies to that file. If it is `replay:FILE`, it returns these replies at once, and the core is never
 * loaded. The page then takes the time that it would take if the core needed none.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const vm = require('node:vm');
const { ipcMain } = require('electron');

const [, mode, file] = /^(record|replay):(.+)$/.exec(process.env.ROUNDWATCH_REPLIES);
const NO_CORE = `(function (exports) {
  exports.openElectronCore = () => ({
    dispatch: () => new Promise(() => undefined),
    dispose: () => Promise.resolve(),
    refreshFirstView: () => Promise.resolve(),
    windowClosed: () => undefined,
  });
})`;

/** The replies to each request, in order. A request is identified by its channel and input. */
const replies = new Map(mode === 'replay' ? JSON.parse(readFileSync(file, 'utf8')) : []);

async function record(key, reply) {
  replies.set(key, [...(replies.get(key) ?? []), await reply]);
  writeFileSync(file, JSON.stringify([...replies]));
  return reply;
}

function replay(key, reply) {
  const recorded = replies.get(key);
  if (recorded !== undefined) return recorded.length > 1 ? recorded.shift() : recorded[0];
  process.stderr.write(`No reply was recorded for ${key}.\n`);
  return reply();
}

const { handle } = ipcMain;
ipcMain.handle = (port, listener) =>
  handle.call(ipcMain, port, async (event, channel, input) => {
    const key = JSON.stringify([channel, input]);
    const reply = () => listener(event, channel, input);
    return mode === 'replay' ? replay(key, reply) : record(key, reply());
  });

if (mode === 'replay') {
  const { Script } = vm;
  vm.Script = class extends Script {
    constructor(source, options) {
      const isCore = options.filename.endsWith('open-core.cjs');
      super(isCore ? NO_CORE : source, isCore ? { filename: options.filename } : options);
    }
  };
}
