import type { Insights } from '../../../shared/model/insights/insights.ts';
import type { LibraryFilters, RoundFilter } from '../../../shared/model/library.ts';
import { dateMs, daysIn, rangeText } from '../../lib/date-ranges.ts';
import { calendarLongText, calendarText, compactAmount } from '../../lib/format.ts';
import { countryName } from '../../lib/countries.ts';
import { utcDate } from '../../../shared/search-date-ranges.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { insights as strings } from './strings.ts';

/*
 * Converts figures to the marks of charts (such as bars and dots), and marks to the library's filters. Pure.
 */

/**
 * Keys for three special marks: all stages together, rounds without a stage, and all values that are not
 * listed. No value from the service can equal one of these keys.
 */
const ALL = '\u0000all';
const NO_STAGE = '\u0000none';
const OTHERS = '\u0000others';

const stageKey = (value: string | null): string => value ?? NO_STAGE;
const stageName = (label: string | null): string => label ?? strings.weeks.noStage;

/**
 * Returns the number of companies as text, such as `at 7 companies`; undefined if it equals the number of
 * rounds. The text is needed because a mark counts rounds, but opens a list of companies.
 */
const atCompanies = (rounds: number, companies: number): string | undefined =>
  companies < rounds ? strings.atCompanies(companies) : undefined;

/** Formats a period as `2 Mar – 27 May`. */
export const periodText = ({ from, to }: { from: string; to: string }, nowMs: number): string =>
  rangeText({ start: from, end: to }, nowMs);

/**
 * If there are more weeks than this, the first label of the axis shows the month and the year. There is no
 * room for the day.
 */
const WEEKS_WITHOUT_YEAR = 26;

export const weekMarks = ({ weeks }: Insights['weeks'], nowMs: number) =>
  weeks.map(({ from, to }, at) => ({
    key: from,
    name: periodText({ from, to }, nowMs),
    start: at === 0 && weeks.length > WEEKS_WITHOUT_YEAR ? monthAndYear(from) : dayAndMonth(from),
  }));

/** Maximum number of weeks that a caption names. More names would make the caption wider than the chart. */
const WEEKS_NAMED = 3;

/**
 * Returns text that names the week with the most rounds. If several weeks tie, the text names them all; if
 * more than `WEEKS_NAMED` tie, it gives only their number. Returns undefined if there are fewer than two
 * weeks or no rounds.
 *
 * @param isLastOpen whether the last week has not ended
 */
export function topWeeksText(
  { weeks }: Insights['weeks'],
  nowMs: number,
  isLastOpen: boolean,
): string | undefined {
  const most = Math.max(0, ...weeks.map(({ rounds }) => rounds));
  if (most === 0 || weeks.length < 2) return undefined;
  const top = weeks.filter(({ rounds }) => rounds === most);
  if (top.length > WEEKS_NAMED) return strings.weeks.topTie(top.length, most);
  const names = top.map((week) => {
    const name = periodText(week, nowMs);
    return isLastOpen && week === weeks.at(-1) ? strings.weeks.soFar(name) : name;
  });
  return strings.weeks.top(names, most);
}

const dayAndMonth = (date: string): string => calendarText(date, dateMs(date)) ?? date;
const monthAndYear = (date: string): string => (calendarLongText(date) ?? date).replace(/^\d+ /, '');

/** Maximum number of stages shown beside the total. */
const STAGES_SHOWN = 5;

/** Returns a series for all stages together, followed by a series for each of the most frequent stages. */
export function stageSeries({ weeks, stages }: Insights['weeks']) {
  const shown = [...stages].sort((a, b) => b.rounds - a.rounds).slice(0, STAGES_SHOWN);
  return [
    {
      key: ALL,
      name: strings.weeks.all,
      values: weeks.map(({ rounds }) => rounds),
      details: weeks.map(({ rounds, companies }) => atCompanies(rounds, companies)),
      opens: true,
    },
    ...stages
      .filter((stage) => shown.includes(stage))
      .map(({ value, label, weeks: values, companies }) => ({
        key: stageKey(value),
        name: stageName(label),
        values,
        details: values.map((rounds, at) => atCompanies(rounds, companies[at] ?? rounds)),
        opens: value !== null,
      })),
  ];
}

/** Returns the number of rounds whose stage is not shown. */
export const otherStageRounds = ({ weeks }: Insights, series: readonly { readonly key: string }[]): number =>
  weeks.stages
    .filter(({ value }) => !series.some(({ key }) => key === stageKey(value)))
    .reduce((sum, { rounds }) => sum + rounds, weeks.otherRounds);

export const strips = ({ stages }: Insights['amounts']) =>
  stages.map(({ value, label, rounds, dots, quartiles }) => ({
    key: stageKey(value),
    name: stageName(label),
    count: rounds,
    quartiles: quartiles === null ? null : ([quartiles.lower, quartiles.median, quartiles.upper] as const),
    dots: dots.map((amount, at) => ({ key: String(at), name: stageName(label), value: amount })),
  }));

export const amountFormat =
  (currency: string | null) =>
  (value: number): string =>
    compactAmount(value, currency === null ? null : currency.toUpperCase()) ?? String(value);

/**
 * @param within the values that the market allows; empty if it allows all. A mark of another value opens no
 *   list. It counts companies that have both this value and an allowed value, but the library's filters
 *   cannot require two values.
 */
