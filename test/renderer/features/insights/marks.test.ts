import { describe, expect, test } from 'vitest';
import { chartNotes } from '../../../../renderer/features/insights/chart-notes.ts';
import * as marks from '../../../../renderer/features/insights/marks.ts';
import { shareTable } from '../../../../renderer/ui/charts/chart-tables.ts';
import { roundText } from '../../../../renderer/features/library/round-filter-text.ts';
import { insightQuestionSchema, type Insights } from '../../../../shared/model/insights/insights.ts';
import { DAY_MS } from '../../../../shared/durations.ts';
import { utcDate } from '../../../../shared/search-date-ranges.ts';
import type { LibraryFilters } from '../../../../shared/model/library.ts';
import { createFixture, STATES } from '../../fixture/host.ts';
import { insights as strings } from '../../../../renderer/features/insights/strings.ts';
import { NOW_MS } from '../../fixture/time.ts';

const figures = async (): Promise<Insights> => {
  const question = insightQuestionSchema.parse({ period: { kind: 'weeks', weeks: 13 } });
  const { handlers } = createFixture(STATES.account);
  return (await handlers.insights.get(question)) as Insights;
};
const filtersOf = (of: Insights, change: marks.Change | null): LibraryFilters | null =>
  change === null ? null : marks.filtersOf(of, change);

describe('a mark of Insights', () => {
  test('states how many companies it opens, if these are fewer than its rounds', async () => {
    const of = await figures();
    const [all, seed, seriesA] = marks.stageSeries(of.weeks);
    expect([all, seed, seriesA].map((series) => series?.details[0])).toEqual([
      'at 3 companies',
      'at 2 companies',
      undefined,
    ]);
    const [norway] = marks.shareMarks(of.countries, marks.nameOfCountry);
    expect(norway).toMatchObject({ count: 30, detail: 'at 29 companies' });
  });

  test('lists the first further values, and counts the rest together', async () => {
    const { countries } = await figures();
    const rest = { values: 12, rounds: 14, share: 0.1, changePoints: null };
    const [value] = countries.values;
    if (countries.others === null || value === undefined) throw new Error('no others');
    const others = { ...countries.others, each: [value], rest };
    const bars = marks.shareMarks({ ...countries, others }, marks.nameOfCountry);
    expect(bars.at(-1)).toMatchObject({ name: '3 others', opens: false });
    expect(
      shareTable(bars)
        .rows.slice(-2)
        .map((row) => row.slice(0, 2)),
    ).toEqual([
      ['Norway', '30'],
      ['12 others', '14'],
    ]);
  });

  test('opens no industry outside the market, whose companies the library cannot select', async () => {
    const { industries } = await figures();
    const [first] = industries.values;
    const opened = (within: readonly string[]) =>
      marks
        .shareMarks(industries, (label) => label, within)
        .filter(({ opens }) => opens)
        .map(({ key }) => key);
    expect(opened([])).toEqual(industries.values.map(({ value }) => value ?? ''));
    expect(opened([first?.value ?? ''])).toEqual([first?.value]);
    // A market can contain the label of an industry instead of its `value`. For this industry, the two
    // differ.
    expect(first?.label).not.toBe(first?.value);
    expect(opened([first?.label ?? ''])).toEqual([first?.value]);
    expect(opened(['Another industry'])).toEqual([]);
  });

  test('opens the library with the filters of the screen and its own', async () => {
    const of = await figures();
    const week = marks.ofWeek(of.weeks, '2026-05-04');
    expect(filtersOf(of, marks.ofStage('seed', week))).toMatchObject({
      countries: ['NO'],
      round: { from: '2026-05-04', to: '2026-05-10', stages: ['seed'], newest: false },
    });
    const [total] = marks.stageSeries(of.weeks);
    expect(filtersOf(of, marks.ofStage(total?.key ?? '', week))?.round?.stages).toEqual([]);
    expect(filtersOf(of, marks.ofAmount(of.amounts, 'seed', 4))?.round).toMatchObject({
      stages: ['seed'],
      currency: 'EUR',
      minAmount: 9e6,
      maxAmount: 9e6,
    });
    expect(filtersOf(of, marks.ofCountry('de'))?.countries).toEqual(['de']);
    const ofInvestor = filtersOf(of, marks.ofInvestor('Alder Capital'));
    expect(ofInvestor).toMatchObject({ investors: [], round: { investors: ['Alder Capital'] } });
    expect(filtersOf(of, marks.ofDepartment(of.hiring, 'sales'))?.departments).toEqual(['sales']);
    const [day] = of.windows.closing;
    if (day === undefined) throw new Error('no day');
    const { closing } = of.windows;
    expect(filtersOf(of, marks.ofWindowDays(closing, day.date, day.date))).toMatchObject({
      windows: ['open'],
      round: { from: '2026-04-15', to: '2026-04-15', newest: true },
    });
    const last = closing.at(-1)?.date ?? '';
    expect(filtersOf(of, marks.ofWindowDays(closing, day.date, last))?.round).toMatchObject({
      from: '2026-04-15',
      to: closing
        .map(({ announcedTo }) => announcedTo)
        .sort()
        .at(-1),
    });
    expect(marks.ofWindowDays(closing, '1999-01-01', '1999-01-07')).toBeNull();
  });

  test('without a stage opens nothing, because the library cannot select such rounds', async () => {
    const of = await figures();
    const none = marks.stageSeries(of.weeks).find(({ name }) => name === 'No stage');
    expect(marks.ofStage(none?.key ?? '')).toBeNull();
    expect(none?.opens).toBe(false);
  });
});

