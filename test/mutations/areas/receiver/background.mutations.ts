import type { Mutation } from '../../mutation.ts';

const CLOSING = 'electron/shells/electron/window-closing.ts';
const SEARCH = 'electron/core/workspace/releasable-search.ts';
const LOGIN = 'electron/shells/electron/login-start.ts';
const PAUSE = 'electron/core/webhook/receiver-pause.ts';
const pause = 'test/unit/webhook/receiver-pause.test.ts';
const closing = 'test/unit/shells/electron/window-closing.test.ts';
const search = 'test/unit/workspace/releasable-search.test.ts';
const login = 'test/unit/shells/electron/login-start.test.ts';

/** Defects in the features that keep the app running without a window. */
export const BACKGROUND_MUTATIONS: readonly Mutation[] = [
  {
    name: 'close-quits-anyway',
    guarantee: 'closing the window does not quit the app if the user wants it to keep listening',
    edits: [
      { file: CLOSING, find: 'staysOpen: () => !isQuitting &&', replace: 'staysOpen: () => isQuitting &&' },
    ],
    test: { file: closing, titles: ['keeps the app running with the setting, once the tray icon is shown'] },
  },
  {
    name: 'closed-without-tray',
    guarantee: 'the window is never closed where nothing could open it again',
    edits: [{ file: CLOSING, find: 'if (!isReachable) {', replace: 'if (window.isDestroyed()) {' }],
    test: { file: closing, titles: ['minimises the window where no tray could open it again'] },
  },
  {
    name: 'tray-asked-once',
    guarantee: 'each close asks for the tray again, because a desktop may lose it',
    edits: [{ file: CLOSING, find: '      mayClose = null;\n', replace: '' }],
    test: {
      file: closing,
      titles: ['asks for the tray again after the user kept the window because of unsaved text'],
    },
  },
  {
    name: 'tray-taken-for-granted',
    guarantee: 'a desktop that gives no answer counts as one without a tray',
    edits: [
      {
        file: 'electron/shells/electron/tray-host.ts',
        find: 'return answer !== null && /\\btrue\\b/.test(answer);',
        replace: 'return answer === null || /\\btrue\\b/.test(answer);',
      },
    ],
    test: {
      file: 'test/unit/shells/electron/tray-host.test.ts',
      titles: ['is missing if no program gets an answer, as on a desktop without StatusNotifierWatcher'],
    },
  },
  {
    name: 'refused-icon-trusted',
    guarantee: 'the window is not closed if the desktop has refused the tray icon',
    edits: [
      {
        file: 'electron/shells/electron/background-mode.ts',
        find: 'if (await options.isTrayAccepted()) return true;',
        replace: 'if ((await options.isTrayAccepted()) || attempt > 0) return true;',
      },
    ],
    test: {
      file: 'test/unit/shells/electron/background-mode.test.ts',
      titles: ['counts an icon that the desktop refuses as no tray'],
    },
  },
  {
    name: 'index-not-released',
    guarantee: 'an app without a window does not hold the search index',
    edits: [{ file: SEARCH, find: '    search = null;\n', replace: '' }],
    test: {
      file: search,
      titles: [
        'is created again by the next request, and garbage-collected',
        'is released with its result lists, and includes what arrived in the meantime when it is loaded again',
      ],
    },
  },
  {
    name: 'figures-of-a-released-index',
    guarantee: 'figures never mix the companies of a released index with those of the next one',
    edits: [
      {
        file: 'electron/core/handlers/insights.ts',
        find: 'const known = readers.get(search);',
        replace: 'const known = readers.get(files as never);',
      },
      {
        file: 'electron/core/handlers/insights.ts',
        find: 'readers.set(search, reader);',
        replace: 'readers.set(files as never, reader);',
      },
    ],
    test: {
      file: search,
      titles: [
        'is released with its result lists, and includes what arrived in the meantime when it is loaded again',
      ],
    },
  },
  {
    name: 'windowless-answers-before-storing',
    guarantee: 'without a window, an event is on disk before its delivery is acknowledged',
    edits: [
      {
        file: 'electron/core/webhook/webhook-server.ts',
        find: 'await parts.store(body, isFromOutside(request.headers));',
        replace:
          'clock.after(2_000, () => void parts.store(body, isFromOutside(request.headers)).catch(() => undefined));',
      },
    ],
    test: {
      file: 'test/reliability/background-listening.test.ts',
      titles: ['receives every event without a window, through sleep, a new login and SIGKILL'],
    },
  },
  {
    name: 'login-forced',
    guarantee: 'an app that the desktop no longer starts at login stays turned off',
    edits: [{ file: LOGIN, find: '!TURNED_OFF.test(content)', replace: 'TURNED_OFF.source !== ""' }],
    test: {
      file: login,
      titles: [
        'counts as off, and is left alone, if the desktop has added Hidden=true',
        'counts as off, and is left alone, if the desktop has added X-GNOME-Autostart-enabled=false',
      ],
    },
  },
  {
    name: 'path-adds-a-line',
    guarantee: 'a path cannot add a line to the autostart file',
    edits: [
      {
        file: LOGIN,
        find: "if (/\\p{Cc}/u.test(argument)) throw new Error('a control character in the command');",
        replace: '',
      },
    ],
    test: { file: login, titles: ['cannot be given a second line by a path'] },
  },
  {
    name: 'pause-never-ends',
    guarantee: 'a pause with an end resumes the receiver',
    edits: [{ file: PAUSE, find: 'schedule(atMs);\n    },\n    restore', replace: '},\n    restore' }],
    test: { file: pause, titles: ['ends by itself'] },
  },
  {
    name: 'pause-forgotten-at-restart',
    guarantee: 'a pause ends also after a restart of the app',
    edits: [{ file: PAUSE, find: 'if (atMs !== null) schedule(atMs);', replace: 'void atMs;' }],
    test: { file: pause, titles: ['ends after a restart, at its time or as soon as the app starts'] },
  },
  {
    name: 'pause-outlives-resume',
    guarantee: 'a receiver that the user switches on or off is not changed by an earlier pause',
    edits: [
      {
        file: 'electron/core/webhook/receiver.ts',
        find: 'if (next.enabled !== undefined) pause.set(null);',
        replace: '',
      },
    ],
    test: { file: pause, titles: ['is forgotten when the user resumes the receiver or switches it off'] },
  },
];
