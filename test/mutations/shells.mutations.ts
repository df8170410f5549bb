import type { Mutation } from './mutation.ts';

const GUARD = 'electron/shells/electron/launch-guard.ts';
const guard = 'test/unit/shells/electron/launch-guard.test.ts';

/** Defects in the boundary of the shells: the arguments of a packaged app. */
export const SHELL_MUTATIONS: readonly Mutation[] = [
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
];
