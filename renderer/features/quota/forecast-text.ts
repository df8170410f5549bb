import { dayText, dayTimeText } from '../../lib/format.ts';
import type { ZonedTime } from '../../lib/zoned-time.ts';
import type { Forecast, RecordBudget } from './forecast.ts';
import { forecastStrings as strings } from './forecast-strings.ts';

interface ForecastText {
  readonly fact: string;
  readonly detail: string;
  readonly isBad: boolean;
}

/**
 * Describes how long the records will last, in two parts. Example: `Records run out on 25 May, 6 days before
 * the reset.` followed by `You used 121 records a day over the last 7 days. To make your records last until 1 Jun
 * 02:00, use at most 78 a day.`
 */
export function forecastText(
  forecast: Forecast | null,
  evenPerDay: number,
  { left, resetsAtMs }: RecordBudget,
  zone: ZonedTime = {},
): ForecastText {
  const until = dayTimeText(resetsAtMs, zone);
  if (left === 0) return { fact: strings.nothingLeft(until), detail: '', isBad: true };
  if (forecast === null)
    return { fact: strings.tooEarly, detail: strings.even(evenPerDay, until), isBad: false };
  const { usedPerDay, averagedDays, runsOutAtMs, daysEarly, isHeldByCap } = forecast;
  const average = strings.average(usedPerDay, averagedDays);
  if (isHeldByCap) return { fact: strings.lastsCapped(until), detail: average, isBad: false };
  return {
    fact:
      runsOutAtMs === null ? strings.lasts(until) : strings.runsOut(dayText(runsOutAtMs, zone), daysEarly),
    detail: `${average} ${runsOutAtMs === null ? strings.room(evenPerDay) : strings.even(evenPerDay, until)}`,
    isBad: runsOutAtMs !== null,
  };
}
