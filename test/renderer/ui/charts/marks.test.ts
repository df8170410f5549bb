import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compiled } from '../../support/compiled.ts';
import {
  funnelTable,
  shareTable,
  stripTable,
  weekTable,
} from '../../../../renderer/ui/charts/chart-tables.ts';
import { mondayOf, weekdayOf, weeksOf } from '../../../../renderer/ui/charts/calendar-weeks.ts';

/* Tests the charts and their tables, rendered to HTML. */
const load = compiled();
const renderedSchema = z.object({ body: z.string() });
const panel = { title: 'Rounds', description: 'All rounds.' };

async function html(name: string, props: object): Promise<string> {
  const { render } = await load('svelte/server');
  const { default: component } = await load(`/renderer/ui/charts/${name}.svelte`);
  return renderedSchema.parse({ body: render(component, { props: { ...panel, ...props } }).body }).body;
}
/** Returns the text that the group in `pattern` captures, for each match in `body`. */
const all = (body: string, pattern: RegExp): string[] =>
  [...body.matchAll(pattern)].map(([, value]) => value ?? '');
/** Returns the accessible name of each mark: its label or, if the mark contains text, that text. */
const labels = (body: string): string[] =>
  all(body, /data-mark="[^"]*"[^>]*(?:aria-label="|><span class="vh[^"]*">)([^"<]*)/g);
const heights = (body: string): string[] => all(body, /class="[^"]*fill[^"]*"[^>]*style="height: ?([^;"]+)/g);

const WEEKS = [
  { key: '2026-05-11', name: '11–17 May', start: '11 May' },
  { key: '2026-05-18', name: '18–24 May', start: '18 May' },
  { key: '2026-05-25', name: '25–31 May', start: '25 May' },
];
const SERIES = [
  { key: 'seed', name: 'Seed', values: [20, 10, 5] },
  { key: 'a', name: 'Series A', values: [0, 4, 1] },
];
const weeks = { weeks: WEEKS, series: SERIES, unit: ['round', 'rounds'], isLastOpen: true };

describe('small multiples by week', () => {
  it('draws every series on one scale, with the current week as an open bar', async () => {
    const body = await html('WeekBars', weeks);
    expect(heights(body)).toEqual(['100%', '50%', '25%', '0%', '20%', '5%']);
    expect(all(body, /class="[^"]*fill[^"]*\bopen\b[^"]*"/g)).toHaveLength(2);
    expect(labels(body)).toEqual([
      ...['Seed, 11–17 May: 20 rounds', 'Seed, 18–24 May: 10 rounds', 'Seed, 25–31 May so far: 5 rounds'],
      ...[
        'Series A, 11–17 May: 0 rounds',
        'Series A, 18–24 May: 4 rounds',
        'Series A, 25–31 May so far: 1 round',
      ],
    ]);
  });
  it('adds a detail to the value of a bar', async () => {
    const [seed] = weeks.series;
    const series = [{ ...seed, details: ['at 12 companies', undefined, undefined] }];
    expect(labels(await html('WeekBars', { ...weeks, series }))).toEqual([
      'Seed, 11–17 May: 20 rounds at 12 companies',
      'Seed, 18–24 May: 10 rounds',
      'Seed, 25–31 May so far: 5 rounds',
    ]);
  });
  it('has one mark that Tab reaches, and buttons only where something opens', async () => {
    const body = await html('WeekBars', weeks);
    expect(all(body, /tabindex="(0)"/g)).toHaveLength(1);
    expect(body).not.toContain('role="button"');
    const opening = await html('WeekBars', { ...weeks, open: () => undefined });
    // One of the six bars has the value 0 and therefore opens nothing, so it is not a button.
    expect(all(opening, /(role="button")/g)).toHaveLength(5);
  });
  it('has a name, and a description that names the keys', async () => {
    const body = await html('WeekBars', weeks);
    expect(body).toMatch(/role="group"[^>]*aria-label="Rounds"[^>]*aria-describedby="([^"]+)"/);
    expect(body).toContain('All rounds. Use the arrow keys');
  });
  it('states how many values it needs instead of showing too few', async () => {
    const least = { have: 3, need: 10, unit: ['round', 'rounds'] };
    const body = await html('WeekBars', { ...weeks, least });
    expect(body).toContain('This chart needs at least 10 rounds, but there are only 3.');
    expect(body).not.toContain('data-mark');
    expect(body).not.toContain('as a table');
    expect(await html('WeekBars', { ...weeks, least: { ...least, have: 10 } })).toContain('data-mark');
  });
  it('dates the week in the middle of a long axis, where the bars are hard to count', async () => {
    const datesOf = async (count: number): Promise<string[]> => {
      const many = Array.from({ length: count }, (_, at) => ({
        key: `${at}`,
        name: `${at}`,
        start: `w${at}`,
      }));
      const values = many.map(() => 1);
      const body = await html('WeekBars', {
        ...weeks,
        weeks: many,
        series: [{ key: 'a', name: 'A', values }],
      });
      return all(body, />(w\d+)</g);
    };
    expect(await datesOf(4)).toEqual(['w0', 'w3']);
    expect(await datesOf(13)).toEqual(['w0', 'w6', 'w12']);
  });
  it('has the same figures in its table', () => {
    expect(weekTable(['1', '2', '3'], SERIES)).toEqual({
      columns: ['Week', 'Seed', 'Series A'],
      rows: [
        ['1', '20', '0'],
        ['2', '10', '4'],
        ['3', '5', '1'],
        ['Total', '35', '5'],
      ],
    });
  });
});

