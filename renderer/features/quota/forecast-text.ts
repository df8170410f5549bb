import { dayText, dayTimeText } from '../../lib/format.ts';
import type { ZonedTime } from '../../lib/zoned-time.ts';
import { lastsAtOneADay, type Forecast, type RecordBudget } from './forecast.ts';
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
  budget: RecordBudget,
  zone: ZonedTime = {},
): ForecastText {
  const { left, resetsAtMs } = budget;
  const until = dayTimeText(resetsAtMs, zone);
  if (left === 0) return { fact: strings.nothingLeft(until), detail: '', isBad: true };
  const lasting = lastsAtOneADay(budget) ? strings.even(evenPerDay, until) : strings.atOneADay(left);
  if (forecast === null) return { fact: strings.tooEarly, detail: lasting, isBad: false };
  const { usedPerDay, averagedDays, runsOutAtMs, daysEarly, isHeldByCap } = forecast;
  const average = strings.average(usedPerDay, averagedDays);
  if (isHeldByCap) return { fact: strings.lastsCapped(until), detail: average, isBad: false };
  return {
    fact:
      runsOutAtMs === null ? strings.lasts(until) : strings.runsOut(dayText(runsOutAtMs, zone), daysEarly),
    detail: `${average} ${runsOutAtMs === null && lastsAtOneADay(budget) ? strings.room(evenPerDay) : lasting}`,
    isBad: runsOutAtMs !== null,
  };
}
