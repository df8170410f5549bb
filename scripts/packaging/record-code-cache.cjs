/*
 * Electron loads this module with `-r` before the built app (`code-cache.mjs`). When the first view is on the
 * screen, it writes V8's code cache of every script that the app has loaded with `loadScript`, and exits.
 */
const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const vm = require('node:vm');
const { app } = require('electron');

/** Matches the first view when its data has been loaded. */
const FIRST_VIEW = 'main section.pane:not([aria-busy="true"])';

const { Script } = vm;
const scripts = new Map();
vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    scripts.set(options.filename, this);
  }
};

const waitForFirstView = `new Promise((resolve) => {
  const check = () => document.querySelector('${FIRST_VIEW}') === null ? setTimeout(check, 50) : resolve();
  check();
})`;

function writeCaches() {
  const folder = process.env.ROUNDWATCH_CODE_CACHE;
  const built = join(app.getAppPath(), 'out', 'main');
  for (const [file, script] of scripts) {
    const cache = join(folder, `${relative(built, file)}.cache`);
    mkdirSync(dirname(cache), { recursive: true });
    writeFileSync(cache, script.createCachedData());
  }
  app.exit(0);
}

app.on('web-contents-created', (_event, contents) =>
  contents.once('dom-ready', () => {
    void contents.executeJavaScript(waitForFirstView).then(writeCaches, () => app.exit(1));
  }),
);
