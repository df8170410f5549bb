import { DAY_MS } from '../../../../shared/durations.ts';
import { localDate } from '../../../../shared/local-date.ts';
import { windowClosingDate } from '../../../../shared/window-days-left.ts';
import type { Insights } from '../../../../shared/model/insights/insights.ts';
import { WINDOW_DAYS } from '../../database/queries/cache/contact-window.ts';
import { BY_DATE, STORED, type Columns } from '../index/columns.ts';
import type { YieldIfDue } from '../index/time-slices.ts';
import { dateOf } from './insight-period.ts';
import { createPasses, type InsightFilter } from './selected-rounds.ts';

/*
 * Calendar of the open contact windows, by closing date. The functions have no side effects, but they yield
 * during long loops.
 */

type Windows = Insights['windows'];
type WindowDay = Windows['closing'][number];

/** After this many companies, the count may yield to other work. */
const STEP = 8_192;

export async function contactWindowDays(
  columns: Columns,
  filter: InsightFilter,
  nowMs: number,
  yieldIfDue: YieldIfDue,
): Promise<Windows> {
  const passes = createPasses(columns, columns, filter);
  const { size, state, reportedWindow, announcedDay, stage, amount, currency } = columns;
  const byDay = new Map<number, number>();
  let open = 0;
  for (let slot = 0; slot < size; slot += 1) {
    if (slot % STEP === 0) await yieldIfDue();
    if (state[slot] !== STORED || reportedWindow[slot] !== BY_DATE) continue;
    const day = announcedDay[slot] ?? 0;
    if (nowMs >= (day + WINDOW_DAYS) * DAY_MS) continue;
    // If the round is dated in the future, its contact window is not open yet.
    if (day * DAY_MS > nowMs) continue;
    if (!passes(slot, stage[slot] ?? 0, amount[slot] ?? NaN, currency[slot] ?? 0)) continue;
    byDay.set(day, (byDay.get(day) ?? 0) + 1);
    open += 1;
  }
  const days = [...byDay].sort(([a], [b]) => a - b);
  const today = localDate(nowMs);
  return {
    today,
    open,
    closing: grouped(days, (day) => windowClosingDate((day + WINDOW_DAYS) * DAY_MS, nowMs, today)),
    opened: grouped(days, dateOf),
  };
}

/** Converts days to dates. Days with the same date become one entry with the sum of their companies. */
function grouped(
  days: readonly (readonly [day: number, companies: number])[],
  dateFor: (day: number) => string,
): WindowDay[] {
  const dates = new Map<string, WindowDay>();
  for (const [day, companies] of days) {
    const date = dateFor(day);
    const known = dates.get(date);
    dates.set(date, {
      date,
      announcedFrom: known?.announcedFrom ?? dateOf(day),
      announcedTo: dateOf(day),
      companies: (known?.companies ?? 0) + companies,
    });
  }
  return [...dates.values()];
}
