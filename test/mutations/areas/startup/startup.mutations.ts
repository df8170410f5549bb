import type { Mutation } from '../../mutation.ts';

const LATE_CORE = 'electron/shells/startup/deferred-core.ts';
const file = 'test/unit/shells/startup/deferred-core.test.ts';

const FIRST_VIEW = 'electron/shells/startup/first-view.ts';
const firstView = 'test/unit/shells/startup/first-view.test.ts';
const LAZY_SCHEMAS = 'scripts/packaging/lazy-schemas.ts';
const LAZY_SCHEMAS_TEST = 'test/unit/build/lazy-schemas.test.ts';
const CODE_CACHE = 'electron/shells/startup/code-cache.ts';

const INSTALL = 'scripts/setup/install.mjs';
const KEYCHAIN = 'scripts/setup/keychain.mjs';
const SYSTEM = 'scripts/setup/system-packages.mjs';
const SUPPLY_CHAIN_TEST = 'test/security/boundary/supply-chain.test.ts';
const SYSTEM_TEST = 'test/unit/scripts/system-packages.slow.test.ts';
const KEYTAR_TITLE =
  'keytar is compiled by the node-gyp and with the headers in the lockfile, regardless of npm’s settings';

/** Defects in startup and in the setup of a new clone. At startup, the window must open before the core. */
export const STARTUP_MUTATIONS: readonly Mutation[] = [
  {
    name: 'early-refused',
    guarantee: 'a request that arrives before the core is open is answered once it is',
    edits: [
      {
        file: LATE_CORE,
        find: 'dispatch: async (channel, input) => (await opened).dispatch(channel, input),',
        replace:
          'dispatch: async (channel, input) => opening === null\n' +
          "      ? { ok: false, error: { kind: 'storage', reason: 'unavailable' } }\n" +
          '      : (await opened).dispatch(channel, input),',
      },
    ],
    test: { file, titles: ['answers requests that arrived before it was open'] },
  },
  {
    name: 'closed-at-once',
    guarantee: 'closing waits for a core that is still opening, and closes it',
    edits: [{ file: LATE_CORE, find: 'await (await opening)?.dispose(beforeClosing);', replace: '' }],
    test: { file, titles: ['is closed even while it is still opening'] },
  },
  {
    name: 'opened-after-close',
    guarantee: 'no core is opened once the app is closed',
    edits: [
      {
        file: LATE_CORE,
        find: 'if (isClosed) return new Promise<never>(() => undefined);',
        replace: '',
      },
    ],
    test: { file, titles: ['is not opened once the app is closed'] },
  },
  {
    name: 'first-view-out-of-date',
    guarantee: 'the first view is shown from saved replies only if nothing has changed since',
    edits: [
      {
        file: FIRST_VIEW,
        find: 'return saved.state === currentState() ? saved.replies : [];',
        replace: 'return currentState() === FILE ? [] : saved.replies;',
      },
    ],
    test: {
      file: firstView,
      titles: ['is not used after a changed database', 'is not used on another local date'],
    },
  },
  {
    name: 'first-view-before-changes',
    guarantee: 'the first view is saved after the changes that are under way, such as a removal',
    edits: [
      {
        file: 'electron/core/workspace/workspaces.ts',
        find: 'await beforeClosing?.();',
        replace: '',
      },
      {
        file: 'electron/core/workspace/workspaces.ts',
        find: 'dispose: (beforeClosing) =>',
        replace: 'dispose: (beforeClosing) => void beforeClosing?.() ??',
      },
    ],
    test: {
      file: 'test/unit/workspace/before-closing.test.ts',
      titles: ['waits until a workspace that is being removed is gone'],
    },
  },
  {
    name: 'first-view-kept',
    guarantee: 'saved replies are removed at each start',
    edits: [{ file: FIRST_VIEW, find: 'rmSync(join(dataDir, FILE), { force: true });', replace: '' }],
    test: {
      file: firstView,
      titles: ['exists only while the app is closed, and only its owner can read it'],
    },
  },
  {
    name: 'first-view-saves-everything',
    guarantee: 'only the replies of the first view are saved, which contain no stored contacts',
    edits: [{ file: FIRST_VIEW, find: 'if (!FIRST_VIEW_CHANNELS.has(channel)) return null;', replace: '' }],
    test: {
      file: firstView,
      titles: ['contains only requests of the first view, and none after the page was idle'],
    },
  },
  {
    name: 'script-loaded-twice',
    guarantee: 'two scripts of the build that require a third share one copy of it',
    edits: [{ file: CODE_CACHE, find: 'if (loaded !== undefined) return loaded.exports as T;', replace: '' }],
    test: {
      file: 'test/unit/shells/startup/code-cache.test.ts',
      titles: ['loads the scripts that it requires in the same way, each once'],
    },
  },
  {
    name: 'schema-created-for-each-use',
    guarantee: 'the built app creates each schema only once',
    edits: [{ file: LAZY_SCHEMAS, find: '() => ${created} ??= (', replace: '() => ${created} = (' }],
    test: {
      file: LAZY_SCHEMAS_TEST,
      titles: ['creates a schema, and the schemas in it, when it is first used, and only once'],
    },
  },
  {
    name: 'install-scripts-run',
    guarantee: 'no package runs a script during installation',
    figure: 'P1',
    edits: [{ file: INSTALL, find: "'--ignore-scripts', ", replace: '' }],
    test: { file: SUPPLY_CHAIN_TEST, titles: ['the installation runs none of them'] },
  },
  {
    name: 'installed-beside-the-lockfile',
    guarantee: 'a package with another content than the lockfile is not installed',
    figure: 'P1',
    edits: [{ file: INSTALL, find: "['ci', ", replace: "['install', '--no-package-lock', " }],
    test: {
      file: SUPPLY_CHAIN_TEST,
      titles: ['a package with another content than the lockfile is not installed'],
    },
  },
  {
    name: 'keytar-headers-downloaded',
    guarantee: 'keytar is compiled with the headers in the lockfile',
    figure: 'P1',
    edits: [{ file: KEYCHAIN, find: '[`--nodedir=${headers}`]', replace: '[]' }],
    test: { file: SUPPLY_CHAIN_TEST, titles: [KEYTAR_TITLE] },
  },
  {
    name: 'keytar-headers-from-settings',
    guarantee: 'npm’s settings cannot replace the headers with which keytar is compiled',
    figure: 'P1',
    edits: [{ file: KEYCHAIN, find: '!/^npm_(config|package)_/i.test(name)', replace: 'true' }],
    test: { file: SUPPLY_CHAIN_TEST, titles: [KEYTAR_TITLE] },
  },
  {
    name: 'apt-without-asking',
    guarantee: 'root confirms before system packages are installed',
    edits: [
      {
        file: SYSTEM,
        find: '(isAgreedInAdvance() || (await askBeforeInstalling(missing)))',
        replace: 'true',
      },
    ],
    test: {
      file: SYSTEM_TEST,
      titles: ['lists the missing packages and installs them after a yes', 'installs nothing after no'],
    },
  },
  {
    name: 'apt-asks-in-ci',
    guarantee: 'no question appears in CI or with --yes',
    edits: [
      {
        file: SYSTEM,
        find: 'isAgreedInAdvance() || ',
        replace: '',
      },
    ],
    test: {
      file: SYSTEM_TEST,
      titles: ['does not ask with --yes', 'does not ask in CI'],
    },
  },
  {
    name: 'apt-enter-agrees',
    guarantee: 'only an explicit yes installs system packages',
    edits: [{ file: SYSTEM, find: '/^y(es)?$/i', replace: '/^(y(es)?)?$/i' }],
    test: { file: SYSTEM_TEST, titles: ['installs nothing after only Enter'] },
  },
  {
    name: 'native-module-not-listed',
    guarantee: 'the licences and the bill of materials include the native modules',
    edits: [
      {
        file: 'scripts/packaging/bundled-packages.ts',
        find: "  'node_modules/better-sqlite3',\n",
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/build/bundled-packages.slow.test.ts',
      titles: ['lists exactly the packages in the build, each once'],
    },
  },
  {
    name: 'development-packages-listed',
    guarantee: 'the bill of materials lists only packages in the app',
    edits: [
      {
        file: 'scripts/packaging/sbom.ts',
        find: "bom.components.filter((each) => refs.has(each['bom-ref']))",
        replace: 'bom.components',
      },
    ],
    test: {
      file: 'test/unit/build/bundled-packages.slow.test.ts',
      titles: ['lists exactly the packages in the build, each once'],
    },
  },
];
