/*
 * Electron loads this module with `-r` before an app. It records when the app reaches the steps of its start,
 * with the processor time of the main thread, in `globalThis.startMarks`.
 */
const { readFileSync } = require('node:fs');
const vm = require('node:vm');
const { app, ipcMain } = require('electron');

const thread = `/proc/self/task/${process.pid}/schedstat`;
/** Returns the processor time of the main thread in ms; null without /proc. */
const cpuMs = () => {
  try {
    return Number(readFileSync(thread, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
};
const marks = new Map();
/** Records a step. A step that is reached again is recorded again only if `last` is set. */
const mark = (name, last = false) => {
  if (last || !marks.has(name))
    marks.set(name, { name, atMs: performance.timeOrigin + performance.now(), cpuMs: cpuMs() });
};
globalThis.startMarks = marks;

app.once('ready', () => mark('ready'));
app.once('browser-window-created', () => mark('window'));
app.once('web-contents-created', (_event, contents) =>
  contents.once('did-start-navigation', () => mark('page')),
);

const { Script } = vm;
vm.Script = class extends Script {
  constructor(source, options) {
    const isCore = options.filename.endsWith('open-core.cjs');
    if (isCore) mark('core');
    super(source, options);
    this.isCore = isCore;
  }

  runInThisContext(...options) {
    const run = super.runInThisContext(...options);
    if (!this.isCore) return run;
    return (...parameters) => {
      run(...parameters);
      mark('loaded');
    };
  }
};

const { handle } = ipcMain;
ipcMain.handle = (channel, listener) =>
  handle.call(ipcMain, channel, async (...parameters) => {
    const reply = await listener(...parameters);
    mark('first reply');
    // The page sends this request when the first view is complete.
    if (!marks.has('last reply done')) mark('last reply', true);
    if (parameters[1] === 'app.followed') mark('last reply done');
    return reply;
  });
