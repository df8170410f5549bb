import { performance } from 'node:perf_hooks';
import { median, rounded } from '../lib/figures.ts';
import type { Goal } from '../lib/goals.ts';

/**
 * Goal: a typed, validated call takes at most this many times as long as a bare call with the same payload.
 */
const GOAL = 1.3;

export interface Times {
  readonly bare: readonly number[];
  readonly typed: readonly number[];
}

/**
 * Measures both calls alternately, so other load affects both equally. Discards the first tenth of the rounds
 * as warm-up.
 */
export async function timeBoth(
  rounds: number,
  { bare, typed }: Record<'bare' | 'typed', () => Promise<unknown>>,
): Promise<Times> {
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startMs = performance.now();
    await work();
    return performance.now() - startMs;
  };
  const times = { bare: [] as number[], typed: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.bare.push(await timed(bare));
    times.typed.push(await timed(typed));
  }
  return { bare: times.bare.slice(rounds / 10), typed: times.typed.slice(rounds / 10) };
}

export function goalOf(words: string, { bare, typed }: Times): Goal {
  const [bareMs, typedMs] = [median(bare), median(typed)];
  const ratio = typedMs / bareMs;
  const figure = `${ratio.toFixed(2)} times (${typedMs.toFixed(2)} beside ${bareMs.toFixed(2)} ms), goal ${GOAL}`;
  return { words, figure, isMet: ratio <= GOAL };
}

export function figuresOf({ bare, typed }: Times) {
  const [bareMs, typedMs] = [median(bare), median(typed)];
  return { times: rounded(typedMs / bareMs, 3), typedMs: rounded(typedMs, 3), bareMs: rounded(bareMs, 3) };
}
