import type { Mutation } from '../../mutation.ts';

const PAGE_CLOCK = 'renderer/session/clock.svelte.ts';
const PAGE_CLOCK_TEST = 'test/renderer/session/clock.test.ts';

/** Defects that make an idle app wake up the processor. */
export const IDLE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'page-clock-ticks-always',
    guarantee: 'an idle page updates the time only when a minute begins',
    edits: [
      {
        file: PAGE_CLOCK,
        find: 'const delayMs = this.#countdowns > 0 ?',
        replace: 'const delayMs = this.#countdowns >= 0 ?',
      },
    ],
    test: {
      file: PAGE_CLOCK_TEST,
      titles: ['an idle page updates the time once a minute, when the minute begins'],
    },
  },
  {
    name: 'countdown-never-ends',
    guarantee: 'a countdown that is no longer shown causes no updates',
    edits: [{ file: PAGE_CLOCK, find: 'this.#countdowns -= 1;', replace: '' }],
    test: { file: PAGE_CLOCK_TEST, titles: ['a countdown updates the time every 5 s until it ends'] },
  },
  {
    name: 'healthy-files-checked',
    guarantee: 'healthy files are not checked periodically',
    edits: [
      {
        file: 'renderer/session/workspace-files.svelte.ts',
        find: 'if (this.#isWatching && (this.failedWrites.length > 0 || this.status?.isRoomLow === true))',
        replace: 'if (this.#isWatching)',
      },
    ],
    test: {
      file: 'test/renderer/session/workspace-files.test.ts',
      titles: ['healthy files are not checked again while the app is idle'],
    },
  },
  {
    name: 'timer-for-each-delay',
    guarantee: 'all long delays of the core share one timer',
    edits: [
      {
        file: 'electron/adapters/system-clock.ts',
        find: 'else timer = setTimeout(runIfDue, withMargin(leftMs));',
        replace: 'timer = setTimeout(runIfDue, Math.min(leftMs, RECHECK_MS));',
      },
    ],
    test: {
      file: 'test/unit/adapters/system-clock.test.ts',
      titles: ['wakes up once a minute for all long delays together, when the minute begins'],
    },
  },
  {
    name: 'long-delays-between-minutes',
    guarantee: 'the long delays wake up the process when the page and the notifications do',
    edits: [
      {
        file: 'electron/adapters/system-clock.ts',
        find: 'withMargin(RECHECK_MS - (wallMs() % RECHECK_MS))',
        replace: 'RECHECK_MS',
      },
    ],
    test: {
      file: 'test/unit/adapters/system-clock.test.ts',
      titles: ['wakes up once a minute for all long delays together, when the minute begins'],
    },
  },
  {
    name: 'early-timer-set-again',
    guarantee: 'a timer that Node runs early is not set again',
    edits: [
      {
        file: 'electron/adapters/system-clock.ts',
        find: '(delayMs > SECOND_MS ? delayMs + EARLY_MS : delayMs)',
        replace: 'delayMs',
      },
    ],
    test: {
      file: 'test/unit/adapters/system-clock.test.ts',
      titles: ['sets one timer for a delay, even if Node runs timers a few milliseconds early'],
    },
  },
  {
    name: 'idle-server-checks-timeouts',
    guarantee: 'a server for programs on this computer wakes up nothing while no request arrives',
    edits: [
      {
        file: 'electron/core/foundation/local-http/local-server.ts',
        find: 'requestTimeout: 0, connectionsCheckingInterval: DAY_MS',
        replace: 'requestTimeout: 0',
      },
    ],
    test: {
      file: 'test/unit/foundation/local-http/idle-servers.test.ts',
      titles: ['a local server sets no frequent timer while no request arrives'],
    },
  },
  {
    name: 'idle-demo-checks-requests',
    guarantee: 'the simulated service of the demo wakes up nothing while no request arrives',
    edits: [
      {
        file: 'electron/simulator/service/listener.ts',
        find: ': createServer(SERVER_OPTIONS, answer)',
        replace: ': createServer(answer)',
      },
    ],
    test: {
      file: 'test/unit/foundation/local-http/idle-servers.test.ts',
      titles: ['the simulated service sets no frequent timer while no request arrives'],
    },
  },
  {
    name: 'list-follows-the-clock',
    guarantee: 'a list without snoozed companies is not computed again every minute',
    edits: [
      {
        file: 'renderer/features/lists/triage/triage-marks.svelte.ts',
        find: "mark?.state === 'snoozed' ? clock.nowMs : 0",
        replace: 'clock.nowMs',
      },
    ],
    test: {
      file: 'test/renderer/features/today/today-state.test.ts',
      titles: ['the list depends on the time only while a company is snoozed'],
    },
  },
  {
    name: 'meter-moves-invisibly',
    guarantee: 'a share that grows with time moves its mark only in visible steps',
    edits: [
      {
        file: 'renderer/ui/charts/Meter.svelte',
        find: '`${Math.round(Math.min(1, Math.max(0, part)) * 1_000) / 10}%`',
        replace: '`${Math.min(1, Math.max(0, part)) * 100}%`',
      },
    ],
    test: {
      file: 'test/renderer/ui/charts/meter.test.ts',
      titles: ['the mark of the even pace moves only in visible steps'],
    },
  },
  {
    name: 'shared-storage-on-disk',
    guarantee: 'Chromium writes no database for a feature that the app does not use',
    edits: [
      {
        file: 'electron/shells/electron/hardening.ts',
        find: "commandLine.appendSwitch('disable-features', 'SharedStorageAPI');",
        replace: '',
      },
    ],
    test: {
      file: 'test/unit/shells/electron/hardening.test.ts',
      titles: ['disables the feature for which Chromium would write a database while the app is idle'],
    },
  },
  {
    name: 'memory-reclaimed-every-4-s',
    guarantee: 'Chromium looks for unused memory once a minute only',
    edits: [
      {
        file: 'electron/shells/electron/hardening.ts',
        find: '[enabled, MEMORY_EVERY_MINUTE].filter(Boolean)',
        replace: '[enabled].filter(Boolean)',
      },
    ],
    test: {
      file: 'test/unit/shells/electron/hardening.test.ts',
      titles: ['gives unused memory back once a minute, and leaves other features enabled'],
    },
  },
];
