import { dayText, dayTimeText } from './format.ts';
import type { Zoned } from './moment.ts';
import type { Forecast, Standing } from './forecast.ts';
import { quotaPlan as words } from './words/quota-plan.ts';

export interface ForecastWords {
  readonly fact: string;
  readonly detail: string;
  readonly isBad: boolean;
}

/**
 * How long the records last, in two sentences: `Runs out on 25 May, 6 days early.` and
 * `You use 121 a day. 78 a day lasts until 1 Jun 02:00.` Pure.
 */
export function forecastWords(
  forecast: Forecast | null,
  evenADay: number,
  { left, resetsAtMs }: Standing,
  zone: Zoned = {},
): ForecastWords {
  const until = dayTimeText(resetsAtMs, zone);
  if (left === 0) return { fact: words.nothingLeft(until), detail: '', isBad: true };
  if (forecast === null) return { fact: words.tooEarly, detail: words.even(evenADay, until), isBad: false };
  const { usedADay, runsOutAtMs, daysEarly } = forecast;
  return {
    fact: runsOutAtMs === null ? words.lasts(until) : words.runsOut(dayText(runsOutAtMs, zone), daysEarly),
    detail: words.pace(usedADay, evenADay, until),
    isBad: runsOutAtMs !== null,
  };
}
