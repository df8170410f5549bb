import { median, rounded, textTable } from './lib/figures.ts';
import type { Goal } from './lib/goals.ts';
import type { Held } from './scroll-checks.ts';
import type { Typed } from './scroll-page.ts';

export interface Figures {
  /** Frames of an idle page: the refresh interval. */
  readonly blank: readonly number[];
  readonly scrolls: readonly {
    readonly pixels: number;
    readonly bare: readonly number[];
    readonly list: readonly number[];
  }[];
  /** From the end of each scroll until all visible rows are drawn. */
  readonly standMs: readonly number[];
  readonly wrong: readonly string[];
  readonly held: readonly Held[];
  readonly typed: Typed;
}
export interface Report {
  readonly goals: readonly Goal[];
  readonly text: string;
  readonly kept: Readonly<Record<string, unknown>>;
}
const GOALS = { p95: 1.05, p99: 1.3, dropped: 1.2, longestMs: 50, keystrokeMs: 50, keystrokeP99Ms: 100 };

const share = (of: readonly number[], part: number): number =>
  [...of].sort((a, b) => a - b)[Math.floor((of.length - 1) * part)] ?? NaN;
const longest = (of: readonly number[]): number => of.reduce((most, ms) => Math.max(most, ms), 0);
const over = (of: readonly number[]): number => of.filter((ms) => ms > GOALS.longestMs).length;
const sum = (of: readonly number[]): number => of.reduce((total, each) => total + each, 0);

export function reportOf(figures: Figures): Report {
  const interval = median(figures.blank);
  const dropped = (of: readonly number[]): number =>
    sum(of.map((ms) => Math.max(0, Math.round(ms / interval) - 1)));
  const line = (name: string, of: readonly number[], isFrames = true): string[] => [
    name,
    ...[median(of), share(of, 0.95), share(of, 0.99), longest(of)].map((ms) => ms.toFixed(1)),
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
    line('rows stand after a scroll', figures.standMs, false),
    line('keystroke to painted rows', figures.typed.times, false),
  ]);
  const goals = [...frameGoals(figures, interval, dropped), ...otherGoals(figures)];
  return {
    goals,
    text:
      table +
      figures.wrong
        .slice(0, 10)
        .map((each) => `       ${each}\n`)
        .join(''),
    kept: keptOf(figures, dropped),
  };
}

/** The reference list's figures follow the Library's in brackets. */
function frameGoals(
  { scrolls }: Figures,
  interval: number,
  dropped: (of: readonly number[]) => number,
): Goal[] {
  const ratios = scrolls.flatMap(({ pixels, bare, list }) =>
    (['p95', 'p99'] as const).map((name) => {
      const [own, other] = [list, bare].map((of) => share(of, name === 'p95' ? 0.95 : 0.99) / interval);
      const words = `a list of 100,000, ${pixels} px a frame, ${name} beside the refresh interval`;
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

function otherGoals({ wrong, held, typed: { times, unanswered } }: Figures): Goal[] {
  const [presses, wrongFrames] = [sum(held.map((each) => each.presses)), sum(held.map((each) => each.wrong))];
  const [p95, p99] = [share(times, 0.95), share(times, 0.99)];
  return [
    {
      words: 'rows that are wrong, out of order or told wrongly',
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
      figure: `${p95.toFixed(1)} and ${p99.toFixed(1)} ms, goal ${GOALS.keystrokeMs} and ${GOALS.keystrokeP99Ms}`,
      isMet: p95 <= GOALS.keystrokeMs && p99 <= GOALS.keystrokeP99Ms,
    },
  ];
}

function keptOf(figures: Figures, dropped: (of: readonly number[]) => number): Report['kept'] {
  const kept = (of: readonly number[]): Readonly<Record<string, number>> => ({
    medianMs: rounded(median(of), 1),
    p95Ms: rounded(share(of, 0.95), 1),
    p99Ms: rounded(share(of, 0.99), 1),
    longestMs: rounded(longest(of), 1),
  });
  const scrolls = figures.scrolls.map(({ pixels, bare, list }) => [
    `scroll${pixels}`,
    { bare: { ...kept(bare), dropped: dropped(bare) }, list: { ...kept(list), dropped: dropped(list) } },
  ]);
  return {
    blank: kept(figures.blank),
    ...Object.fromEntries(scrolls),
    standMs: kept(figures.standMs),
    keystrokes: { ...kept(figures.typed.times), unanswered: figures.typed.unanswered },
    wrong: figures.wrong.length,
    held: figures.held,
  };
}
