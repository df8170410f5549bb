import './common/node-version.mjs';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { findChromium, inRoot, node24, root, testEnvironment, toolFile } from './common/environment.mjs';
import { readOptions } from './common/options.mjs';
import { waitForExit } from './common/process.mjs';
import { runCommand, printMessage, CommandError } from './common/messages.mjs';
import { prepare } from './setup/prepare.mjs';
import { inElectron } from './launch/start-electron.mjs';

/**
 * `npm run screenshots`: renders every state of every screen, light and dark, at 1440×900 and 1024×700, and
 * writes `test-results/screens/index.html`. Runs the real app against the simulator, mostly in Chromium and
 * partly in Electron.
 *
 * - `--kept` updates the reference screenshots in `test/e2e/__screens__`; review the changes.
 * - `--compare` renders the states of the reference screenshots again, and exits with 1 if one differs.
 * - `--layout` takes no screenshots. It visits every state four times: with comfortable and with compact rows,
 *   each with text at 100 % and at 200 %. Each time, it checks the state at 1024×700 and at 1920×1080, each with
 *   and without forced colours. It exits with 1 if a control is out of reach, or if text is cut off or covered.
 */

const FOLDER = inRoot('test-results', 'screens');
/** The file in which test/e2e/states/walk.ts writes the result of each comparison. */
const COMPARISON_FILE = inRoot('test-results', 'screens-compared.txt');
/** The file in which test/e2e/states/walk.ts writes the result of each layout check. */
const LAYOUT_FILE = inRoot('test-results', 'layout-checks.txt');

const playwright = (project, filter, env, wrap = (argv) => argv) => {
  const [file, ...args] = wrap([
    node24,
    toolFile('@playwright/test', 'playwright'),
    'test',
    `--project=${project}`,
    '--workers=1',
    '--reporter=line',
    filter,
  ]);
  // Uses Chromium instead of the headless shell, because the shell's letter spacing is less even than in the
  // browsers that users have.
  const browser = { ROUNDWATCH_TEST_BROWSER: findChromium() };
  return waitForExit(
    spawn(file, args, { cwd: root, stdio: 'inherit', env: testEnvironment({ ...browser, ...env }) }),
  );
};

/** Renders the states in Electron if this machine has Electron and a display. */
async function renderInElectron() {
  const { value = 0, reason } = await inElectron(({ env, wrap }) =>
    playwright('screens-electron', 'electron', env, wrap),
  );
  if (reason !== undefined) printMessage(`no pictures of Electron: ${reason}`);
  return value;
}

/** Returns the paths of the screenshots below a folder, such as `light/library.png`. */
const picturesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.png'));

/** Writes an index page with one row per state. */
function writeIndex() {
  const files = picturesIn(FOLDER);
  const states = [...new Set(files.map((file) => basename(file, '.png')))].sort();
  const picture = (file) => `<a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a>`;
  const row = (state) => {
    const own = ['light', 'dark', 'light-1024', 'dark-1024'].map((kind) => `${kind}/${state}.png`);
    return `<h2>${state}</h2><div>${own
      .filter((file) => files.includes(file))
      .map(picture)
      .join('')}</div>`;
  };
  const style =
    'body{font:14px system-ui;margin:24px}div{display:grid;grid-template-columns:repeat(4,1fr);gap:8px}img{width:100%;border:1px solid #ccc}';
  writeFileSync(
    inRoot('test-results', 'screens', 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Roundwatch, every screen</title><style>${style}</style>${states.map(row).join('\n')}`,
  );
  printMessage(`${files.length} pictures of ${states.length} states: test-results/screens/index.html`);
}

/**
 * Reports the result for every reference screenshot. A reference screenshot that no state renders any more
 * counts as different.
 */
function reportComparison(code) {
  const lines = existsSync(COMPARISON_FILE)
    ? readFileSync(COMPARISON_FILE, 'utf8').split('\n').filter(Boolean)
    : [];
  const same = new Set(lines.filter((line) => line.endsWith(': same')).map((line) => line.split(':')[0]));
  const differing = lines.filter((line) => !line.endsWith(': same'));
  const seen = new Set(lines.map((line) => line.split(':')[0]));
  const files = picturesIn(inRoot('test', 'e2e', '__screens__'));
  for (const line of differing) printMessage(`differs: ${line}`);
  for (const file of files.filter((each) => !seen.has(each))) printMessage(`not rendered: ${file}`);
  printMessage(`${same.size} of ${files.length} reference pictures are unchanged.`);
  return code === 0 && same.size === files.length ? 0 : 1;
}

/** Lists the layout faults, and ends with a verdict. */
function reportLayout(code) {
  const lines = existsSync(LAYOUT_FILE) ? readFileSync(LAYOUT_FILE, 'utf8').split('\n').filter(Boolean) : [];
  const faulty = lines.filter((line) => !line.endsWith(': no fault'));
  for (const line of faulty) printMessage(line);
  const states = new Set(lines.map((line) => line.split(',')[0])).size;
  const checks = `${lines.length} checks of ${states} states`;
  if (faulty.length > 0) printMessage(`layout: faults in ${faulty.length} of ${checks}.`);
  else if (code !== 0) printMessage(`layout: no fault in ${checks}, but not every state was reached.`);
  else printMessage(`layout: no fault in ${checks}.`);
  return code === 0 && faulty.length === 0 && lines.length > 0 ? 0 : 1;
}

await runCommand(async () => {
  const { kept, compare, layout } = readOptions('npm run screenshots -- [--kept | --compare | --layout]', {
    kept: { help: 'update the reference pictures' },
    compare: { help: 'compare with the reference pictures' },
    layout: { help: 'look for controls out of reach, and for text cut off or covered' },
  });
  if ([kept, compare, layout].filter(Boolean).length > 1)
    throw new CommandError('use only one of --kept, --compare and --layout.', 2);
  await prepare('test');
  if (!findChromium()) throw new CommandError('no Chromium or Chrome is installed; pictures need one.');
  if (layout) {
    mkdirSync(inRoot('test-results'), { recursive: true });
    rmSync(LAYOUT_FILE, { force: true });
    return reportLayout(await playwright('chromium', '/states.spec', { ROUNDWATCH_SCREENS: 'layout' }));
  }
  rmSync(COMPARISON_FILE, { force: true });
  if (!kept && !compare) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const code = await playwright('chromium', '/states.spec', {
    ROUNDWATCH_SCREENS: compare ? 'compared' : kept ? 'kept' : 'all',
  });
  if (compare) return reportComparison(code);
  if (kept || code !== 0) return code;
  const electronCode = await renderInElectron();
  writeIndex();
  return electronCode;
});