describe('share bars', () => {
  const bars = [
    { key: 'de', name: 'Germany', count: 128, share: 0.311, change: 2, detail: 'at 99 companies' },
    { key: 'se', name: 'Sweden', count: 64, share: 0.155, change: -1 },
    { key: 'fi', name: 'Finland', count: 1, share: 0.002, change: 0 },
    { key: 'rest', name: '22 others', count: 32, share: 0.08, change: null, opens: false },
  ];
  it('draws counts from the same base and shows the change in points', async () => {
    const body = await html('ShareBars', { bars, unit: ['round', 'rounds'], open: () => undefined });
    expect(all(body, /style="width: ?([^;"]+)/g)).toEqual(['100%', '50%', '0.78125%', '25%']);
    expect(labels(body)).toEqual([
      'Germany: 128 rounds at 99 companies, 31%, up 2 points',
      'Sweden: 64 rounds, 16%, down 1 point',
      'Finland: 1 round, less than 1%, unchanged',
      '22 others: 32 rounds, 8%',
    ]);
    expect(all(body, /(role="button")/g)).toHaveLength(3);
  });
  it('has the same figures in its table, without a change if there is none', () => {
    expect(shareTable(bars).rows).toEqual([
      ['Germany', '128', '31%', '+2'],
      ['Sweden', '64', '16%', '−1'],
      ['Finland', '1', 'less than 1%', 'unchanged'],
      ['22 others', '32', '8%', ''],
    ]);
    expect(shareTable(bars.slice(3)).columns).toEqual(['Name', 'Count', 'Share']);
    const spain = { name: 'Spain', count: 20, share: 0.05, change: 0 };
    const others = { name: '2 others', count: 32, share: 0.08, change: 0 };
    const parts = [spain, { ...spain, name: 'Italy', count: 12 }];
    expect(shareTable([{ ...others, parts }]).rows.map(([name]) => name)).toEqual(['Spain', 'Italy']);
    expect(shareTable([{ ...others, parts: [] }]).rows.map(([name]) => name)).toEqual(['2 others']);
  });
});

