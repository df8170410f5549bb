/** The start of virtual time: 15 March 2026, 12:00 UTC. */
export const NOON_MS = Date.UTC(2026, 2, 15, 12);
export const DAY_MS = 86_400_000;
/** Returns the date `days` days after the start of virtual time, as `YYYY-MM-DD`. */
export const onDay = (days: number): string => new Date(NOON_MS + days * DAY_MS).toISOString().slice(0, 10);
