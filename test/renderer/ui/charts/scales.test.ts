import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  amountScale,
  bandScale,
  countScale,
  heatLevel,
  rootScale,
  separated,
  shownLabels,
  spread,
  timeScale,
} from '../../../../renderer/ui/charts/scales.ts';

describe('the scales of charts', () => {
  it('places counts from 0 to the largest one, with a few whole numbers as grid lines', () => {
    const { position, ticks } = countScale([42, 17]);
    expect([0, 21, 42, 50].map(position)).toEqual([0, 50, 100, 100]);
    expect(ticks).toEqual([0, 20, 40]);
    expect(countScale([3_000, 612]).ticks).toEqual([0, 1_000, 2_000, 3_000]);
    expect(countScale([1]).ticks).toEqual([0, 1]);
    expect(countScale([]).ticks).toEqual([0, 1]);
  });
  it('has at most four grid lines, the first of them at 0', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000)), (counts) => {
        const { ticks } = countScale(counts);
        expect(ticks[0]).toBe(0);
        expect(ticks.length).toBeLessThanOrEqual(4);
        expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
  it('moves labels at the same edge apart by a line, and keeps them in the plot', () => {
    expect(separated([80])).toEqual(['max(0lh, 80%)']);
    expect(separated([80, 84])).toEqual(['max(0lh, min(80%, max(1lh, 84%) - 1lh))', 'max(1lh, 84%)']);
    expect(separated([])).toEqual([]);
  });
  it('places amounts by their order of magnitude', () => {
    const { position, ticks } = amountScale([1e6, 1e7, 1e8]);
    expect(position(1e7)).toBeCloseTo(50);
    expect(position(1e7) - position(1e6)).toBeCloseTo(position(1e8) - position(1e7));
    expect(ticks).toEqual([1e6, 1e7, 1e8]);
  });
  it('labels amounts over the whole plot, without overlaps', () => {
    expect(amountScale([8e6, 1.2e7, 1.5e7, 2.4e7]).ticks).toEqual([1e7, 2e7]);
    expect(amountScale([4e6, 6e7]).ticks).toEqual([5e6, 2e7, 5e7]);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e3, max: 1e12, noNaN: true }), { minLength: 1 }), (amounts) => {
        const { position, ticks } = amountScale(amounts);
        const places = ticks.map(position);
        for (const [at, place] of places.entries())
          if (at > 0) expect(place - (places[at - 1] ?? 0)).toBeGreaterThanOrEqual(20);
        expect(ticks.length).toBeGreaterThan(1);
        expect([places[0], 100 - (places.at(-1) ?? 0)].every((gap) => (gap ?? 100) < 60)).toBe(true);
      }),
    );
  });
  it('places a single amount, and none, inside the plot', () => {
    expect(amountScale([5e5]).position(5e5)).toBeCloseTo(50);
    expect(amountScale([]).position(1)).toBeCloseTo(50);
    expect(amountScale([0, -1]).ticks.length).toBeGreaterThan(0);
  });
  it('keeps times and amounts outside the range at its edges', () => {
    const x = timeScale(100, 200);
    expect([50, 100, 150, 250].map(x)).toEqual([0, 0, 50, 100]);
    expect(timeScale(100, 100)(100)).toBe(0);
  });
  it('draws the steps of a funnel by their square root', () => {
    const height = rootScale([1_600, 100]);
    expect([1_600, 400, 100, 0].map(height)).toEqual([100, 50, 25, 0]);
  });
  it('gives bars equal places that do not overlap', () => {
    const { start, width } = bandScale(4, 0.25);
    const starts = [0, 1, 2, 3].map(start);
    for (const [at, left] of starts.entries()) {
      expect(left + width).toBeLessThanOrEqual((starts[at + 1] ?? 100) + 1e-9);
    }
  });
  it('takes the level of a day from quarters of the largest count', () => {
    expect([0, 1, 3, 4, 6, 9, 10, 12].map((count) => heatLevel(count, 12))).toEqual([0, 1, 1, 2, 2, 3, 4, 4]);
    expect(heatLevel(0, 0)).toBe(0);
    expect(heatLevel(1, 1)).toBe(4);
  });
  it('leaves room for a label above the largest count', () => {
    expect(countScale([100], 1.25).position(100)).toBe(80);
  });
  it('shows both ends of an axis, and of the other labels those that have space', () => {
    const shown = (...places: number[]) => shownLabels(places.map((at) => ({ at }))).map(({ at }) => at);
    expect(shown(0, 50, 100)).toEqual([0, 100, 50]);
    expect(shown(0, 88, 100)).toEqual([0, 100]);
    expect(shown(0, 50, 60, 100)).toEqual([0, 100, 50]);
    expect(shown(0, 20, 40, 54, 100)).toEqual([0, 100, 40, 54]);
  });
  it('places a dot in the middle of its strip, and moves only dots that would touch the one before', () => {
    expect(spread([40])).toEqual([0.5]);
    expect(spread([40, 60])).toEqual([0.5, 0.5]);
    expect(spread([40, 41, 60])).toEqual([0.5, 0.35, 0.5]);
    expect(new Set(spread([40, 40, 40, 40])).size).toBe(4);
    expect(spread([])).toEqual([]);
  });
  it('keeps every dot inside its strip', () => {
    for (const height of spread(Array.from({ length: 500 }, (_, at) => at / 50))) {
      expect(height).toBeGreaterThanOrEqual(0.2);
      expect(height).toBeLessThanOrEqual(0.8);
    }
  });
});
