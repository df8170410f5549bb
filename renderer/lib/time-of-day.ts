/*
 * Times of day in the user's local time, as strings such as `14:30`. They are displayed in the same form,
 * because the app uses the 24-hour clock everywhere.
 */

/** Times that a field suggests: every half hour of a working day. Other times can be typed. */
export const SUGGESTED_TIMES: readonly string[] = Array.from({ length: 21 }, (_, at) => {
  const minutes = 8 * 60 + at * 30;
  return textOf(Math.floor(minutes / 60), minutes % 60);
});

/**
 * Parses a time of day as people type it: `14:30`, `14.30`, `1430`, `9`, `2:30 pm`. Returns it in the form
 * `14:30`; null if the text is not a time.
 */
export function parseTimeOfDay(text: string): string | null {
  const parts = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:([ap])\.?\s*m\.?)?$/i.exec(text.trim());
  if (parts === null) return null;
  const [, hourText, minuteText = '00', half] = parts;
  const hour = Number(hourText);
  const minute = Number(minuteText);
  if (minute > 59) return null;
  if (half === undefined) return hour > 23 ? null : textOf(hour, minute);
  if (hour < 1 || hour > 12) return null;
  return textOf((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minute);
}

function textOf(hour: number, minute: number): string {
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}
