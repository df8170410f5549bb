import { createWorld, type GrowingWorld, type WorldOptions } from '../../electron/simulator/world.ts';

/*
 * The companies of a simulated service are the same for the same options and nobody changes them, and 3,000 take a fifth of a second:
 * services of one process that ask for the same are given the same.
 */

const worlds = new Map<string, GrowingWorld>();

export function sharedWorld(options: WorldOptions): GrowingWorld {
  const key = [options.seed, options.companies, options.epochMs].join(' ');
  const known = worlds.get(key);
  if (known !== undefined) return known;
  const world = createWorld(options);
  worlds.set(key, world);
  return world;
}
