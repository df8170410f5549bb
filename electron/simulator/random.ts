/** Deterministic randomness: the same seed and labels give the same world on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Integer in [low, high]. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** `count` different entries, in random order. */
  sample<T>(from: readonly T[], count: number): T[];
  /** An entry by weight. */
  weighted<T>(from: readonly (readonly [T, number])[]): T;
}

export function createRandom(seed: number, ...labels: readonly (string | number)[]): Random {
  let state = hash(`${seed}/${labels.join('/')}`);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => {
    const chosen = from[int(0, from.length - 1)];
    if (chosen === undefined) throw new Error('nothing to pick from');
    return chosen;
  };
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    sample: (from, count) => {
      const rest = [...from];
      const chosen = [];
      while (chosen.length < count && rest.length > 0)
        chosen.push(...rest.splice(int(0, rest.length - 1), 1));
      return chosen;
    },
    weighted: (from) => {
      const total = from.reduce((sum, [, weight]) => sum + weight, 0);
      let rest = next() * total;
      for (const [entry, weight] of from) {
        rest -= weight;
        if (rest < 0) return entry;
      }
      return pick(from)[0];
    },
  };
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value;
}