describe('strips of dots', () => {
  const strip = (name: string, values: number[], quartiles: [number, number, number] | null) => ({
    key: name,
    name,
    count: values.length + 1,
    dots: values.map((value, at) => ({ key: `${name} ${at}`, name: `Company ${at}`, value })),
    quartiles,
  });
  const strips = [strip('Seed', [1e6, 2e6, 4e6], [1e6, 2e6, 4e6]), strip('Series A', [1e7], null)];
  const format = (value: number): string => `€${value / 1e6}M`;
  it('draws a dot for each value, and the middle half only if it is known', async () => {
    const body = await html('DotStrips', { strips, groupName: 'Stage', countName: 'Rounds', format });
    expect(labels(body)).toEqual(['Company 0: €1M', 'Company 1: €2M', 'Company 2: €4M', 'Company 0: €10M']);
    expect(all(body, /class="(range)[ "]/g)).toHaveLength(1);
    expect(all(body, /class="(median)[ "]/g)).toHaveLength(1);
    const [median] = all(body, /class="median[^"]*" style="left: ?([^%]+)/g).map(Number);
    const dots = all(body, /class="dot-mark[^"]*"[^>]*style="left: ?([^%]+)/g).map(Number);
    expect(dots[1]).toBeCloseTo(median ?? -1);
    expect([...dots].sort((a, b) => a - b)).toEqual(dots);
  });
  it('has the quartiles and all values in its table', () => {
    expect(stripTable(['Stage', 'Rounds'], strips, format)).toEqual({
      columns: ['Stage', 'Rounds', 'Lower quartile', 'Median', 'Upper quartile'],
      rows: [
        ['Seed', '4', '€1M', '€2M', '€4M'],
        ['Series A', '2', '–', '–', '–'],
      ],
    });
  });
});

describe('the heat calendar', () => {
  // 27 May 2026 is a Wednesday.
  const days = Array.from({ length: 9 }, (_, at) => ({
    date: new Date(Date.UTC(2026, 4, 27 + at)).toISOString().slice(0, 10),
    count: at,
  }));
  it('has a row for each week from Monday', () => {
    expect(weeksOf(days).map((week) => week.length)).toEqual([5, 4]);
    expect(weekdayOf('2026-05-27')).toBe(2);
    expect(mondayOf('2026-05-31')).toBe(Date.UTC(2026, 4, 25));
    expect(weeksOf([])).toEqual([]);
  });
  it('prints the number in each cell, in the column of its weekday', async () => {
    const body = await html('HeatCalendar', {
      days,
      today: '2026-05-27',
      countName: 'Close',
      countOf: (count: number) => `${count} close`,
      open: () => undefined,
    });
    expect(all(body, /grid-column: ?(\d+)/g).map(Number)).toEqual([4, 5, 6, 7, 8, 2, 3, 4, 5]);
    expect(all(body, /class="cell[^>]*>([^<]*)</g)).toEqual(['·', '1', '2', '3', '4', '5', '6', '7', '8']);
    expect(labels(body)[0]).toBe('Wed 27 May, today: 0 close · week total: 10');
    expect(all(body, /class="muted sum[^>]*>([^<]*)</g)).toEqual(['Total', '10', '26']);
    // A day with a count of 0 cannot be opened.
    expect(all(body, /(role="button")/g)).toHaveLength(10);
    expect(labels(body)).toContain('Week of 25 May: 10 close');
  });
});

describe('the funnel', () => {
  const steps = [1_600, 400, 4, 1].map((count, at) => ({ key: `step ${at}`, name: `Step ${at}`, count }));
  it('draws square roots, and leaves out a share of fewer than ten', async () => {
    const body = await html('Funnel', { steps, unit: ['company', 'companies'] });
    expect(heights(body)).toEqual(['100%', '50%', '5%', '2.5%']);
    expect(labels(body)).toEqual([
      'Step 0: 1,600 companies',
      'Step 1: 400 companies, 25% of the previous step',
      'Step 2: 4 companies, 1% of the previous step',
      'Step 3: 1 company',
    ]);
  });
  it('has the same figures in its table', () => {
    expect(funnelTable(steps, 10).rows).toEqual([
      ['Step 0', '1,600', ''],
      ['Step 1', '400', '25%'],
      ['Step 2', '4', '1%'],
      ['Step 3', '1', ''],
    ]);
  });
});

describe('ranked bars', () => {
  it('draw counts with a second figure', async () => {
    const bars = [
      { key: 'sales', name: 'Sales', count: 64, detail: '141 roles' },
      { key: 'product', name: 'Product', count: 16, detail: '30 roles' },
    ];
    const columns = ['Department', 'Companies', 'Open roles'];
    const body = await html('RankedBars', { bars, columns, unit: ['company', 'companies'] });
    expect(all(body, /style="width: ?([^;"]+)/g)).toEqual(['100%', '25%']);
    expect(labels(body)).toEqual(['Sales: 64 companies, 141 roles', 'Product: 16 companies, 30 roles']);
  });
});

describe('lines', () => {
  it('places points by time and count, with solid, dotted and dashed lines', async () => {
    const body = await html('LineChart', {
      fromMs: 0,
      untilMs: 100,
      lines: [
        {
          key: 'a',
          kind: 'actual',
          name: 'left',
          points: [
            { atMs: 0, count: 200 },
            { atMs: 50, count: 100 },
          ],
          end: '100',
        },
        {
          key: 'p',
          kind: 'planned',
          name: 'plan',
          points: [
            { atMs: 50, count: 100 },
            { atMs: 100, count: 20 },
          ],
          end: '20',
        },
        {
          key: 'u',
          kind: 'usual',
          name: 'usual pace',
          points: [
            { atMs: 50, count: 100 },
            { atMs: 100, count: 50 },
          ],
        },
      ],
      ticks: [
        { atMs: 0, text: 'start' },
        { atMs: 100, text: 'end' },
      ],
      timeOf: (atMs: number) => `day ${atMs}`,
      countOf: (count: number) => `${count} left`,
      table: { columns: [], rows: [] },
    });
    expect(all(body, /<path class="([^" ]+)/g)).toEqual(['actual', 'planned', 'usual']);
    expect(all(body, / d="([^"]+)"/g)).toEqual(['M0,0L50,50', 'M50,50L100,90', 'M50,50L100,75']);
    expect(labels(body)).toEqual([
      ...['day 0: 200 left', 'day 50: 100 left', 'day 100, plan: 20 left', 'day 100, usual pace: 50 left'],
    ]);
  });
});

