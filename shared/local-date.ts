const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns the local date at this time, such as `2026-06-10`. */
export function localDate(ms: number): string {
  const at = new Date(ms);
  return `${String(at.getFullYear()).padStart(4, '0')}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}

/** Returns the local time of day, such as `14:30`. */
export function localTimeOfDay(ms: number): string {
  const at = new Date(ms);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** Returns the start of the local day that contains this time. Both times are in Unix ms. */
export function startOfLocalDayMs(ms: number): number {
  const at = new Date(ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}

/** Returns whether two times, in Unix ms, are on the same local day. */
export const isSameDay = (oneMs: number, otherMs: number): boolean =>
  new Date(oneMs).toDateString() === new Date(otherMs).toDateString();
