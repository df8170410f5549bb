import type { Round } from '../../../../shared/model/company.ts';

/** A round as a bar: where it stands in time and how high, both 0 to 1. */
export interface Bar {
  readonly round: Round;
  readonly at: number;
  readonly height: number;
}
export interface RoundsChart {
  readonly bars: readonly Bar[];
  readonly years: readonly { readonly year: number; readonly at: number }[];
}

const SMALLEST = 0.06;
const timeOf = (date: string | null): number | null =>
  date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : null;

/**
 * Bars by date and size. Heights are compared only where they can be: in US dollars where the service states them for
 * every round, or in one common currency. Null where dates or sizes do not allow an honest chart.
 */
export function roundsChart(rounds: readonly Round[]): RoundsChart | null {
  const dated = rounds.flatMap((round) => {
    const atMs = timeOf(round.announcedOn);
    return atMs === null || Number.isNaN(atMs) ? [] : [{ round, atMs }];
  });
  const sizes = comparable(dated.map(({ round }) => round));
  if (dated.length < 2 || sizes === null) return null;
  const times = dated.map(({ atMs }) => atMs);
  const first = new Date(Math.min(...times)).getUTCFullYear();
  const last = new Date(Math.max(...times)).getUTCFullYear() + 1;
  const from = Date.UTC(first, 0, 1);
  const span = Date.UTC(last, 0, 1) - from;
  const most = Math.max(...sizes.values());
  const step = Math.ceil((last - first) / 6);
  return {
    bars: dated
      .map(({ round, atMs }) => {
        const size = sizes.get(round);
        return {
          round,
          at: (atMs - from) / span,
          height: size === undefined ? 0 : Math.max(SMALLEST, size / most),
        };
      })
      .sort((a, b) => a.at - b.at),
    years: Array.from({ length: Math.ceil((last - first) / step) }, (_, index) => {
      const year = first + index * step;
      return { year, at: (Date.UTC(year, 0, 1) - from) / span };
    }),
  };
}

/** Sizes in one unit; rounds without an amount have none. Null: the rounds with an amount share no unit. */
function comparable(rounds: readonly Round[]): ReadonlyMap<Round, number> | null {
  const sized = rounds.filter(
    ({ amount, amountUsd }) => amountUsd !== null || (amount?.value ?? null) !== null,
  );
  if (sized.length === 0) return null;
  const byUsd = sized.flatMap((round) =>
    round.amountUsd === null ? [] : [[round, round.amountUsd] as const],
  );
  if (byUsd.length === sized.length) return new Map(byUsd);
  const currencies = new Set(sized.map(({ amount }) => amount?.currency ?? null));
  const byValue = sized.flatMap((round) => {
    const value = round.amount?.value ?? null;
    return value === null ? [] : [[round, value] as const];
  });
  return currencies.size === 1 && byValue.length === sized.length ? new Map(byValue) : null;
}
