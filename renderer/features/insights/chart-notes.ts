import type { Insights } from '../../../shared/model/insights/insights.ts';
import { INSIGHT_QUARTILES_MIN } from '../../../shared/model/insights/insight-values.ts';
import { isWeekOpen, otherStageRounds, periodText, topWeeksText } from './marks.ts';
import { insights as strings } from './strings.ts';

/**
 * The two notes of a chart: one about the data, and one about how the chart draws it. The chart's table shows
 * only the note about the data.
 */
interface ChartNote {
  readonly data: string;
  readonly drawing: string | undefined;
}

/** Returns the notes below the charts, such as the compared periods and the omitted values. Pure. */
export function chartNotes(figures: Insights, nowMs: number) {
  const { period, before, amounts, countries, industries, hiring, companies } = figures;
  const { coverage } = before;
  const stored =
    coverage === null ? strings.stored(before.rounds) : strings.covered(before.rounds, coverage.total);
  const compared = ({ knownBefore, known }: Insights['countries']): string[] => {
    if (known === 0) return [];
    const dates = periodText(before, nowMs);
    return [
      knownBefore === null ? strings.shares.notCompared(dates) : strings.shares.comparedWith(dates, stored),
    ];
  };
  const unknown = ({ known }: Insights['countries'], what: string): string[] =>
    known === period.rounds ? [] : [strings.shares.unknown(period.rounds - known, what)];
  return {
    weeks: (series: readonly { readonly key: string }[]): string => {
      const others = otherStageRounds(figures, series);
      const top = topWeeksText(figures.weeks, nowMs, isWeekOpen(figures, nowMs));
      const notes = [top, others === 0 ? undefined : strings.weeks.more(others)];
      return notes.filter((note) => note !== undefined).join(' ');
    },
    amounts: (): ChartNote => {
      const inOthers = amounts.currencies.reduce((sum, { currency, rounds }) => {
        return currency === amounts.currency ? sum : sum + rounds;
      }, 0);
      const isThinned = amounts.stages.some(({ dots, rounds }) => dots.length < rounds);
      const data = [
        ...(amounts.undisclosed > 0 ? [strings.amounts.undisclosed(amounts.undisclosed)] : []),
        ...(inOthers > 0 ? [strings.amounts.otherCurrencies(inOthers)] : []),
        ...(amounts.withoutCurrency > 0 ? [strings.amounts.withoutCurrency(amounts.withoutCurrency)] : []),
      ];
      const hasMedians = amounts.stages.some(({ quartiles }) => quartiles !== null);
      const drawing = [
        hasMedians ? strings.amounts.medians : strings.amounts.noMedians(INSIGHT_QUARTILES_MIN),
        ...(isThinned ? [strings.amounts.thinned] : []),
      ];
      return { data: data.join(' '), drawing: drawing.join(' ') };
    },
    countries: (): string =>
      [...compared(countries), ...unknown(countries, strings.shares.country)].join(' '),
    industries: (): string =>
      [strings.shares.severalIndustries, ...unknown(industries, strings.shares.industry)].join(' '),
    hiring: (): ChartNote => {
      const hasRoles = hiring.departments.some((each) => each.companies > 0);
      const loaded = strings.hiring.loaded(hiring.loaded, companies);
      return hasRoles
        ? { data: loaded, drawing: strings.hiring.note }
        : { data: `${strings.hiring.none} ${loaded}`, drawing: undefined };
    },
  };
}
