import type { Mutation } from '../../mutation.ts';

const HEALTH = 'electron/core/webhook/tunnel-health.ts';
const file = 'test/unit/webhook/tunnel-health.test.ts';

/** Defects in the warning that the tunnel may have stopped. */
export const TUNNEL_MUTATIONS: readonly Mutation[] = [
  {
    name: 'silence-while-closed',
    guarantee: 'time in which the receiver did not listen is no silence',
    edits: [
      {
        file: HEALTH,
        find: 'sum + Math.max(0, Math.min(toMs, nowMs) - Math.max(fromMs, lastMs)),\n    0,',
        replace: 'Math.max(sum, nowMs - lastMs, fromMs - toMs),\n    0,',
      },
    ],
    test: { file, titles: ['counts only the time in which the receiver listened'] },
  },
  {
    name: 'silence-alarm-early',
    guarantee: 'a silence is reported only after three days and four usual gaps',
    edits: [
      { file: HEALTH, find: 'Math.max(SILENT_MS, GAPS_SILENT', replace: 'Math.min(SILENT_MS, GAPS_SILENT' },
    ],
    test: { file, titles: ['begins after four usual gaps, but not before three days'] },
  },
  {
    name: 'silence-without-rhythm',
    guarantee: 'no silence is reported before the usual gap is known',
    edits: [{ file: HEALTH, find: 'gaps.length < GAPS_MIN ?', replace: 'gaps.length < GAPS_MIN - 3 ?' }],
    test: {
      file,
      titles: ['is not reported without a rhythm: after too few deliveries, or if all came together'],
    },
  },
  {
    name: 'paste-as-delivery',
    guarantee: 'a pasted event is no delivery through the tunnel',
    edits: [
      {
        file: 'electron/core/webhook/store-signal.ts',
        find: "isFromOutside: via === 'webhook',",
        replace: "isFromOutside: via !== 'local',",
      },
    ],
    test: {
      file,
      titles: [
        'the receiver reports its silence once, until the next delivery; a rejected or pasted event ends none',
      ],
    },
  },
  {
    name: 'local-delivery-as-proof',
    guarantee: 'a delivery sent from this computer does not show that the tunnel works',
    edits: [
      {
        file: 'electron/core/webhook/webhook-server.ts',
        find: 'isFromOutside(request.headers)',
        replace: 'isFromOutside(request.headers) || true',
      },
    ],
    test: {
      file,
      titles: ['a delivery from this computer is stored, but ends no silence and proves no tunnel'],
    },
  },
];
