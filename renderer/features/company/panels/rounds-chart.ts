import type { Round } from '../../../../shared/model/company.ts';

/** A round drawn as a bar. The height ranges from 0 to 1. */
export interface Bar {
  readonly round: Round;
  readonly atMs: number;
  readonly height: number;
}
/** The bars, sorted by time, and the time axis. The axis covers whole years. */
export interface RoundsChart {
  readonly bars: readonly Bar[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly years: readonly { readonly year: number; readonly atMs: number }[];
}

const MIN_HEIGHT = 0.06;
const timeOf = (date: string | null): number | null =>
  date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : null;

/**
 * Calculates the bars from dates and amounts. Compares US dollar amounts if the service reports them for
 * every round; otherwise, compares amounts in the currency that all rounds share. Rounds from the profile
 * have no currency (spec §2.2), so they cannot be compared. Returns null if fewer than two rounds have a
 * date, or if the amounts cannot be compared.
 */
export function roundsChart(rounds: readonly Round[]): RoundsChart | null {
  const dated = rounds.flatMap((round) => {
    const atMs = timeOf(round.announcedOn);
    return atMs === null || Number.isNaN(atMs) ? [] : [{ round, atMs }];
  });
  const sizes = comparableAmounts(dated.map(({ round }) => round));
  if (dated.length < 2 || sizes === null) return null;
  const times = dated.map(({ atMs }) => atMs);
  const first = new Date(Math.min(...times)).getUTCFullYear();
  const last = new Date(Math.max(...times)).getUTCFullYear() + 1;
  const most = Math.max(...sizes.values());
  const step = Math.ceil((last - first) / 6);
  return {
    fromMs: Date.UTC(first, 0, 1),
    untilMs: Date.UTC(last, 0, 1),
    bars: dated
      .map(({ round, atMs }) => {
        const size = sizes.get(round);
        return {
          round,
          atMs,
          height: size === undefined ? 0 : Math.max(MIN_HEIGHT, size / most),
        };
      })
      .sort((a, b) => a.atMs - b.atMs),
    years: Array.from({ length: Math.ceil((last - first) / step) }, (_, index) => {
      const year = first + index * step;
      return { year, atMs: Date.UTC(year, 0, 1) };
    }),
  };
}

/**
 * Returns the amount of every round that has one, in a common currency. Returns null if no round has an
 * amount, or if the amounts have no common currency.
 */
function comparableAmounts(rounds: readonly Round[]): ReadonlyMap<Round, number> | null {
  const withAmount = rounds.filter(
    ({ amount, amountUsd }) => amountUsd !== null || (amount?.value ?? null) !== null,
  );
  if (withAmount.length === 0) return null;
  const byUsd = withAmount.flatMap((round) =>
    round.amountUsd === null ? [] : [[round, round.amountUsd] as const],
  );
  if (byUsd.length === withAmount.length) return new Map(byUsd);
  const currencies = new Set(withAmount.map(({ amount }) => amount?.currency ?? null));
  const byValue = withAmount.flatMap((round) => {
    const value = round.amount?.value ?? null;
    return value === null ? [] : [[round, value] as const];
  });
  const isShared = currencies.size === 1 && !currencies.has(null);
  return isShared && byValue.length === withAmount.length ? new Map(byValue) : null;
}
