import { max } from 'd3-array';
import { scaleBand, scaleLinear, scaleLog, scaleSqrt } from 'd3-scale';

/*
 * Scales of the charts. Positions are percentages of the plot's width or height. A chart therefore need not
 * be measured before it is painted, and it adapts when its panel is resized.
 */

interface Scale {
  readonly position: (value: number) => number;
  /** The values that have a grid line and a label. */
  readonly ticks: readonly number[];
}

/**
 * Returns a scale from 0 to the largest count, with at most four whole numbers as ticks. Values outside the
 * scale are drawn at its edge. If `room` is above 1, there is space above the largest count.
 */
export function countScale(values: readonly number[], room = 1): Scale {
  const scale = scaleLinear([0, Math.max(1, max(values) ?? 0) * room], [0, 100]).clamp(true);
  const [few = []] = [3, 2, 1]
    .map((most) => scale.ticks(most).filter(Number.isInteger))
    .filter(({ length }) => length <= 4);
  return { position: scale, ticks: few };
}

/**
 * Returns a scale that covers the period between two times, in ms. Times outside the period are drawn at its
 * edge.
 */
export function timeScale(fromMs: number, untilMs: number): (atMs: number) => number {
  return scaleLinear([fromMs, Math.max(untilMs, fromMs + 1)], [0, 100]).clamp(true);
}

/**
 * Minimum distance between the ticks of an amount scale, in percent. It leaves room for a label such as
 * `€500M`.
 */
const AMOUNT_LABEL = 20;

/**
 * Returns a logarithmic scale for amounts in one currency. Ignores amounts that are not above 0. The ticks
 * are powers of ten. If fewer than two of them fit, the ticks are 1, 2 and 5 times powers of ten. If fewer
 * than two of those fit, the ticks are evenly spaced amounts.
 */
export function amountScale(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const least = positive.length === 0 ? 1 : Math.min(...positive);
  const domain = [least / 1.5, (max(positive) ?? 1) * 1.5];
  const scale = scaleLog(domain, [0, 100]).clamp(true);
  const ticks = scale.ticks(4);
  const choices = [
    ticks.filter((tick) => firstDigit(tick) === 1),
    ticks.filter((tick) => [1, 2, 5].includes(firstDigit(tick))),
    scaleLinear(domain, [0, 100]).ticks(4),
  ].map((some) => apart(some, scale));
  return { position: scale, ticks: choices.find(({ length }) => length > 1) ?? [] };
}

const firstDigit = (value: number): number => Number(value.toExponential()[0]);

/** Leaves out each tick whose label would overlap the previous label. */
function apart(ticks: readonly number[], position: Scale['position']): number[] {
  const kept: number[] = [];
  for (const tick of ticks) {
    const before = kept.at(-1);
    if (before === undefined || position(tick) - position(before) >= AMOUNT_LABEL) kept.push(tick);
  }
  return kept;
}

/** Returns a square-root scale, so small steps of a funnel stay visible next to large ones. */
export function rootScale(values: readonly number[]): (value: number) => number {
  return scaleSqrt([0, Math.max(1, max(values) ?? 0)], [0, 100]).clamp(true);
}

/** Returns slots of equal width for bars side by side. `gap` is the share of each slot that stays empty. */
export function bandScale(
  count: number,
  gap = 0.25,
): { readonly start: (index: number) => number; readonly width: number } {
  const scale = scaleBand(
    Array.from({ length: count }, (_, index) => index),
    [0, 100],
  )
    .paddingInner(gap)
    .paddingOuter(gap / 2);
  return { start: (index) => scale(index) ?? 0, width: scale.bandwidth() };
}

/**
 * Returns the level of a cell in a heat calendar. The level is 0 for a value of 0. Otherwise it is 1 to 4,
 * depending on the quarter of the range from 0 to the largest value.
 */
export function heatLevel(value: number, largest: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || largest <= 0) return 0;
  const level = Math.ceil((value / largest) * 4);
  return level <= 1 ? 1 : level === 2 ? 2 : level === 3 ? 3 : 4;
}

/** Minimum distance between two dots of a strip at the same height, in percent of the strip's width. */
const DOT_APART = 2.5;
/**
 * The possible vertical positions of a dot, from 0 (top of the strip) to 1 (bottom). The first of them is the
 * middle.
 */
const DOT_HEIGHTS = [0.5, 0.35, 0.65, 0.2, 0.8];

/**
 * Returns the vertical positions of the dots of a strip, from 0.2 to 0.8. A dot is in the middle unless it
 * would touch the previous dot there; if so, it gets the next free height. If no height is free, it gets a
 * scattered height.
 *
 * @param at horizontal positions in percent, in ascending order
 */
export function spread(at: readonly number[]): number[] {
  const last = new Map<number, number>();
  return at.map((position, index) => {
    const free = DOT_HEIGHTS.find(
      (height) => position - (last.get(height) ?? Number.NEGATIVE_INFINITY) >= DOT_APART,
    );
    if (free === undefined) return scattered(index);
    last.set(free, position);
    return free;
  });
}

const scattered = (index: number): number =>
  0.2 + (((Math.imul(index + 1, 2_654_435_761) >>> 0) % 1000) / 1000) * 0.6;

/**
 * Returns the labels of an axis that fit without overlapping. Labels at the ends of the axis are always
 * shown; they are not centred, so they need more space. The other labels are added in the given order, which
 * must be the order of their importance.
 */
export function shownLabels<Label extends { readonly at: number }>(
  labels: readonly Label[],
): readonly Label[] {
  const ends = labels.filter(({ at }) => isAtEnd(at));
  const shown: Label[] = [...ends];
  for (const label of labels) {
    const distances = shown.map(({ at }) => Math.abs(at - label.at) - (isAtEnd(at) ? 22 : 14));
    if (!ends.includes(label) && distances.every((distance) => distance >= 0)) shown.push(label);
  }
  return shown;
}

/**
 * Keeps labels on the same edge of the plot at least one line height apart, so they do not overlap at any
 * text size. The higher label stays, and the lower one moves down, but not below the plot.
 *
 * @param at positions in percent
 * @returns CSS lengths in the same order
 */
export function separated(at: readonly number[]): string[] {
  const fromTop = at.map((_, index) => index).sort((a, b) => (at[b] ?? 0) - (at[a] ?? 0));
  const places = at.map((position) => `${position}%`);
  let above: string | null = null;
  for (const [rank, index] of fromTop.entries()) {
    const own = `${at[index] ?? 0}%`;
    const below = at.length - 1 - rank;
    const place: string = `max(${below}lh, ${above === null ? own : `min(${own}, ${above} - 1lh)`})`;
    places[index] = place;
    above = place;
  }
  return places;
}

const isAtEnd = (at: number): boolean => at <= 2 || at >= 98;
