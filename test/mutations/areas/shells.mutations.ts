import type { Mutation } from '../mutation.ts';

const ACCESS = 'electron/shells/loopback/access.ts';
const GATE = 'electron/shells/loopback/socket-gate.ts';
const SERVER = 'electron/shells/loopback/server.ts';
const LAUNCH_FILE = 'electron/shells/loopback/launch-file.ts';
const GUARD = 'electron/shells/electron/launch-guard.ts';
const APP_PROTOCOL = 'electron/shells/electron/app-protocol.ts';
const WINDOW_OPTIONS = 'electron/shells/electron/window-options.ts';
const SYSTEM_END = 'electron/shells/electron/system-end.ts';
const systemEnd = 'test/unit/shells/electron/system-end.test.ts';
const access = 'test/unit/shells/loopback/access.test.ts';
const server = 'test/unit/shells/loopback/server.test.ts';
const program = 'test/unit/shells/loopback.slow.test.ts';
const session = 'test/security/boundary/loopback-session.test.ts';
const guard = 'test/unit/shells/electron/launch-guard.test.ts';
const appProtocol = 'test/unit/shells/electron/app-protocol.test.ts';
const NEWER = 'the page over handle without the older method >';
const hardening = 'test/unit/shells/electron/hardening.test.ts';
const ports = 'test/renderer/host/ports.test.ts';

/**
 * Defects at the security boundary of the shells: the loopback session, the arguments of a packaged app, and
 * the permissions of a session.
 */