describe('the charts of Insights', () => {
  test('outline the last week only while it is the current one and has not ended', async () => {
    const of = await figures();
    const week = (from: string, to: string): Insights => ({
      ...of,
      weeks: { ...of.weeks, weeks: [{ from, to, rounds: 1, companies: 1 }] },
    });
    const at = (date: string): number => Date.parse(`${date}T12:00:00Z`);
    expect(marks.isWeekOpen(week('2026-05-11', '2026-05-14'), at('2026-05-14'))).toBe(true);
    expect(marks.isWeekOpen(week('2026-05-11', '2026-05-17'), at('2026-05-14'))).toBe(true);
    expect(marks.isWeekOpen(week('2026-05-11', '2026-05-17'), at('2026-05-17'))).toBe(false);
    // The last week of this finished period has fewer than seven days.
    expect(marks.isWeekOpen(week('2026-10-26', '2026-10-31'), at('2026-11-27'))).toBe(false);
    expect(marks.isWeekOpen(week('2026-06-01', '2026-06-03'), at('2026-05-14'))).toBe(false);
  });

  test('say how many rounds are at stages without a row', () => {
    expect(strings.weeks.more(1)).toBe('1 round at another stage is counted only in the total.');
    expect(strings.weeks.more(2)).toBe('2 rounds at other stages are counted only in the total.');
  });

  test('have all stages together and at most five of them', async () => {
    const { weeks } = await figures();
    expect(marks.stageSeries(weeks).map(({ name }) => name)).toEqual([
      'All stages',
      'Seed',
      'Series A',
      'No stage',
    ]);
    const [stage] = weeks.stages;
    if (stage === undefined) throw new Error('no stage');
    const many = {
      ...weeks,
      stages: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ ...stage, value: `s${n}`, rounds: n })),
    };
    const series = marks.stageSeries(many);
    expect(series.map(({ key }) => key).slice(1)).toEqual(['s3', 's4', 's5', 's6', 's7']);
    const of = { ...(await figures()), weeks: many };
    expect(marks.otherStageRounds(of, series)).toBe(3);
  });

  test('date the axis of a long period by its first month, and of a short one without the year', () => {
    const weeksFrom = (from: string, count: number) =>
      Array.from({ length: count }, (_, at) => {
        const start = Date.parse(from) + at * 7 * DAY_MS;
        return { from: utcDate(start), to: utcDate(start + 6 * DAY_MS), rounds: 0, companies: 0 };
      });
    const axis = (from: string, count: number) => {
      const starts = marks.weekMarks({ weeks: weeksFrom(from, count), stages: [], otherRounds: 0 }, NOW_MS);
      return [starts[0]?.start, starts.at(-1)?.start];
    };
    expect(axis('2025-12-08', 13)).toEqual(['8 Dec', '2 Mar']);
    expect(axis('2025-03-10', 52)).toEqual(['Mar 2025', '2 Mar']);
  });

  test('name the week with the most rounds, or the weeks that tie', async () => {
    const of = await figures();
    const captionOf = (rounds: readonly number[], isLastOpen = false) => {
      const weeks = rounds.map((count, at) => {
        const start = Date.parse('2026-05-04') + at * 7 * DAY_MS;
        return { from: utcDate(start), to: utcDate(start + 6 * DAY_MS), rounds: count, companies: count };
      });
      return marks.topWeeksText({ ...of.weeks, weeks }, NOW_MS, isLastOpen);
    };
    expect(captionOf([2, 6, 1])).toBe('Most rounds: 6 in the week of 11 – 17 May.');
    expect(captionOf([6, 2, 6])).toBe('Most rounds: 6 each in the weeks of 4 – 10 May and 18 – 24 May.');
    expect(captionOf([2, 1, 6], true)).toBe('Most rounds: 6 in the week of 18 – 24 May so far.');
    expect(captionOf([6, 6, 6, 6, 2])).toBe('Most rounds: 6 in each of 4 weeks.');
    expect([captionOf([0, 0]), captionOf([5])]).toEqual([undefined, undefined]);
    const [series] = marks.stageSeries(of.weeks);
    expect(chartNotes(of, NOW_MS).weeks(series === undefined ? [] : [series])).toMatch(
      /^Most rounds: .+\. \d+ rounds? at /,
    );
  });

  test('fill the calendar from the first to the last day, with today', () => {
    const day = (date: string) => ({ date, announcedFrom: date, announcedTo: date, companies: 2 });
    expect(marks.calendarDays([day('2026-05-17')], '2026-05-14')).toEqual([
      { date: '2026-05-14', count: 0 },
      { date: '2026-05-15', count: 0 },
      { date: '2026-05-16', count: 0 },
      { date: '2026-05-17', count: 2 },
    ]);
    expect(marks.calendarDays([], '2026-05-14')).toHaveLength(1);
  });

  test('mention the omitted values, and compare periods only by share', async () => {
    const of = await figures();
    const notes = chartNotes(of, NOW_MS);
    expect(notes.amounts()).toEqual({
      drawing: 'Medians are on the right.',
      data: '8 more amounts are undisclosed. 4 rounds in other currencies are not included. 1 round has an amount but no currency.',
    });
    const withoutMedians = {
      ...of.amounts,
      stages: of.amounts.stages.map((stage) => ({ ...stage, quartiles: null })),
    };
    expect(chartNotes({ ...of, amounts: withoutMedians }, NOW_MS).amounts().drawing).toBe(
      'A median needs at least 4 amounts.',
    );
    expect(notes.hiring().drawing).toBe(strings.hiring.note);
    expect(notes.countries()).toBe('Compared with 17 Nov 2025 – 15 Feb (40 rounds).');
    const uncompared = { ...of.countries, knownBefore: null };
    expect(chartNotes({ ...of, countries: uncompared }, NOW_MS).countries()).toBe(
      'Not compared with 17 Nov 2025 – 15 Feb: too few rounds.',
    );
    const counted = { ...of.before, coverage: { total: 1_180, countedAtMs: 1 } };
    expect(chartNotes({ ...of, before: counted }, NOW_MS).countries()).toBe(
      'Compared with 17 Nov 2025 – 15 Feb (40 of 1,180 rounds).',
    );
    expect(notes.industries()).toBe('A round counts once in each of its company’s industries.');
  });
});

