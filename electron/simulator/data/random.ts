/**
 * A deterministic random generator. Its sequence must not change, because the generated data depends on it.
 */
export interface Random {
  /** Returns a number n with 0 ≤ n < 1. */
  next(): number;
  /** Returns an integer from `min` to `max`, inclusive. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  /** @throws RangeError if the list is empty */
  pick<T>(items: readonly T[]): T;
  /**
   * Returns `count` items from different positions, in random order; returns all items if there are fewer.
   */
  sample<T>(items: readonly T[], count: number): T[];
}

/** Hashes numbers and strings into one 32-bit seed (FNV-1a with a final avalanche). */
export function mixSeed(...parts: readonly (number | string)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = typeof part === 'number' ? `#${part}` : part;
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
    hash = Math.imul(hash ^ 0xff, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates a Mulberry32 generator: small, fast and good enough for invented companies. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  };
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const rest = [...items];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(int(0, rest.length - 1), 1));
    return taken;
  };
  return { next, int, chance: (probability) => next() < probability, pick, sample };
}

/** Returns an identifier such as `cmp_0k3x9…`. The same parts always produce the same identifier. */
export function opaqueId(prefix: string, ...parts: readonly (number | string)[]): string {
  const half = (salt: string): string =>
    mixSeed(salt, ...parts)
      .toString(36)
      .padStart(7, '0');
  return `${prefix}_${half('left')}${half('right')}`;
}
