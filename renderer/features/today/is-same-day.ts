/** Returns whether two times, in Unix ms, are on the same local day. */
export const isSameDay = (atMs: number, nowMs: number): boolean =>
  new Date(atMs).toDateString() === new Date(nowMs).toDateString();
