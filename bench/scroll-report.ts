import { median, quantile, rounded, textTable } from './lib/figures.ts';
import { MILLION, type Goal } from './lib/goals.ts';
import type { HeldKeyResult } from './lib/scroll-checks.ts';
import type { KeystrokeTimes } from './scroll-page.ts';

export interface Figures {
  /** Times between frames of an idle page. Their median is the refresh interval. */
  readonly blank: readonly number[];
  readonly scrolls: readonly {
    readonly pixels: number;
    readonly bare: readonly number[];
    readonly list: readonly number[];
  }[];
  /** The time from the end of each scroll until all visible rows are drawn. */
  readonly drawnMs: readonly number[];
  readonly wrong: readonly string[];
  readonly held: readonly HeldKeyResult[];
  readonly typed: KeystrokeTimes;
  /** The same keys, typed into the bare list's search field. */
  readonly bareTyped: KeystrokeTimes;
}
export interface Report {
  readonly goals: readonly Goal[];
  readonly text: string;
  readonly recorded: Readonly<Record<string, unknown>>;
}
const GOALS = { p95: 1.05, p99: 1.3, dropped: 1.2, longestMs: 50, keystrokeMs: 50, keystrokeP99Ms: 100 };
/** Goals for the time from a keystroke to the matching rows in a library of a million companies. */
const MILLION_GOALS = { keystrokeMs: 80, keystrokeP99Ms: 160 };

const longest = (of: readonly number[]): number => of.reduce((most, ms) => Math.max(most, ms), 0);
const over = (of: readonly number[]): number => of.filter((ms) => ms > GOALS.longestMs).length;
const sum = (of: readonly number[]): number => of.reduce((total, each) => total + each, 0);

export function reportOf(figures: Figures, companies: number): Report {
  const interval = median(figures.blank);
  const dropped = (of: readonly number[]): number =>
    sum(of.map((ms) => Math.max(0, Math.round(ms / interval) - 1)));
  const line = (name: string, of: readonly number[], isFrames = true): string[] => [
    name,
    ...[median(of), quantile(of, 0.95), quantile(of, 0.99), longest(of)].map((ms) => ms.toFixed(1)),
    String(over(of)),
    isFrames ? String(dropped(of)) : '',
  ];
  const table = textTable([
    ['ms', 'median', 'p95', 'p99', 'longest', `over ${GOALS.longestMs}`, 'dropped'],
    line('frames of a blank page', figures.blank),
    ...figures.scrolls.flatMap(({ pixels, bare, list }) => [
      line(`bare list, ${pixels} px a frame`, bare),
      line(`Library, ${pixels} px a frame`, list),
    ]),
    line('rows drawn after a scroll', figures.drawnMs, false),
    line('keystroke to painted rows, bare list', figures.bareTyped.times, false),
    line('keystroke to painted rows, Library', figures.typed.times, false),
  ]);
  const goals = [...frameGoals(figures, companies, interval, dropped), ...otherGoals(figures, companies)];
  return {
    goals,
    text:
      table +
      figures.wrong
        .slice(0, 10)
        .map((each) => `       ${each}\n`)
        .join(''),
    recorded: recordedFigures(figures, dropped),
  };
}

/**
 * Returns the goals for the duration of a frame and for dropped frames. In the texts of the goals, the
 * figures in brackets are measured with the bare list, which is scrolled in the same run.
 */
function frameGoals(
  { scrolls }: Figures,
  companies: number,
  interval: number,
  dropped: (of: readonly number[]) => number,
): Goal[] {
  const ratios = scrolls.flatMap(({ pixels, bare, list }) =>
    (['p95', 'p99'] as const).map((name) => {
      const [own, other] = [list, bare].map((of) => quantile(of, name === 'p95' ? 0.95 : 0.99) / interval);
      const words = `a list of ${companies.toLocaleString('en')}, ${pixels} px a frame, ${name} beside the refresh interval`;
      const figure = `${own?.toFixed(2) ?? '?'} times, goal ${GOALS[name]} (bare list ${other?.toFixed(2) ?? '?'})`;
      return { words, figure, isMet: (own ?? NaN) <= GOALS[name] };
    }),
  );
  const [list, bare] = [scrolls.flatMap((each) => each.list), scrolls.flatMap((each) => each.bare)];
  return [
    ...ratios,
    {
      words: 'dropped frames, beside a bare list',
      figure: `${dropped(list)}, goal ${GOALS.dropped} × ${dropped(bare)}`,
      isMet: dropped(list) <= GOALS.dropped * dropped(bare),
    },
    {
      words: `frames over ${GOALS.longestMs} ms`,
      figure: `${over(list)}, goal 0 (bare list ${over(bare)})`,
      isMet: over(list) === 0,
    },
  ];
}

function otherGoals(
  { wrong, held, typed: { times, unanswered }, bareTyped }: Figures,
  companies: number,
): Goal[] {
  const { keystrokeMs, keystrokeP99Ms } = companies >= MILLION ? MILLION_GOALS : GOALS;
  const [presses, wrongFrames] = [sum(held.map((each) => each.presses)), sum(held.map((each) => each.wrong))];
  const [p95, p99] = [quantile(times, 0.95), quantile(times, 0.99)];
  const [bareP95, bareP99] = [quantile(bareTyped.times, 0.95), quantile(bareTyped.times, 0.99)];
  return [
    {
      words: 'rows that are wrong, out of order or announced wrongly',
      figure: `${wrong.length}, goal 0`,
      isMet: wrong.length === 0,
    },
    {
      words: `j and k held, ${presses} presses: frames without the right row in sight`,
      figure: `${wrongFrames}, goal 0`,
      isMet: presses > 0 && wrongFrames === 0,
    },
    {
      words: `keystroke to painted rows, p95 and p99 (${unanswered} letters changed none)`,
      figure: `${p95.toFixed(1)} and ${p99.toFixed(1)} ms, goal ${keystrokeMs} and ${keystrokeP99Ms} (bare list ${bareP95.toFixed(1)} and ${bareP99.toFixed(1)})`,
      isMet: p95 <= keystrokeMs && p99 <= keystrokeP99Ms,
    },
  ];
}

function recordedFigures(figures: Figures, dropped: (of: readonly number[]) => number): Report['recorded'] {
  const recorded = (of: readonly number[]): Readonly<Record<string, number>> => ({
    medianMs: rounded(median(of), 1),
    p95Ms: rounded(quantile(of, 0.95), 1),
    p99Ms: rounded(quantile(of, 0.99), 1),
    longestMs: rounded(longest(of), 1),
  });
  const scrolls = figures.scrolls.map(({ pixels, bare, list }) => [
    `scroll${pixels}`,
    {
      bare: { ...recorded(bare), dropped: dropped(bare) },
      list: { ...recorded(list), dropped: dropped(list) },
    },
  ]);
  return {
    blank: recorded(figures.blank),
    ...Object.fromEntries(scrolls),
    standMs: recorded(figures.drawnMs),
    keystrokes: { ...recorded(figures.typed.times), unanswered: figures.typed.unanswered },
    bareKeystrokes: recorded(figures.bareTyped.times),
    wrong: figures.wrong.length,
    held: figures.held,
  };
}