describe('days', () => {
  it('stack both parts, and draw a line across', async () => {
    const day = (name: string, own: number, others: number | null) => ({
      key: name,
      name,
      own,
      others,
      value: `${own}`,
    });
    const props = {
      days: [day('1 May', 10, 10), day('2 May', 5, null)],
      parts: ['this', 'others'],
      columns: ['Day', 'This', 'Others'],
      line: { count: 10, text: 'cap: 10' },
      ends: ['1 May', 'today'],
    };
    const body = await html('DayBars', props);
    // The largest bar has a value of 20, and the line's label needs 15% more space. The scale therefore ends
    // at 23.
    const relative = heights(body).map((height) => (Number.parseFloat(height) * 23) / 100);
    for (const [at, value] of [10, 10, 0, 5].entries()) expect(relative[at]).toBeCloseTo(value);
    expect(body).toMatch(/class="limit[^>]*style="bottom: ?43\.4\d+%/);
    expect(body).toContain('chart-legend');
    expect(await html('DayBars', { ...props, days: [day('1 May', 10, 0)] })).not.toContain('chart-legend');
  });
});

describe('text from the service', () => {
  it('stays text, without characters that reorder the text beside it', async () => {
    const name = '<img src=x onerror=alert(1)>\u202Eevil';
    const bars = [{ key: 'x', name, count: 1, share: 1, change: null }];
    const body = await html('ShareBars', { bars, unit: ['round', 'rounds'] });
    expect(body).not.toContain('<img');
    expect(body).not.toContain('\u202E');
    expect(body).toContain('&lt;img');
  });
});
