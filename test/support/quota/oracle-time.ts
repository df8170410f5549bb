/* The oracle's model of ADR 38: the time that the app uses, and the other times that are possible. */

/**
 * The information about the time in one response. `offsetMs` is the server time minus the monotonic time, and
 * `errorMs` is the possible error of this difference.
 */
export interface Sample {
  readonly offsetMs: number;
  readonly errorMs: number;
}
export interface Choice {
  readonly best: Sample | undefined;
  readonly otherOffsetsMs: readonly number[];
}
export const noChoice: Choice = { best: undefined, otherOffsetsMs: [] };
const areNear = (aMs: number, bMs: number): boolean => Math.abs(aMs - bMs) <= 600_000;

/**
 * Chooses the time on which most sources agree. The sources are the responses, and the estimate that the app
 * started with. The chosen time is certain if at least two sources agree on it, and fewer sources agree on
 * each of the other times. Otherwise, all other times remain possible.
 */
export function chooseTime(
  samples: readonly Sample[],
  guessOffsetMs: number,
  current: Sample | undefined,
): Choice {
  const times: Sample[][] = [];
  for (const sample of [...samples].sort((a, b) => a.offsetMs - b.offsetMs)) {
    const last = times.at(-1);
    if (last !== undefined && areNear(last.at(-1)?.offsetMs ?? Infinity, sample.offsetMs)) last.push(sample);
    else times.push([sample]);
  }
  const ranked = times
    .flatMap((agreeing) => {
      const middle = agreeing[Math.floor((agreeing.length - 1) / 2)];
      if (middle === undefined) return [];
      const isGuess = areNear(middle.offsetMs, guessOffsetMs);
      const isCurrent = current !== undefined && areNear(middle.offsetMs, current.offsetMs);
      return [{ middle, isGuess, rank: agreeing.length + (isGuess ? 1 : 0) + (isCurrent ? 0.5 : 0) }];
    })
    .sort((a, b) => b.rank - a.rank);
  const [first, second] = ranked;
  if (first === undefined) return noChoice;
  const votes = Math.floor(first.rank);
  if (votes > 1 && votes > Math.floor(second?.rank ?? 0)) return { best: first.middle, otherOffsetsMs: [] };
  const others = ranked.slice(1).map(({ middle }) => middle.offsetMs);
  const isGuessed = ranked.some(({ isGuess }) => isGuess);
  return { best: first.middle, otherOffsetsMs: isGuessed ? others : [...others, guessOffsetMs] };
}
