import type { Mutation } from './mutation.ts';

const LATE_CORE = 'electron/shells/startup/deferred-core.ts';
const file = 'test/unit/shells/startup/deferred-core.test.ts';

/** Defects in startup, which opens the window before the core. */
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
    edits: [{ file: LATE_CORE, find: 'await (await opening)?.dispose();', replace: '' }],
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
];
