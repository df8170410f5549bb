import { CLOSING_FILTER_DAYS } from '../../../../shared/model/closing-days.ts';
import { WINDOW_DAYS } from '../../database/queries/cache/contact-window.ts';
import type { YieldIfDue } from './time-slices.ts';
import { BY_DATE, NO_DAY, WINDOWS, type Columns } from './columns.ts';
import { DAY_MS } from '../../../../shared/durations.ts';

/**
 * Value in `windows` for a contact window that closes soon. Other states use their index in `WINDOWS` plus 1.
 */
export const CLOSING = 0;
/**
 * Maximum ages, in days, for the first three classes in `FRESHNESS`. Older data belongs to the fourth class.
 */
const FRESH_DAYS = [1, 7, 30];

/**
 * Facts about every company that depend on the current time. They are valid from `fromMs` to `untilMs`
 * (server time), as long as `columns.facts` equals `facts`.
 */
export interface Timed {
  /** State of the contact window by slot: `CLOSING`, or the index in `WINDOWS` plus 1. */
  readonly windows: Uint8Array;
  /** Age of the data by slot, as an index into `FRESHNESS`. */
  readonly freshness: Uint8Array;
  /**
   * Five facts by slot, packed into one number: contact window, freshness, hiring, contacts and note (see
   * `FLAGS`).
   */
  readonly flags: Uint8Array;
  readonly facts: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Bit position and number of values of each fact in `flags`. */
export const FLAGS = {
  windows: { shift: 0, numbers: 4 },
  freshness: { shift: 2, numbers: 4 },
  hiring: { shift: 4, numbers: 2 },
  people: { shift: 5, numbers: 2 },
  note: { shift: 6, numbers: 2 },
} as const;
export type FlagName = keyof typeof FLAGS;
const FLAGS_MAX = 128;
/** Number of companies processed between two yields. */
const STEPS = 8_192;

/**
 * Returns the flags for the time `nowMs`: `known` if it is still valid at that time, otherwise newly computed
 * flags.
 */
export async function timedOf(
  columns: Columns,
  nowMs: number,
  known: Timed | null,
  yieldIfDue: YieldIfDue,
): Promise<Timed> {
  if (known !== null && known.facts === columns.facts && nowMs >= known.fromMs && nowMs <= known.untilMs)
    return known;
  const { size, reportedWindow, announcedDay, fetchedAtMs, isHiring, hasPeople, hasNote } = columns;
  const [windows, freshness, flags] = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)];
  const [open, closed] = [WINDOWS.indexOf('open') + 1, WINDOWS.indexOf('closed') + 1];
  let untilMs = Infinity;
  for (let slot = 0; slot < size; slot += 1) {
    if (slot % STEPS === 0) await yieldIfDue();
    let window = reportedWindow[slot] ?? BY_DATE;
    if (window === BY_DATE) {
      const closesAtMs = ((announcedDay[slot] ?? NO_DAY) + WINDOW_DAYS) * DAY_MS;
      const soonAtMs = closesAtMs - CLOSING_FILTER_DAYS * DAY_MS;
      window = nowMs >= closesAtMs ? closed : nowMs >= soonAtMs ? CLOSING : open;
      const nextMs = window === open ? soonAtMs : closesAtMs;
      if (window !== closed && nextMs <= untilMs) untilMs = nextMs - 1;
    }
    let kind = 0;
    for (const days of FRESH_DAYS) {
      const endsMs = (fetchedAtMs[slot] ?? 0) + days * DAY_MS;
      if (nowMs > endsMs) kind += 1;
      else {
        if (endsMs < untilMs) untilMs = endsMs;
        break;
      }
    }
    windows[slot] = window;
    freshness[slot] = kind;
    flags[slot] =
      window |
      (kind << 2) |
      ((isHiring[slot] ?? 0) << 4) |
      ((hasPeople[slot] ?? 0) << 5) |
      ((hasNote[slot] ?? 0) << 6);
  }
  return { windows, freshness, flags, facts: columns.facts, fromMs: nowMs, untilMs };
}

/** Counts, in one pass, how many of the slots have each value of each fact in `FLAGS`. */
export function countFlags(slots: Uint32Array, { flags }: Timed): Readonly<Record<FlagName, Uint32Array>> {
  const sums = new Uint32Array(FLAGS_MAX);
  // An index loop, because it is faster here (see count-matches.ts).
  for (let at = 0; at < slots.length; at += 1) {
    const number = flags[slots[at] ?? 0] ?? 0;
    sums[number] = (sums[number] ?? 0) + 1;
  }
  const of = (name: FlagName): Uint32Array => {
    const { shift, numbers } = FLAGS[name];
    const counts = new Uint32Array(numbers);
    sums.forEach((sum, number) => {
      const own = (number >> shift) % numbers;
      counts[own] = (counts[own] ?? 0) + sum;
    });
    return counts;
  };
  return {
    windows: of('windows'),
    freshness: of('freshness'),
    hiring: of('hiring'),
    people: of('people'),
    note: of('note'),
  };
}
