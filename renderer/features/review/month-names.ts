import { monthStartUtcMs } from '../../../shared/model/review/months.ts';
import { monthText } from '../../lib/format.ts';

/** Formats a month such as `2026-05` as `May`. */
export const monthName = (month: string): string => monthText(monthStartUtcMs(month));

/** Formats a month such as `2026-05` as `May 2026`. */
export const fullMonthName = (month: string): string => `${monthName(month)} ${month.slice(0, 4)}`;
