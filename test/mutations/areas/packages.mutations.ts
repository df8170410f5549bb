import type { Mutation } from '../mutation.ts';

const DEB = 'scripts/packaging/deb.ts';
const NOTIFIER = 'electron/shells/electron/notifier.ts';
const SIGNING = 'scripts/packaging/signing.ts';
const packages = 'test/unit/build/packages.test.ts';
const notifier = 'test/unit/shells/electron/notifier.test.ts';
const REPORT = 'scripts/packaging/verify/report.ts';
const SYSTEM = 'scripts/packaging/verify/system.ts';
const verify = 'test/unit/build/verify.test.ts';
const deb = 'test/unit/build/deb.test.ts';

/** Defects in the packages that users install. */
export const PACKAGE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'sandbox-helper-not-setuid',
    guarantee: 'the sandbox works on systems without unprivileged user namespaces',
    edits: [{ file: DEB, find: '0o4755', replace: '0o755' }],
    test: {
      file: deb,
      titles: ['belongs to root, only the sandbox helper is setuid, and no mode depends on the umask'],
    },
  },
  {
    name: 'package-keeps-modes-of-umask',
    guarantee: 'every user can read the installed files, even if the package was built under a strict umask',
    edits: [{ file: DEB, find: '  setModes(this.stagingDir);', replace: '' }],
    test: {
      file: deb,
      titles: ['belongs to root, only the sandbox helper is setuid, and no mode depends on the umask'],
    },
  },
  {
    name: 'icon-named-after-package',
    guarantee: 'desktops find the icon under the id of the app',
    edits: [{ file: DEB, find: '/apps/${APP_ID}.png`', replace: '/apps/roundwatch.png`' }],
    test: {
      file: deb,
      titles: ['uses one id for the desktop entry, its icon, its windows and the AppStream metadata'],
    },
  },
  {
    name: 'sound-library-not-required',
    guarantee: 'the package requires every library without which the app does not start',
    edits: [{ file: DEB, find: ", 'libasound2t64 | libasound2'", replace: '' }],
    test: { file: deb, titles: ['has complete metadata, and a prerelease sorts before its release'] },
  },
  {
    name: 'prerelease-sorts-after-release',
    guarantee: 'a release replaces its prerelease',
    edits: [{ file: DEB, find: 'transformVersion(version)', replace: 'version' }],
    test: { file: deb, titles: ['has complete metadata, and a prerelease sorts before its release'] },
  },
  {
    name: 'checksums-of-libraries-missing',
    guarantee: '`dpkg --verify` finds every changed file',
    edits: [
      { file: DEB, find: '  const lines = files.sort()', replace: '  const lines = files.slice(1).sort()' },
    ],
    test: { file: deb, titles: ['lists a correct checksum of every file'] },
  },
  {
    name: 'verify-without-steps-passes',
    guarantee: 'a verification that ran no step does not count as passed',
    edits: [{ file: REPORT, find: ' && counts.passed > 0', replace: '' }],
    test: { file: verify, titles: ['does not pass if no step could run'] },
  },
  {
    name: 'verify-ignores-changed-data',
    guarantee: 'the verification notices data that an upgrade or a removal has changed or deleted',
    edits: [{ file: SYSTEM, find: 'after.get(path) !== hash', replace: '!after.has(path)' }],
    test: { file: verify, titles: ['finds files that are missing or different, and ignores new ones'] },
  },
  {
    name: 'appimage-script-in-debian-package',
    guarantee: 'the Debian package contains nothing that only an AppImage uses',
    edits: [
      {
        file: DEB,
        find: "rmSync(join(this.stagingDir, APP_FOLDER, 'AppRun'), { force: true });",
        replace: '',
      },
    ],
    test: {
      file: deb,
      titles: ['belongs to root, only the sandbox helper is setuid, and no mode depends on the umask'],
    },
  },
  {
    name: 'empty-credentials-accepted',
    guarantee: 'no installer is built unsigned because a credential is empty',
    edits: [{ file: SIGNING, find: "(env[name] ?? '') === ''", replace: 'env[name] === undefined' }],
    test: {
      file: packages,
      titles: ['must be complete on macOS and Windows, and empty values do not count'],
    },
  },
  {
    name: 'notarisation-credentials-optional',
    guarantee: 'no installer for macOS is built without notarisation',
    edits: [{ file: SIGNING, find: ", 'APPLE_APP_SPECIFIC_PASSWORD'", replace: '' }],
    test: {
      file: packages,
      titles: ['must be complete on macOS and Windows, and empty values do not count'],
    },
  },
  {
    name: 'failed-notification-not-reported',
    guarantee: 'the app learns that the system did not show a notification',
    edits: [{ file: NOTIFIER, find: 'report({ isShown: false, reason }));', replace: 'void reason);' }],
    test: {
      file: notifier,
      titles: ['report once whether the system showed them, why not, and silence as well'],
    },
  },
  {
    name: 'silent-system-counts-as-shown',
    guarantee: 'the app learns that the desktop has no notification service',
    edits: [{ file: NOTIFIER, find: 'report({ isShown: false, reason: null })', replace: 'undefined' }],
    test: {
      file: notifier,
      titles: ['report once whether the system showed them, why not, and silence as well'],
    },
  },
];