test('the library names the filter for a round', () => {
  const round = {
    from: '2026-05-11',
    to: '2026-05-17',
    stages: ['seed'],
    currency: 'EUR',
    minAmount: 1e6,
    maxAmount: 1e7,
    investors: [],
    newest: false,
  };
  expect(roundText(round)).toBe('11 – 17 May 2026, Seed, €1M to €10M');
  expect(roundText({ ...round, maxAmount: 1e6 })).toBe('11 – 17 May 2026, Seed, €1M');
  expect(roundText({ ...round, stages: [], minAmount: null, maxAmount: null, newest: true })).toBe(
    '11 – 17 May 2026, newest round, EUR',
  );
  expect(roundText({ ...round, stages: ['series b', 'pre-seed', 'series c+'] })).toContain(
    ', Series B, Pre-Seed, Series C+, ',
  );
  expect(roundText({ ...round, investors: ['Alder Capital'] })).toBe(
    '11 – 17 May 2026, Seed, €1M to €10M, with Alder Capital',
  );
});

test('the investors panel states how many rounds have known investors, and where more come from', () => {
  const { known, none } = strings.investors;
  expect([known(3, 14), known(1, 1)]).toEqual(['known for 3 of 14 rounds', 'known for 1 of 1 round']);
  expect(none(14)).toMatch(/^No investors known yet for 14 rounds\. .*“Fetch all”/);
  expect(none(0)).toBe('No rounds in this period.');
});
