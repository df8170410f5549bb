/** A random number generator with a seed, so a run can be repeated. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns a whole number in [0, below). */
  int(below: number): number;
  chance(share: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

/**
 * Creates a mulberry32 generator. If each test case passes its own `index`, its random values do not depend
 * on the cases before it.
 */
export function createRandom(seed: number, index = 0): Random {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(index + 1, 0xc2b2ae35)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (choices) => {
      const choice = choices[int(choices.length)];
      if (choice === undefined) throw new Error('no choices');
      return choice;
    },
  };
}