export function shareMarks(
  { values, others }: Insights['countries'],
  nameOf: (label: string) => string,
  within: readonly string[] = [],
) {
  // Compares in lower case, because `value` is in lower case but the market has the service's spelling.
  const allowed = new Set(within.map((each) => each.toLowerCase()));
  const isAllowed = (value: string | null, label: string | null): boolean =>
    within.length === 0 || [value, label].some((each) => allowed.has((each ?? '').toLowerCase()));
  const barOf = ({ value, label, rounds, companies, share, changePoints }: (typeof values)[number]) => ({
    key: value ?? '',
    name: nameOf(label ?? value ?? ''),
    count: rounds,
    detail: atCompanies(rounds, companies),
    share,
    change: changePoints,
    opens: isAllowed(value, label),
  });
  const bars = values.map(barOf);
  if (others === null) return bars;
  const othersOf = ({
    values: count,
    rounds,
    share,
    changePoints,
  }: Omit<typeof others, 'each' | 'rest'>) => ({
    key: OTHERS,
    name: strings.shares.others(count),
    count: rounds,
    share,
    change: changePoints,
    opens: false,
  });
  const { each, rest } = others;
  const parts = [...each.map(barOf), ...(rest === null ? [] : [othersOf(rest)])];
  return [...bars, { ...othersOf(others), parts }];
}

/**
 * Returns the name of a country. If the service gave no name, the core's label is only the country's code.
 */
export const nameOfCountry = (label: string): string =>
  label.length === 2 ? countryName(label.toUpperCase()) : label;

/** Extends the days to whole weeks, so all rows of the calendar are complete. */
export function calendarDays(
  days: Insights['windows']['closing'],
  today: string,
): { readonly date: string; readonly count: number }[] {
  const counts = new Map(days.map(({ date, companies }) => [date, companies]));
  const dates = [...counts.keys(), today].sort();
  const [first = today, last = today] = [dates[0], dates.at(-1)];
  const length = Math.round((dateMs(last) - dateMs(first)) / DAY_MS) + 1;
  return Array.from({ length }, (_, at) => {
    const date = utcDate(dateMs(first) + at * DAY_MS);
    return { date, count: counts.get(date) ?? 0 };
  });
}

export type Change = (filters: LibraryFilters & { readonly round: RoundFilter }) => LibraryFilters;

/** Returns the library's filters for a mark; null if no filters can select its companies. */
export function filtersOf({ filters }: Insights, change: Change): LibraryFilters | null {
  return filters === null || filters.round === null ? null : change({ ...filters, round: filters.round });
}

/**
 * Returns the change that selects one stage, or all stages. Null for rounds without a stage, because the
 * library cannot select these rounds.
 */
export const ofStage = (key: string, change: Partial<RoundFilter> = {}): Change | null =>
  key === NO_STAGE
    ? null
    : (filters) => ({
        ...filters,
        round: { ...filters.round, ...(key === ALL ? {} : { stages: [key] }), ...change },
      });

/** Returns the days of the week that begins on this date. */
export function ofWeek({ weeks }: Insights['weeks'], from: string): Partial<RoundFilter> {
  const week = weeks.find((each) => each.from === from);
  return week === undefined ? {} : { from: week.from, to: week.to };
}

/** Returns the filters for the rounds behind a dot: the dot's stage and exactly its amount. */
export function ofAmount({ stages, currency }: Insights['amounts'], key: string, dot: number): Change | null {
  const amount = stages.find(({ value }) => stageKey(value) === key)?.dots[dot];
  return amount === undefined ? null : ofStage(key, { currency, minAmount: amount, maxAmount: amount });
}

/**
 * Whether the period ends in the current week and its data for that week is incomplete. The data is
 * incomplete before the last day of the week, or if the period contains only a part of the week. Dates are
 * UTC dates.
 */
export function isWeekOpen({ weeks: { weeks } }: Insights, nowMs: number): boolean {
  const last = weeks.at(-1);
  const today = utcDate(nowMs);
  if (last === undefined || today < last.from || today > last.to) return false;
  return today < last.to || daysIn({ start: last.from, end: last.to }) < 7;
}

/**
 * Selects the companies whose open contact window closes, or opened, on one of these days. Null if there are
 * no such windows. Selects by announcement date, because each window starts with a round's announcement.
 */
export function ofWindowDays(
  days: Insights['windows']['closing'],
  firstDate: string,
  lastDate: string,
): Change | null {
  const chosen = days.filter(({ date }) => date >= firstDate && date <= lastDate);
  const from = chosen.map(({ announcedFrom }) => announcedFrom).sort()[0];
  const to = chosen
    .map(({ announcedTo }) => announcedTo)
    .sort()
    .at(-1);
  if (from === undefined || to === undefined) return null;
  return (filters) => ({
    ...filters,
    windows: ['open'],
    round: { ...filters.round, from, to, newest: true },
  });
}

export const ofCountry =
  (value: string): Change =>
  (filters) => ({ ...filters, countries: [value] });

/**
 * Selects one industry. Replaces the market's industries, because the library would otherwise show companies
 * in any of these industries.
 */
export const ofIndustry =
  (value: string): Change =>
  (filters) => ({ ...filters, industries: [value] });

/**
 * Selects the companies with a round of the period in which the investor took part. An earlier round does not
 * count.
 */
export const ofInvestor =
  (name: string): Change =>
  (filters) => ({ ...filters, round: { ...filters.round, investors: [name] } });

export const ofDepartment = ({ departments }: Insights['hiring'], key: string): Change | null => {
  const department = departments.find((each) => each.department === key)?.department;
  return department === undefined ? null : (filters) => ({ ...filters, departments: [department] });
};