export const SHELL_MUTATIONS: readonly Mutation[] = [
  {
    name: 'any-session-accepted',
    guarantee: 'a socket is used only after its first frame has proved a session',
    figure: 'C8',
    edits: [
      { file: ACCESS, find: 'if (!redeem(presented) && !isKnown(previous)) return false;', replace: '' },
    ],
    test: {
      file: session,
      titles: [
        'a guess, a changed secret or a used token gives no session',
        'a socket without the secret, or with it from another origin, calls nothing',
      ],
    },
  },
  {
    name: 'token-works-twice',
    guarantee: 'an address of the loopback shell works once',
    figure: 'C8',
    edits: [{ file: ACCESS, find: 'if (isValid) spend();', replace: '' }],
    test: {
      file: session,
      titles: [
        'a guess, a changed secret or a used token gives no session',
        'a socket without the secret, or with it from another origin, calls nothing',
        'accepts a token only once if two programs present it at the same time',
      ],
    },
  },
  {
    name: 'token-never-expires',
    guarantee: 'an address of the loopback shell expires after five minutes',
    figure: 'C8',
    edits: [{ file: ACCESS, find: 'expiry = setTimeout(spend, TOKEN_LIFETIME_MS).unref();', replace: '' }],
    test: { file: access, titles: ['expires after five minutes, and is replaced'] },
  },
  {
    name: 'any-origin-connects',
    guarantee: 'only a page of the shell’s own origin can connect, even with the secret',
    figure: 'C8',
    edits: [
      {
        file: ACCESS,
        find: 'isOwnOrigin: (headers) => headers.origin === origin,',
        replace: 'isOwnOrigin: (headers) => headers.origin !== undefined,',
      },
    ],
    test: {
      file: session,
      titles: ['a socket without the secret, or with it from another origin, calls nothing'],
    },
  },
  {
    name: 'localhost-served',
    guarantee: 'the page is never used under the name localhost, whose ::1 another account can serve',
    figure: 'C8',
    edits: [
      {
        file: ACCESS,
        find: 'knowsHost: (headers) => headers.host === host,',
        replace: 'knowsHost: (headers) => headers.host === host || headers.host === `localhost:${port}`,',
      },
      {
        file: SERVER,
        find: 'if (access.isLocalhost(headers)) return redirectTo(`${access.origin}${url.pathname}`);',
        replace: '',
      },
    ],
    test: {
      file: server,
      titles: ['are redirected from localhost, where another account may listen on ::1'],
    },
  },
  {
    name: 'attached-before-proof',
    guarantee: 'a socket receives nothing before it has proved a session',
    figure: 'C8',
    edits: [
      {
        file: GATE,
        find: 'if (proof === null || !options.access.accepts(proof)) {',
        replace: 'if (proof !== null && !options.access.accepts(proof)) {',
      },
    ],
    test: {
      file: session,
      titles: ['a socket without the secret, or with it from another origin, calls nothing'],
    },
  },
  {
    name: 'idle-sockets-block',
    guarantee: 'sockets of other accounts that send nothing do not keep the user’s tab out',
    figure: 'C8',
    edits: [
      {
        file: GATE,
        find: "refuse(oldest, TRY_AGAIN_LATER, 'too many connections');",
        replace: "return refuse(socket, TRY_AGAIN_LATER, 'too many connections');",
      },
    ],
    test: { file: server, titles: ['is not blocked by sockets that send no first frame'] },
  },
  {
    name: 'launch-file-readable',
    guarantee: 'only the owner can read the file that opens the app',
    figure: 'C8',
    edits: [
      { file: LAUNCH_FILE, find: "{ mode: 0o600, flag: 'wx' }", replace: "{ mode: 0o644, flag: 'wx' }" },
    ],
    test: {
      file: program,
      titles: [
        'writes a file that only its owner can read and that redirects to the app, until the address is used',
      ],
    },
  },
  {
    name: 'launch-file-stays',
    guarantee: 'the file that opens the app is removed once its address was used',
    figure: 'C8',
    edits: [
      {
        file: 'electron/shells/loopback.ts',
        find: 'onAddressSpent: removeLaunchFile,',
        replace: '',
      },
    ],
    test: {
      file: program,
      titles: [
        'writes a file that only its owner can read and that redirects to the app, until the address is used',
      ],
    },
  },
  {
    name: 'refused-tab-reconnects',
    guarantee: 'a tab that the shell refused shows this and does not send its secret again',
    figure: 'C8',
    edits: [
      {
        file: 'renderer/host/ws-port.ts',
        find: 'if (code === SIGN_IN_NEEDED_CODE) return this.#handleSignedOut();',
        replace: '',
      },
    ],
    test: {
      file: ports,
      titles: ['does not reconnect a tab that the shell refused, and fails its requests'],
    },
  },
  {
    name: 'unknown-switch-accepted',
    guarantee: 'a packaged app does not start with a switch that it does not document',
    figure: 'I2',
    edits: [
      {
        file: GUARD,
        find: 'if (values === undefined) return false;',
        replace: 'if (values === undefined) return true;',
      },
    ],
    test: {
      file: guard,
      titles: [
        'a packaged app > does not start with --log-net-log=/tmp/x',
        'a packaged app > does not start with an end of the switches: ["--"]',
        'a packaged app > does not start with an empty argument: [""]',
      ],
    },
  },
  {
    name: 'switch-value-unchecked',
    guarantee: 'an accepted switch has one of its documented values',
    figure: 'I2',
    edits: [
      {
        file: GUARD,
        find: 'value !== undefined && values.test(value);',
        replace: 'value !== undefined;',
      },
    ],
    test: {
      file: guard,
      titles: ['a packaged app > does not start with an odd value: ["--lang=../../x"]'],
    },
  },
  {
    name: 'switch-as-folder',
    guarantee: 'Chromium reads no switch in the place of the data folder',
    figure: 'I2',
    edits: [
      {
        file: GUARD,
        find: 'if (argument === DATA_DIR && isFolder(argv[at + 1], platform)) at += 1;',
        replace: 'if (argument === DATA_DIR && at + 1 < argv.length) at += 1;',
      },
    ],
    test: { file: guard, titles: ['does not mistake a switch for the folder after --data-dir'] },
  },
  {
    name: 'tls-keys-logged',
    guarantee: 'no environment variable makes a packaged app write its TLS keys to a file',
    figure: 'I2',
    edits: [{ file: GUARD, find: "name.toUpperCase() === 'SSLKEYLOGFILE'", replace: "name === 'SSLKEYLOG'" }],
    test: {
      file: guard,
      titles: ['removes the variable that makes Chromium write TLS keys to a file, in any spelling'],
    },
  },
  {
    name: 'dictionary-downloaded',
    guarantee: 'no session checks spelling where Electron would download a dictionary',
    edits: [{ file: WINDOW_OPTIONS, find: "platform === 'darwin'", replace: "platform !== 'linux'" }],
    test: {
      file: hardening,
      titles: ['checks spelling in a session only on macOS, where the window asks for it too'],
    },
  },
  {
    name: 'company-window-page-untrusted',
    guarantee: 'each of the app’s windows may call the core, but only with its own main frame',
    edits: [
      {
        file: 'electron/shells/electron/sender-check.ts',
        find: 'const page = open.find((each) => each === event.sender);',
        replace: 'const [page] = open;',
      },
    ],
    test: {
      file: 'test/unit/shells/electron/sender-check.test.ts',
      titles: ['trusts each of several windows, but not with the frame of another one'],
    },
  },
  {
    name: 'link-opened-in-every-window',
    guarantee: 'a link or notification opens in the main window only',
    edits: [
      {
        file: 'electron/shells/electron/port.ts',
        find: 'if (follower === undefined) return',
        replace: 'return',
      },
    ],
    test: {
      file: 'test/unit/shells/electron/port.test.ts',
      titles: ['lets one window follow: the main window a link, the active one a menu item'],
    },
  },
  {
    name: 'windows-without-limit',
    guarantee: 'a page cannot open any number of windows',
    edits: [
      {
        file: 'electron/shells/electron/app-windows.ts',
        find: 'if (openCompanies().length >= COMPANY_WINDOWS_MAX) return false;',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/shells/electron/app-windows.test.ts',
      titles: ['are limited in number, and a closed one makes room'],
    },
  },
  {
    name: 'main-window-stays-closed',
    guarantee: 'a link opens the main window again if only company windows are open',
    edits: [
      {
        file: 'electron/shells/electron/app-windows.ts',
        find: 'else if (openCompanies().length > 0 || staysOpen()) openNewMain();',
        replace: 'else if (staysOpen()) openNewMain();',
      },
    ],
    test: {
      file: 'test/unit/shells/electron/app-windows.test.ts',
      titles: ['include the main window again when a link comes and only a company window is left'],
    },
  },
  {
    name: 'foreign-windows-stay',
    guarantee: 'no window shows a company of a workspace that is closed',
    edits: [
      {
        file: 'electron/core/handlers/company-windows.ts',
        find: 'if (now !== last) windows?.closeAll();',
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/handlers/company-windows.test.ts',
      titles: ['is closed when another workspace is opened, and not when one is renamed'],
    },
  },
  {
    name: 'windows-stay-after-restore',
    guarantee: 'company windows close when the data of their workspace is deleted or replaced by a backup',
    edits: [
      {
        file: 'electron/core/handlers/company-windows.ts',
        find: 'if (now !== last) windows?.closeAll();',
        replace: 'if (now === null || last === null) windows?.closeAll();',
      },
    ],
    test: {
      file: 'test/unit/handlers/company-windows.test.ts',
      titles: ['is closed when its data is deleted or replaced by a backup'],
    },
  },
  {
    name: 'deleted-company-stays-on-screen',
    guarantee: 'a company that is deleted in another window disappears from the screen, with its contacts',
    edits: [
      {
        file: 'renderer/features/company/company.svelte.ts',
        find: 'api.privacy.onChanged(() => void this.load()),',
        replace: '',
      },
    ],
    test: {
      file: 'test/renderer/features/company/company.test.ts',
      titles: ['removes the company and its contacts from the screen when the stored data is deleted'],
    },
  },
  {
    name: 'page-without-newer-method',
    guarantee: 'the page is served even if Electron no longer has its older method',
    edits: [{ file: APP_PROTOCOL, find: 'if (isRegistered === true) return;', replace: 'return;' }],
    test: {
      file: appProtocol,
      titles: [`${NEWER} passes bytes, type and policy to Chromium unchanged`],
    },
  },
  {
    name: 'page-without-policy',
    guarantee: 'the newer method sends the content security policy with every reply',
    edits: [
      {
        file: APP_PROTOCOL,
        find: 'new Uint8Array(body), { status, headers });',
        replace: 'new Uint8Array(body), { status });',
      },
    ],
    test: {
      file: appProtocol,
      titles: [`${NEWER} answers errors with the same policy, and serves no path outside the page`],
    },
  },
  {
    name: 'signals-not-handled',
    guarantee: 'the app closes its files when the system ends it',
    edits: [{ file: SYSTEM_END, find: "['SIGTERM', 'SIGINT', 'SIGHUP']", replace: "['SIGINT', 'SIGHUP']" }],
    test: { file: systemEnd, titles: ['quits on SIGTERM, and the app asks nothing from then on'] },
  },
  {
    name: 'system-end-waits-for-window',
    guarantee: 'a window that does not close cannot keep the files open when the system ends the app',
    edits: [{ file: SYSTEM_END, find: 'setTimeout(exit, QUIT_WITHIN_MS).unref();', replace: '' }],
    test: { file: systemEnd, titles: ['exits after 2 s if a window does not close'] },
  },
  {
    name: 'system-end-asks',
    guarantee: 'the app asks no question that nobody may answer when the system ends it',
    edits: [{ file: SYSTEM_END, find: 'isEnding = true;', replace: 'isEnding = Boolean(cause === null);' }],
    test: { file: systemEnd, titles: ['quits on SIGTERM, and the app asks nothing from then on'] },
  },
  {
    name: 'not-parsed',
    guarantee: 'no handler is called with an input that its schema rejects',
    figure: 'I1',
    edits: [
      {
        file: 'shared/contract/kit.ts',
        find: 'const parsed = parse(entry.def.input, input);',
        replace: 'const parsed = { success: true, data: input };',
      },
    ],
    test: {
      file: 'test/security/boundary/contract-fuzz.test.ts',
      titles: ['reach no handler with input that its schema rejects, and none hangs'],
    },
  },
];
